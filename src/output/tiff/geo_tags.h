// GeoTIFF's tags, and the tag in which GDAL stores what samples mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/georeference.h"

namespace cobble {

struct GeoTags {
  std::vector<double> pixel_scale, tiepoint;
  std::vector<uint16_t> keys;
  std::string gdal_metadata;  // XML; empty if samples are not in metres
};

// Returns the values of the tags. In: max_sample, the sample of an integer format that means 1; 1
// for floats. A tiepoint names a sample by raster coordinates: of a pixel's outer corner if pixels
// are areas, of the sample itself if they are points.
GeoTags GeoTagsOf(const Georeference& georeference, double max_sample);

}  // namespace cobble
