// What the tags of GeoTIFF and GDAL say of a raster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "input/sample_type.h"

namespace cobble {

struct RasterTags {
  std::vector<double> pixel_scale = {}, tiepoint = {}, transformation = {};
  std::vector<uint16_t> keys = {};  // the directory
  std::string metadata = {};        // GDAL's XML
  std::string no_data = {};

  // Returns the value of a key that is a number.
  std::optional<int> Key(uint16_t key) const;
  // Returns the code that a key has for a coordinate system; 0 if it has none.
  int SystemOf(uint16_t key) const;
};

// A raster as far as its tags concern it.
struct Raster {
  std::string path;  // in commands
  int64_t width = 0, height = 0;
  std::size_t channels = 1;
  SampleType type = {};

  bool IsColor() const { return channels > 2; }
};

// Returns the text without blanks and NULs at its ends.
std::string_view Trimmed(std::string_view text);

// Returns nullopt if nothing says that a raster is an elevation model or on the ground: neither a
// place nor, of a grey one, a scale or unit, or samples that are signed or of 32 bits or more.
// Numbers without a unit are metres.
std::optional<ImageTerrain> TerrainOf(const RasterTags& tags, const Raster& raster);

// Returns what a file states: "pixels of 30 m in EPSG:32632", "in degrees (EPSG:4326)", "0 is 0 m
// and 1 is 0.3048 m".
std::vector<std::string> TerrainTexts(const ImageTerrain& terrain);

}  // namespace cobble
