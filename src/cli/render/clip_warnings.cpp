// Finds the values that are clipped.
#include "cli/render/clip_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/numbers.h"
#include "program/program_impl.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr double kMaxClipped = 0.05;     // share of clipped samples that is ignored: creases
constexpr double kMaxOutside = 1.0 / 3;  // share of a mask that may be meant to be 0 or 1
constexpr std::string_view kMapScale = "/curvature/scale";

// Returns whether any of the maps, or of the parts of packs, is the curvature of the height.
bool HasCurvature(std::span<const PictureMap> maps) {
  return std::ranges::any_of(maps, [](const PictureMap& map) {
    return map.built_in == Map::kCurvature || HasCurvature(map.parts);
  });
}

// Returns "0..90", or nothing if the program has no bounds of the map.
std::string BoundsText(const Program& program, std::string_view map) {
  const auto& maps = program.impl().maps;
  const auto found = std::ranges::find(maps, map, &ProgramMap::name);
  if (found == maps.end()) return {};
  return fmt::format(" ({:.4g}..{:.4g})", found->bounds.low, found->bounds.high);
}

// Nodes are stored by the range of the recipe, or by their bounds.
bool IsMask(const PictureMap& map) {
  return !map.built_in && !map.IsNode() && !map.is_color && map.parts.empty();
}

}  // namespace

std::vector<ClippedCurvature> ClippedCurvatures(const Program& program, const Window& window,
                                                std::span<const PictureMap> maps,
                                                const HeightRange& range) {
  std::vector<ClippedCurvature> clipped = ClippedNodes(program, window);
  if (!HasCurvature(maps)) return clipped;
  const std::vector<ClippedCurvature> map = ClippedMap(program, window, range);
  clipped.insert(clipped.end(), map.begin(), map.end());
  return clipped;
}

std::vector<Issue> ClipWarning(const Recipe& recipe, std::span<const ClippedCurvature> clipped) {
  if (clipped.empty()) return {};
  const auto& worst = *std::ranges::max_element(clipped, {}, &ClippedCurvature::share);
  if (worst.share <= kMaxClipped) return {};
  const bool is_map = worst.pointer == kMapScale;
  const std::string share = fmt::format("{:.0f} % of the picture", 100 * worst.share);
  const std::string scale = Readable(worst.fitting);
  const Origin* const origin = NearestOrigin(recipe, worst.pointer);
  const std::string key = origin && origin->formula ? "scale=" : "\"scale\": ";
  return FaultAt(recipe, worst.pointer,
                 is_map ? "the map curvature is clipped to black or white in " + share
                        : "the curvature is clipped to -1 or 1 in " + share,
                 (is_map ? "--curvature-scale " : key) + scale + " clips nothing")
      .issues();
}

std::vector<Issue> MaskWarnings(const Program& program, const RenderPass& pass,
                                std::span<const uint64_t> clamped) {
  const double samples =
      static_cast<double>(pass.window.width) * static_cast<double>(pass.window.height);
  std::vector<Issue> warnings;
  for (std::size_t k = 0; k < pass.pictures.size(); ++k) {
    const PictureOutput& picture = pass.pictures[k];
    const PictureMap& map = picture.maps.front();
    const double share = static_cast<double>(clamped[k]) / samples;
    if (picture.maps.size() != 1 || !IsMask(map) || share <= kMaxOutside) continue;
    warnings.push_back(picture.label.Warning(
        fmt::format("{:.0f} % of {} is outside 0..1, and stored as black or white", 100 * share,
                    map.name),
        fmt::format("a remap maps its bounds{} to 0..1, and formats of floats, such as EXR, keep "
                    "the values",
                    BoundsText(program, map.name))));
  }
  return warnings;
}

}  // namespace cobble
