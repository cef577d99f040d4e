// Heights as the colours of a terrain tile: elevations in metres, in 24 bits of an RGB picture.
// Based on: Mapbox, Mapbox Terrain-RGB v1 (docs.mapbox.com/data/tilesets/reference);
// Mapzen and Tilezen, Joerd: formats of terrain tiles, Terrarium
// (github.com/tilezen/joerd/blob/master/docs/formats.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/band_sink.h"
#include "core/bounds.h"
#include "core/maps.h"

namespace cobble {

// Readers compute the elevation from red, green and blue, 0 to 255:
enum class TerrainCode {
  kMapbox,     // -10000 + (65536 red + 256 green + blue) / 10
  kTerrarium,  // -32768 + 256 red + green + blue / 256
};
inline constexpr std::array<std::string_view, 2> kTerrainCodes{"mapbox", "terrarium"};
inline constexpr std::string_view NameOf(TerrainCode code) {
  return kTerrainCodes[static_cast<std::size_t>(code)];
}

// How a height becomes metres.
struct Elevation {
  TerrainCode code = TerrainCode::kMapbox;
  double low = 0, high = 0;  // metres at the heights 0 and 1

  bool operator==(const Elevation&) const = default;
};

// Returns the map as files store it: three colours, the bytes of a number, the most significant
// first.
PictureMap TerrainMap(const PictureMap& map);

// Returns the elevations that the code can represent, in metres.
Bounds TerrainRange(TerrainCode code);
// Returns the difference of two successive codes in metres.
double TerrainStep(TerrainCode code);

// Returns a sink that takes the rows of a height as floats and passes on rows of codes to `inner`,
// which must outlive it and take 3 channels of 8 bits, as of a PNG. Height h in 0..1 is the
// elevation low + h (high - low), rounded half up to a code. Other heights and NaN are clamped and
// counted as by the quantisers; elevations that the code cannot represent are clamped. In:
// `elevation`, finite; `width` of the picture in pixels. Throws Error kBug for another inner sink.
std::unique_ptr<BandSink> EncodeTerrain(const Elevation& elevation, BandSink& inner, int64_t width);

}  // namespace cobble
