// Shared by the noises, and by other types that are computed from positions.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/enums.h"
#include "nodes/shared/fields.h"
#include "program/node_type.h"

namespace cobble::nodes {

// Keys of nodes that have cells.
Field DimensionsField();
Field FrequencyField();
// The same for nodes that accept one frequency for each of their 1 to `axes` axes.
Field FrequenciesField(int axes = 3);
// Keys of nodes that hash their cells.
Field SeedField();
Field PatternField();

// Returns the keys of all noises; `type_fields` come before the last two, `seed` and `pattern`.
std::vector<Field> NoiseFields(std::initializer_list<Field> type_fields);
Field MetricField();
Field LimitField();

// The functions u, v and w of noises with feature points.
inline constexpr Bounds kOffsetBounds{-2, 2};
inline constexpr std::string_view kOffsetMeaning[] = {
    "offset of the sample from the nearest point along x of the noise's own axes, in cells: a "
    "facet, tilted along x, for each point; its slope is the frequency; jumps between regions",
    "the same along y; with the same pattern as u, the two are coordinates in each region",
    "the same along z",
};
std::vector<Requirement> OffsetRequirements();

// The dimensions of patterns of the plane, which have no key `dimensions`.
inline constexpr int kPlaneDimensions = 2;

// The lattice of patterns of the plane that have no cells.
inline Lattice PlaneWithoutCells(const Node&) { return {.has_cells = false}; }

// For NoiseType::cell_multiples.
template <int kX, int kY>
std::array<int, 2> Multiples(const Node&) {
  return {kX, kY};
}

int DimensionsOf(const Node& node);

// Returns a choice among the names of a public enum, or among names in the order of the values.
template <typename Enum>
Enum Choice(const Node& node, std::string_view key) {
  Enum value{};
  FromName(node.Text(key), &value);
  return value;
}
template <typename Enum, std::size_t kCount>
Enum ChoiceOf(std::string_view name, const std::string_view (&names)[kCount]) {
  return static_cast<Enum>(std::ranges::find(names, name) - std::begin(names));
}

inline Repetition RepetitionOf(const PictureBox& box) {
  Repetition out;
  std::ranges::copy(box.middle, out.middle);
  std::ranges::copy(box.period, out.period);
  return out;
}

// Returns how many cells to search on each side of a sample's for all distances up to `limit`.
int ReachOf(const Node& node);

// Returns `limit` as kernels round it.
float LimitOf(const Node& node);

// Returns base^dimensions.
double PerDimension(const Node& node, double base);

// Sets the arguments that all families share and selects the family's kernel.
template <typename Args>
NoiseKernel Select(std::shared_ptr<Args> args, KernelRequest request,
                   Kernel (*select)(const Args&, Frame::Kind, int64_t)) {
  static_cast<NoiseArgs&>(*args) = std::move(request.args);
  const Kernel kernel = select(*args, request.kind, request.simd_target);
  return {std::move(args), kernel};
}

}  // namespace cobble::nodes
