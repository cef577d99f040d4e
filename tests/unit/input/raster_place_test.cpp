// Tests where rasters are.
#include "input/raster_place.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/input/rasters.h"

namespace cobble {
namespace {

using test::Ascii;
using test::DegreeTags;
using test::Doubles;
using test::KeyTags;
using test::PlaceTags;
using test::Shorts;
using test::SmallTiff;
using test::TiffTag;

TEST_CASE("a projected raster has a place, and numbers are metres") {
  const ImageTerrain terrain =
      TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, PlaceTags(30, 5e5, 52e5, 32632)));
  CHECK(terrain ==
        ImageTerrain{.heights = Pair{0, 1}, .step = 30, .x = 500000, .y = 5200000, .epsg = 32632});
}

TEST_CASE("a raster of points begins half a pixel before the first") {
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[2] = Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32632});
  const ImageTerrain terrain = TerrainIn(RowOf<float>(kFloat, {1, 2}, tags));
  CHECK(terrain.x == 499985);
  CHECK(terrain.y == 5200015);
}

TEST_CASE("a tiepoint may be anywhere, and a matrix may replace it") {
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[1] = Doubles(33922, {10, 20, 0, 500300, 5199400, 0});
  const ImageTerrain expected =
      TerrainIn(RowOf<float>(kFloat, {1}, PlaceTags(30, 5e5, 52e5, 32632)));
  CHECK(TerrainIn(RowOf<float>(kFloat, {1}, tags)) == expected);
  const std::vector<double> matrix{30, 0, 0, 5e5, 0, -30, 0, 52e5, 0, 0, 0, 0, 0, 0, 0, 1};
  CHECK(TerrainIn(RowOf<float>(kFloat, {1}, {Doubles(34264, matrix), tags[2]})) == expected);
}

TEST_CASE("pictures that are not elevation models have no terrain") {
  const auto has = [](const SmallTiff& tiff) {
    return OpenPictureFile(RasterFile(tiff))->info().terrain.has_value();
  };
  CHECK_FALSE(has(RowOf<float>(kFloat, {1})));
  CHECK_FALSE(has(RowOf<uint16_t>(kUnsigned, {1})));
  CHECK(has(RowOf<int16_t>(kSigned, {1})));
  // A place without a coordinate system says nothing.
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags.pop_back();
  CHECK_FALSE(has(RowOf<float>(kFloat, {1}, tags)));
}

TEST_CASE("a photograph from above has a place, but no heights") {
  SmallTiff colors{.bits = 8, .channels = 3, .samples = "abc"};
  CHECK_FALSE(OpenPictureFile(RasterFile(colors))->info().terrain.has_value());
  colors.more = PlaceTags(30, 5e5, 52e5, 32632);
  const ImageTerrain terrain = TerrainIn(colors);
  CHECK(terrain.step == 30);
  CHECK_FALSE(terrain.heights.has_value());
}

TEST_CASE("a place in feet has a step in metres, and keeps its coordinates if it has a code") {
  constexpr double kSurveyFoot = 1200.0 / 3937;
  for (const auto& keys : std::vector<std::vector<std::array<uint16_t, 2>>>{
           {{1024, 1}, {3072, 2263}}, {{1024, 1}, {3072, 2263}, {3076, 9003}}}) {
    const ImageTerrain terrain = TerrainWith(KeyTags(10, 980000, 190000, keys));
    CHECK(terrain.step == 10 * kSurveyFoot);
    CHECK(terrain.x == 980000);
    CHECK(terrain.epsg == 2263);
    CHECK(terrain.problem.empty());
  }
  const ImageTerrain own =
      TerrainWith(KeyTags(10, 1000, 2000, {{1024, 1}, {3072, 32767}, {3076, 9002}}));
  CHECK(own.step == 10 * 0.3048);
  CHECK(own.x == 1000 * 0.3048);
  CHECK(own.epsg == 0);
  CHECK(own.problem == "has a coordinate system without an EPSG code");
  CHECK(own.cure == "gdal_translate -a_srs EPSG:CODE dem.tif dem_m.tif");
  // A local system is all that the file means.
  CHECK(TerrainWith(KeyTags(10, 0, 0, {{1024, 32767}, {3076, 9001}})).problem.empty());
}

TEST_CASE("a raster in web mercator has the command that makes its distances true") {
  const auto cure = [](double x, double y) {
    const ImageTerrain terrain = TerrainWith(PlaceTags(100, x, y, 3857));
    CHECK(terrain.problem.empty());
    return terrain.cure;
  };
  CHECK(cure(1e6, 6e6) == "gdalwarp -t_srs EPSG:32632 -r cubic -dstnodata -9999 dem.tif dem_m.tif");
  CHECK(cure(-7.8e6, -2.3e6).find("EPSG:32719") != std::string::npos);
  CHECK(cure(1e6, 1.9e7).find("EPSG:3995") != std::string::npos);
}

TEST_CASE("a place that a recipe cannot take has a reason, and a command that helps") {
  const auto problem = [](const std::vector<TiffTag>& tags) {
    const ImageTerrain terrain = TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, tags));
    CHECK(terrain.step == 0);
    return terrain.problem + ": " + terrain.cure;
  };
  CHECK(problem(DegreeTags(1.0 / 3600, 7, 46)) ==
        "is in degrees (EPSG:4326): gdalwarp -t_srs EPSG:32632 -r cubic -dstnodata -9999 dem.tif "
        "dem_m.tif");
  const auto with_no_data = [](std::vector<TiffTag> tags) {
    tags.push_back(Ascii(kNoData, "-1"));
    return tags;
  };
  CHECK(problem(with_no_data(DegreeTags(0.1, -70, -20))) ==
        "is in degrees (EPSG:4326): gdalwarp -t_srs EPSG:32719 -r cubic dem.tif dem_m.tif");
  CHECK(problem(DegreeTags(0.1, 20, 86)).find("EPSG:3995") != std::string::npos);
  CHECK(problem(DegreeTags(0.1, 20, -85)).find("EPSG:3031") != std::string::npos);
  CHECK(problem(DegreeTags(0.1, 1e300, 10)).find("EPSG:32660") != std::string::npos);
  CHECK(problem(DegreeTags(90, -180, 90)).find("EPSG:4087") != std::string::npos);
  CHECK(problem(PlaceTags(30, 5e5, 52e5, 24370)) ==
        "is neither in metres nor in feet (EPSG:24370): gdalwarp -t_srs EPSG:CODE -r cubic "
        "-dstnodata "
        "-9999 dem.tif dem_m.tif, with the code of a system in metres");
  CHECK(problem(KeyTags(30, 5e5, 52e5, {{1024, 1}, {3072, 32632}, {3076, 9003}}))
            .starts_with("has a unit that is not its system's (EPSG:32632): "));
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[0] = Doubles(33550, {30, 20, 0});
  CHECK(problem(tags).starts_with(
      "has pixels of 30 x 20 m, which are not square: gdalwarp -tr 20 20 -r cubic "));
  tags[0] = Doubles(33550, {30, -30, 0});
  CHECK(problem(tags).starts_with("is not north up: gdalwarp -r cubic "));
  const std::vector<double> turned{30, 5, 0, 5e5, 5, -30, 0, 52e5, 0, 0, 0, 0, 0, 0, 0, 1};
  CHECK(problem({Doubles(34264, turned), tags[2]}).starts_with("is not north up"));
  // Unsigned numbers have none to spare for holes.
  CHECK(TerrainIn(RowOf<uint16_t>(kUnsigned, {1}, DegreeTags(0.1, 7, 46))).cure ==
        "gdalwarp -t_srs EPSG:32632 -r cubic -dstalpha dem.tif dem_m.tif");
  // Less than a pixel along the longer side is square enough.
  tags[0] = Doubles(33550, {30, 30.01, 0});
  CHECK(TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, tags)).step == 30);
}

}  // namespace
}  // namespace cobble
