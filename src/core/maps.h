// The only table of maps: names, channels, help. render/maps/table.cpp says how each is computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/enums.h"
#include "core/bounds.h"

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
  int bits;           // default bits per channel in integer formats
  bool needs_slopes;  // computed from the slopes of the noise
  std::string_view help;
  bool is_mipmapped = false;  // its files have mip levels and no other map
  bool is_color = false;      // red, green and blue: integer formats store them as sRGB
  // The recipe's maps that it is computed from, if the recipe has them.
  std::span<const std::string_view> reads = {};
};

// Precedes the name of a map that is inverted.
inline constexpr std::string_view kInvertPrefix = "invert:";
// Precedes the name of a map that is divided by the sum of a pack's weights.
inline constexpr std::string_view kWeightPrefix = "weight:";
// Precedes the name of a pack of layers, for Terrain3D's control map of them (MakeControl).
inline constexpr std::string_view kControlPrefix = "control:";

inline constexpr std::string_view kMaterialMaps[] = {"color", "roughness", "metallic", "emissive"};

inline constexpr MapInfo kMapTable[] = {
    {Map::kHeight, "height", 1, SampleRange::kUnit, 16, false,
     "the value, with range mapped to 0..1"},
    {Map::kNormal, "normal", 3, SampleRange::kSigned, 8, true, "surface normal: x, y and z"},
    {Map::kSlope, "slope", 2, SampleRange::kUnbounded, 8, true,
     "slope of the height in x and y, in height units per picture width, of a sphere per equator"},
    {Map::kValue, "value", 1, SampleRange::kUnbounded, 8, false, "the noise value, not remapped"},
    {Map::kCurvature, "curvature", 1, SampleRange::kUnit, 8, true,
     "surface curvature: 0.5 is flat, more is convex, less is concave"},
    {Map::kAo, "ao", 1, SampleRange::kUnit, 8, false,
     "ambient occlusion: 1 where the whole sky is visible, less in hollows"},
    {Map::kBumpslopes, "bumpslopes", 6, SampleRange::kUnbounded, 8, true,
     "for film renderers: height, slopes per texel and their moments; tiled, with mip levels",
     true},
    {Map::kLit, "lit", 3, SampleRange::kUnit, 8, true,
     "the material in the light of a sun and a sky, from above", false, true, kMaterialMaps},
    {Map::kElevation, "elevation", 1, SampleRange::kUnbounded, 8, false,
     "the height in metres, of a recipe with a world"},
};
inline constexpr std::size_t kMapCount = std::size(kMapTable);

// Returns whether the rows match the enum's values, in order.
consteval bool IsMapTableComplete() {
  for (std::size_t k = 0; k < kMapCount; ++k)
    if (kMapTable[k].map != static_cast<Map>(k)) return false;
  return kMapCount == static_cast<std::size_t>(Map::kElevation) + 1;
}
static_assert(IsMapTableComplete());

constexpr const MapInfo& InfoOf(Map map) { return kMapTable[static_cast<std::size_t>(map)]; }

// What the samples of a node that is a number are.
enum class NodeScale {
  kValues,  // its values, in float formats
  kBounds,  // 0 to 1 by its bounds
  kRange,   // 0 to 1 by two numbers: PictureMap::node_range
};

// A map as pictures and formats see it: from the table, defined by the recipe, or a node of the
// recipe by its name ("@rock") or its JSON pointer ("@/noise/a").
struct PictureMap {
  std::string name;
  int channels = 1;
  SampleRange range = SampleRange::kUnit;
  int bits = 8;                          // default bits per channel in integer formats
  bool is_mipmapped = false;             // its files have mip levels and no other map
  bool is_color = false;                 // red, green and blue: integer formats store them as sRGB
  std::optional<Map> built_in{};         // nullopt if the recipe defines it
  NodeScale scale = NodeScale::kValues;  // of a node that is a number
  Bounds node_range{0, 1};               // with NodeScale::kRange; low may be above high
  // This map's bits in a file whose maps differ in depth; 0: the file's.
  int stored_bits = 0;
  // The parts of a pack, each a map or a number; the pack has their channels.
  std::vector<PictureMap> parts{};
  // Of a map that the recipe defines: those of ao and curvature on which it depends.
  std::vector<Map> reads{};
  bool weight = false;             // a part: the map's share of the sum of the pack's weights
  std::optional<double> number{};  // a part that is a number, which has no name
  // Of "normal.y" and "invert:height": the map whose channel this is. A channel of a pack is one of
  // a part, or of a pack of all weights.
  std::shared_ptr<const PictureMap> whole{};
  int channel = 0;      // of `whole`
  bool invert = false;  // of `whole`: 1 - the channel, or minus one that is -1..1
  // Made of all channels of `whole`, a pack. The bits of its samples are a number, so it needs
  // floats of 32 bits.
  bool control = false;

  PictureMap() = default;
  PictureMap(Map map)  // NOLINT: implicit on purpose
      : name(InfoOf(map).name),
        channels(InfoOf(map).channels),
        range(InfoOf(map).range),
        bits(InfoOf(map).bits),
        is_mipmapped(InfoOf(map).is_mipmapped),
        is_color(InfoOf(map).is_color),
        built_in(map) {}

  // Returns the map that this is, or of which it is a channel.
  const PictureMap& Source() const { return whole ? *whole : *this; }
  bool IsNode() const { return Source().name.starts_with('@'); }
  bool IsNumberNode() const { return IsNode() && !is_color; }
  bool operator==(const PictureMap& other) const { return name == other.name; }
};

// Sets the scale of a node that is a number. Leaves other maps as they are.
void SetNodeScale(NodeScale scale, PictureMap* map, const Bounds& range = {0, 1});

// Returns the name as used in the names of files and channels: "color", "@rock", "invert~height",
// or for the node at the pointer "@/noise/a": "@~noise~a", or a hash if it is long.
std::string NameInFiles(const PictureMap& map);

constexpr int TotalChannels(std::span<const PictureMap> maps) {
  int channels = 0;
  for (const PictureMap& map : maps) channels += map.channels;
  return channels;
}

// Returns whether test(part) is true for the map or, if it is a pack, for any of its parts.
template <typename Test>
bool AnyPart(const PictureMap& map, const Test& test) {
  if (map.parts.empty()) return test(map);
  return std::any_of(map.parts.begin(), map.parts.end(), test);
}

// Calls visit(part) for the map or, if it is a pack, for each of its parts.
template <typename Visit>
void ForParts(const PictureMap& map, const Visit& visit) {
  if (map.parts.empty()) return visit(map);
  for (const PictureMap& part : map.parts) visit(part);
}

// Calls visit(source) for each map that the map is computed from: those of a pack, the one of which
// it is a channel, or the map itself.
template <typename Visit>
void ForSources(const PictureMap& map, const Visit& visit) {
  if (map.whole) return ForSources(*map.whole, visit);
  if (map.parts.empty()) return visit(map);
  for (const PictureMap& part : map.parts) ForSources(part, visit);
}

// Returns whether test(source) is true for any map that the map is computed from.
template <typename Test>
bool AnySource(const PictureMap& map, const Test& test) {
  bool found = false;
  ForSources(map, [&](const PictureMap& source) { found = found || test(source); });
  return found;
}

}  // namespace cobble
