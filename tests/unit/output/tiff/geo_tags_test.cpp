// Tests of the tags of GeoTIFF. tests/cli/render/ground_test.cpp has GDAL read them.
#include "output/tiff/geo_tags.h"

#include <doctest/doctest.h>

#include <vector>

namespace cobble {
namespace {

using Keys = std::vector<uint16_t>;

TEST_CASE("pixels are areas, whose first corner is the tiepoint") {
  const GeoTags tags = GeoTagsOf({.step = 0.5, .x = 500000, .y = 5200000, .epsg = 32632}, 1);
  CHECK(tags.pixel_scale == std::vector{0.5, 0.5, 0.0});
  CHECK(tags.tiepoint == std::vector{0.0, 0.0, 0.0, 500000.0, 5200000.0, 0.0});
  CHECK(tags.keys == Keys{1, 1, 1, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632});
  CHECK(tags.gdal_metadata.empty());
}

TEST_CASE("vertices are points, in local coordinates without a system") {
  const GeoTags tags =
      GeoTagsOf({.step = 1, .is_point = true, .metres = SampleMetres{1310.7, -5}}, 65535);
  CHECK(tags.tiepoint == std::vector<double>(6, 0));
  CHECK(tags.keys == Keys{1, 1, 1, 3, 1024, 0, 1, 32767, 1025, 0, 1, 2, 3076, 0, 1, 9001});
  CHECK(tags.gdal_metadata.find("role=\"offset\">-5<") != std::string::npos);
  CHECK(tags.gdal_metadata.find("role=\"scale\">0.02<") != std::string::npos);
  CHECK(tags.gdal_metadata.find("role=\"unittype\">m<") != std::string::npos);
}

TEST_CASE("the corner of a point is half a step outside") {
  const Georeference point{.step = 2, .x = 10, .y = 20, .is_point = true};
  CHECK(point.CornerX() == 9);
  CHECK(point.CornerY() == 21);
  const Georeference area{.step = 2, .x = 10, .y = 20};
  CHECK(area.CornerX() == 10);
  CHECK(area.CornerY() == 20);
}

}  // namespace
}  // namespace cobble
