// Compares the steps between half floats with the values that they store.
#include "jobs/half_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/bounds.h"
#include "core/maps.h"
#include "jobs/ground.h"
#include "render/probes.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

constexpr double kFineStep = 0.01;        // metres
constexpr double kFineShare = 1.0 / 256;  // of the span of values, or of 1 if they span less
constexpr int kBitsOfHalf = 11;           // of the significand

// Returns the largest step between half floats up to a number.
double StepUpTo(double largest) {
  int exponent = 0;
  const double half_to_one = std::frexp(largest, &exponent);
  return std::ldexp(1, exponent - kBitsOfHalf - (half_to_one == 0.5 ? 1 : 0));
}

// Returns the map whose values the samples are; nullopt if these are directions, light or shares,
// for which half floats suffice. The first channel of bumpslopes is the height.
std::optional<PictureMap> StoredValues(const PictureMap& map) {
  const PictureMap& source = map.Source();
  if (map.number || source.number || map.weight || !source.parts.empty()) return std::nullopt;
  if (source.built_in == Map::kBumpslopes && map.channel == 0) return Map::kHeight;
  if (!source.built_in || source.built_in == Map::kHeight || source.built_in == Map::kValue ||
      source.built_in == Map::kElevation)
    return map;
  return std::nullopt;
}

// Returns about the lowest and the highest sample. In: range, of the height.
Bounds SamplesOf(const Program& program, const PictureMap& map, const HeightRange& range) {
  const auto source = map.Source().built_in;
  const bool has_range = source == Map::kHeight || source == Map::kElevation;
  const Bounds values = MeasuredValues(program, {}, map, range);
  return SamplesAt(values, program, map, has_range ? range : HeightRange{.keep = true});
}

// Returns what is wrong with half floats for a map; empty if they suffice.
std::string CoarseText(const Program& program, const PictureMap& map) {
  const auto stored = StoredValues(map);
  if (!stored) return {};
  const HeightRange range = LikelyRange(program);
  const auto [low, high] = SamplesOf(program, *stored, range);
  const double step = StepUpTo(std::max(std::abs(low), std::abs(high)));
  if (const auto metres = MetresOf(program.recipe(), *stored, Bounds{range.low, range.high})) {
    const double on_ground = std::abs(metres->scale) * step;
    if (on_ground <= kFineStep) return {};
    return fmt::format("half floats store heights in steps of up to {:.2g} m", on_ground);
  }
  if (low == high || step <= kFineShare * std::max(high - low, 1.0)) return {};
  return fmt::format(
      "half floats store {} in steps of up to {:.2g}, and its values are only "
      "{:.6g}..{:.6g}",
      map.name, step, low, high);
}

}  // namespace

std::vector<Issue> HalfFloatWarnings(const Program& program,
                                     std::span<const PictureOutput> pictures) {
  std::vector<Issue> warnings;
  for (const PictureOutput& picture : pictures)
    for (const PictureMap& map : picture.maps) {
      if (BitsOf(picture, map) != 16 || !IsFloat(*picture.format, 16)) continue;
      ForParts(map, [&](const PictureMap& part) {
        const std::string text = CoarseText(program, part);
        if (text.empty()) return;
        Issue warning = LabelOfAll(picture).Warning(text, "use " + Phrase::Option("bits", "32"));
        if (std::ranges::count(warnings, warning) == 0) warnings.push_back(std::move(warning));
      });
    }
  return warnings;
}

}  // namespace cobble
