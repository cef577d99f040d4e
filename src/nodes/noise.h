// Shared by the noise types.
#ifndef COBBLE_NODES_NOISE_H_
#define COBBLE_NODES_NOISE_H_

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/enums.h"
#include "program/node_type.h"

namespace cobble::nodes {

// Returns the keys of all noises, with `type_fields`, the keys of one type, before the last keys,
// `seed` and `pattern`.
std::vector<Field> NoiseFields(std::initializer_list<Field> type_fields);
Field TurbulenceField();
Field AlignedField();
Field MetricField();
Field LimitField();

int DimensionsOf(const Node& node);

// Returns whether the octaves' lattices are shifted by hashes: unless `aligned` is set.
bool IsScattered(const Node& node);

// Returns the value of a choice key as its enum.
template <typename Enum>
Enum Choice(const Node& node, std::string_view key) {
  Enum value{};
  FromName(node.Text(key), &value);
  return value;
}

// Returns 0..1 with turbulence, otherwise -1..1.
Bounds FoldableBounds(const Node& node);

// Returns the number of cells to search on each side of a sample's cell, so that all distances up
// to `limit` are exact.
int ReachOf(const Node& node);

// Returns `limit` as kernels round it.
float LimitOf(const Node& node);

// Returns base^dimensions.
double PerDimension(const Node& node, double base);

// Sets the arguments that all families share, then selects the family's kernel.
template <typename Args>
NoiseKernel Select(std::shared_ptr<Args> args, const Node& node, std::vector<Octave> octaves,
                   const KernelRequest& request,
                   Kernel (*select)(const Args&, Frame::Kind, int64_t)) {
  args->dimensions = DimensionsOf(node);
  args->slopes = request.slopes;
  args->octaves = std::move(octaves);
  const Kernel kernel = select(*args, request.kind, request.simd_target);
  return {std::move(args), kernel};
}

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_NOISE_H_
