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
};

// A raster as far as its tags concern it.
struct Raster {
  std::string path;  // in commands
  int64_t width = 0, height = 0;
  std::size_t channels = 1;
  SampleType type = {};
};

// Returns the sample that means NoData as FloatsFrom converts it; nullopt if the text is not a
// number or if no sample can have it.
std::optional<float> NoDataSample(std::string_view text, const SampleType& type);

// Returns whether a sample means NoData. Programs round the lowest float, which they write as
// NoData, in different ways, so samples beyond +-1e30 with its sign mean NoData too.
bool IsNoData(float sample, float no_data);

// Returns nullopt if the raster has more channels than a grey and an alpha, or if nothing says
// that it is an elevation model: neither a place, nor a scale or unit, nor samples that are signed
// or of 32 bits or more. Numbers without a unit are metres.
std::optional<ImageTerrain> TerrainOf(const RasterTags& tags, const Raster& raster);

// Returns "pixels of 30 m in EPSG:32632", or "in degrees (EPSG:4326)"; empty without a place.
std::string PlaceText(const ImageTerrain& terrain);

}  // namespace cobble
