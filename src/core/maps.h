// The single table of maps: names, channels and help. The table in render/maps/table.cpp says how
// each map is computed.
#ifndef COBBLE_CORE_MAPS_H_
#define COBBLE_CORE_MAPS_H_

#include <cstddef>
#include <iterator>
#include <string_view>

#include "cobble/enums.h"

namespace cobble {

// The range of a map's samples.
enum class SampleRange {
  kUnit,       // 0..1; integer formats clamp to it
  kSigned,     // -1..1; formats without negative values store (x + 1) / 2
  kUnbounded,  // any number; float formats only
};

struct MapInfo {
  Map map;
  std::string_view name;
  int channels;
  SampleRange range;
  int bits;  // default bits per channel in integer formats
  std::string_view help;
};

inline constexpr MapInfo kMapTable[] = {
    {Map::kHeight, "height", 1, SampleRange::kUnit, 16, "the value, with range mapped to 0..1"},
    {Map::kNormal, "normal", 3, SampleRange::kSigned, 8, "surface normal: x, y and z"},
    {Map::kSlope, "slope", 2, SampleRange::kUnbounded, 8,
     "slope of the height in x and y, in height units per picture width"},
    {Map::kValue, "value", 1, SampleRange::kUnbounded, 8, "the noise value, not remapped"},
    {Map::kCurvature, "curvature", 1, SampleRange::kUnit, 8,
     "surface curvature: 0.5 is flat, more is convex, less is concave"},
    {Map::kAo, "ao", 1, SampleRange::kUnit, 8,
     "ambient occlusion: 1 where the whole sky is visible, less in hollows"},
};
inline constexpr std::size_t kMapCount = std::size(kMapTable);

// Returns whether the rows match the enum's values, in order.
consteval bool IsMapTableComplete() {
  for (std::size_t k = 0; k < kMapCount; ++k)
    if (kMapTable[k].map != static_cast<Map>(k)) return false;
  return kMapCount == static_cast<std::size_t>(Map::kAo) + 1;
}
static_assert(IsMapTableComplete());

// Returns whether `map` is a value of the enum, not some other number cast to it.
constexpr bool IsMap(Map map) { return static_cast<std::size_t>(map) < kMapCount; }

constexpr const MapInfo& InfoOf(Map map) { return kMapTable[static_cast<std::size_t>(map)]; }
constexpr int Channels(Map map) { return InfoOf(map).channels; }
constexpr bool IsSigned(Map map) { return InfoOf(map).range == SampleRange::kSigned; }

}  // namespace cobble

#endif  // COBBLE_CORE_MAPS_H_
