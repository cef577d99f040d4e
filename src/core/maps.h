// THE table of maps: what files and the command line must know of each. What computes a map is its
// row in render/maps/table.cpp.
#ifndef COBBLE_CORE_MAPS_H_
#define COBBLE_CORE_MAPS_H_

#include <cstddef>
#include <iterator>
#include <string_view>

#include "cobble/enums.h"

namespace cobble {

// What a map's samples are.
enum class Samples {
  kUnit,       // 0..1, and what lies beyond is clamped in files of integers
  kSigned,     // -1..1; files that hold nothing below 0 have (x + 1) / 2
  kUnbounded,  // any number, for files of floats alone
};

struct MapInfo {
  Map map;
  std::string_view name;
  int channels;
  Samples samples;
  int bits;  // of a component in files of integers, where nobody says
  std::string_view help;
};

inline constexpr MapInfo kMapTable[] = {
    {Map::kHeight, "height", 1, Samples::kUnit, 16, "the value, with range mapped to 0..1"},
    {Map::kNormal, "normal", 3, Samples::kSigned, 8, "the surface's normal, x, y and z"},
    {Map::kSlope, "slope", 2, Samples::kUnbounded, 8,
     "the height's slope, x and y, in heights a picture width"},
    {Map::kValue, "value", 1, Samples::kUnbounded, 8, "the noise's own value"},
    {Map::kCurvature, "curvature", 1, Samples::kUnit, 8,
     "how the surface bends: 0.5 flat, above that convex, below hollow"},
    {Map::kAo, "ao", 1, Samples::kUnit, 8,
     "ambient occlusion: 1 where nothing hides the sky, less in hollows"},
};
inline constexpr std::size_t kMapCount = std::size(kMapTable);

// Whether the rows are those of the enum, in its order.
consteval bool IsMapTableComplete() {
  for (std::size_t k = 0; k < kMapCount; ++k)
    if (kMapTable[k].map != static_cast<Map>(k)) return false;
  return kMapCount == static_cast<std::size_t>(Map::kAo) + 1;
}
static_assert(IsMapTableComplete());

// Whether it is one of the enum's values, and not another number cast to it.
constexpr bool IsMap(Map map) { return static_cast<std::size_t>(map) < kMapCount; }

constexpr const MapInfo& InfoOf(Map map) { return kMapTable[static_cast<std::size_t>(map)]; }
constexpr int Channels(Map map) { return InfoOf(map).channels; }
constexpr bool IsSigned(Map map) { return InfoOf(map).samples == Samples::kSigned; }

}  // namespace cobble

#endif  // COBBLE_CORE_MAPS_H_
