// What engines need to know of a set's height: the settings that displace a surface by it, and the
// descriptions of heightmaps for Unreal Engine and Unity.
#include <fmt/format.h>

#include <algorithm>

#include "core/json/print.h"
#include "core/json/tree.h"
#include "engines/engines.h"
#include "engines/set_files.h"

namespace cobble {
namespace {

constexpr double kCentimetres = 100;  // in a metre
constexpr double kMaxRaw = 65535, kMiddleRaw = 32768;

// Scales of an Unreal landscape: a quad is 1 m wide at X and Y 100, and 16 bits span 511.992 m at Z
// 100. Its location is where the raw height 32768 is.
struct LandscapeScale {
  double xy, z;       // percent
  double location_z;  // centimetres
};

LandscapeScale LandscapeScaleOf(const SetWorld& world) {
  constexpr double kSpan = kMaxRaw / 128;  // metres that 16 bits span at the scale 100
  return {.xy = kCentimetres * world.step,
          .z = 100 * world.rise / kSpan,
          .location_z = kCentimetres * (world.base + world.rise * (kMiddleRaw / kMaxRaw))};
}

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

std::string UnrealRawInfo(const SetInfo& info, const SetFile& file) {
  JsonTree json{{"width", file.width}, {"height", file.height}, {"bpp", 16}};
  if (info.world) {
    const LandscapeScale scale = LandscapeScaleOf(*info.world);
    json["scale"] = {{"x", scale.xy}, {"y", scale.xy}, {"z", scale.z}};
    json["location"] = {{"x", kCentimetres * info.world->left},
                        {"y", kCentimetres * info.world->top},
                        {"z", scale.location_z}};
  }
  return PrintJson(json) + '\n';
}

std::string UnityTerrainInfo(const SetInfo& info, const SetFile& file) {
  if (!info.world) return {};
  const SetWorld& world = *info.world;
  const JsonTree json{{"heightmapResolution", file.width},
                      {"size", {{"x", world.width}, {"y", world.rise}, {"z", world.length}}},
                      {"position", {{"x", world.left}, {"y", world.base}, {"z", world.top}}}};
  return PrintJson(json) + '\n';
}

}  // namespace cobble
