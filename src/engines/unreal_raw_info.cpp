// Writes descriptions of heightmaps for Unreal Engine and Unity.
#include "core/json/print.h"
#include "core/json/tree.h"
#include "engines/set_files.h"

namespace cobble {
namespace {

constexpr double kCentimetres = 100;  // in a metre
constexpr double kMaxRaw = 65535, kMiddleRaw = 32768;

}  // namespace

LandscapeScale LandscapeScaleOf(const SetWorld& world) {
  constexpr double kSpan = kMaxRaw / 128;  // metres that 16 bits span at the scale 100
  return {.xy = kCentimetres * world.step,
          .z = 100 * world.rise / kSpan,
          .location_z = kCentimetres * (world.base + world.rise * (kMiddleRaw / kMaxRaw))};
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
