// Where a picture is on the ground, for GeoTIFF and GDAL's virtual datasets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cobble {

// A linear map from samples to metres, for pictures that show a height or a value.
struct SampleMetres {
  double scale = 1, offset = 0;  // samples of integer formats count as 0..1

  double At(double sample) const { return offset + scale * sample; }
};

// The picture's rows run south, its columns east.
struct Georeference {
  double step = 1;  // between neighbouring samples along both axes, in units of the system
  // Coordinates of the outer corner of the first pixel or, if samples are points, of the first one.
  double x = 0, y = 0;
  bool is_point = false;
  int epsg = 0;  // a projected coordinate system; 0: a local one, in metres
  std::optional<SampleMetres> metres = {};

  // Returns the coordinates of the outer corner of the first pixel: half a step before a point.
  double CornerX() const { return is_point ? x - step / 2 : x; }
  double CornerY() const { return is_point ? y + step / 2 : y; }
};

// GeoTIFF's tags, and the tag in which GDAL stores what samples mean.
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
