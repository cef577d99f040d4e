// The settings by which engines displace a surface by a set's height.
#include <fmt/format.h>

#include <algorithm>

#include "core/numbers.h"
#include "engines/engines.h"
#include "engines/set_files.h"

namespace cobble {
namespace {

// Returns the number with up to four significant digits, which is all that people type.
std::string Short(double number) { return fmt::format("{:.4g}", number); }

// Returns the number with a float's digits.
std::string Precise(double number) { return fmt::format("{:.7g}", number); }

// Placeholders are in metres, or centimetres if they end with _cm. x_scale, z_scale and z_location
// are for Unreal's landscapes.
std::string WorldText(const Displacement& displacement, const SetInfo& info) {
  const SetWorld& world = *info.world;
  const LandscapeScale landscape = LandscapeScaleOf(world);
  return fmt::format(
      fmt::runtime(displacement.world_text), fmt::arg("step", Precise(world.step)),
      fmt::arg("width", Precise(world.width)), fmt::arg("length", Precise(world.length)),
      fmt::arg("rise", Precise(world.rise)), fmt::arg("rise_cm", Precise(100 * world.rise)),
      fmt::arg("low", Precise(world.base)), fmt::arg("high", Precise(world.base + world.rise)),
      fmt::arg("x_scale", Precise(landscape.xy)), fmt::arg("z_scale", Precise(landscape.z)),
      fmt::arg("z_location", Precise(landscape.location_z)),
      fmt::arg("middle", Short(info.height_middle)));
}

}  // namespace

std::string DisplacementText(const EngineSpec& engine, const SetInfo& info,
                             std::span<const SetPicture* const> pictures) {
  const Displacement& displacement = engine.displacement;
  const bool has_height = std::ranges::any_of(pictures, [](const SetPicture* picture) {
    return picture->channels.front().role == Role::kHeight;
  });
  if (displacement.text.empty() || !has_height) return {};
  if (info.world && !displacement.world_text.empty()) return WorldText(displacement, info);
  const double quads = displacement.per_quad ? static_cast<double>(info.quads) : 1;
  return fmt::format(fmt::runtime(displacement.text),
                     fmt::arg("scale", Short(info.height_scale * displacement.factor * quads)),
                     fmt::arg("middle", Short(info.height_middle)));
}

}  // namespace cobble
