// Tests the metres of a raster's samples: scales, units, vertical systems.
#include "input/raster_heights.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/input/rasters.h"

namespace cobble {
namespace {

using test::Ascii;
using test::KeyTags;
using test::TiffTag;

constexpr double kFoot = 0.3048, kUsFoot = 1200.0 / 3937;

std::string UnitItem(const std::string& name) {
  return R"(<Item name="UNITTYPE" sample="0" role="unittype">)" + name + "</Item>";
}

TiffTag MetadataTag(const std::string& items) {
  return Ascii(kMetadata, "<GDALMetadata>\n" + items + "</GDALMetadata>\n");
}

TEST_CASE("a scale, an offset and a unit convert samples to metres") {
  const auto heights = [](const auto& row, uint16_t format, const std::string& items) {
    return TerrainIn(RowOf(format, row, {MetadataTag(items)})).heights;
  };
  const std::string scale = R"(<Item name="SCALE" sample="0" role="scale">0.5</Item>)";
  const std::string offset = R"(<Item name="OFFSET" sample="0" role="offset">100</Item>)";
  const std::vector<uint8_t> bytes{0, 1};
  CHECK(heights(bytes, kUnsigned, scale + offset) == Pair{100, 100 + 0.5 * 255});
  CHECK(heights(bytes, kUnsigned, UnitItem("metre")) == Pair{0, 255});
  CHECK(heights(std::vector<int16_t>{0, 1}, kSigned, scale + offset) == Pair{100, 100.5});
  CHECK(heights(std::vector<float>{0, 1}, kFloat, UnitItem("ft")) == Pair{0, 0.3048});
  CHECK_FALSE(heights(std::vector<float>{0, 1}, kFloat, UnitItem("degC")).has_value());
  CHECK_FALSE(heights(std::vector<float>{0, 1}, kFloat, scale.substr(0, 46) + "x</Item>"));
  // Items of other channels, and other items, do not count.
  CHECK(heights(std::vector<int16_t>{0}, kSigned,
                R"(<Item name="SCALE" sample="1" role="scale">7</Item><Item name="A">7</Item>)") ==
        Pair{0, 1});
}

// In: keys behind the one for projected rasters.
ImageTerrain Projected(std::vector<std::array<uint16_t, 2>> keys,
                       const std::vector<TiffTag>& more = {}) {
  keys.insert(keys.begin(), {1024, 1});
  std::vector<TiffTag> tags = KeyTags(30, 5e5, 52e5, keys);
  tags.insert(tags.end(), more.begin(), more.end());
  return TerrainWith(tags);
}

TEST_CASE("a vertical system, or its unit, says what heights are in") {
  constexpr uint16_t kUtm = 26910;
  const auto unit = [](const std::vector<std::array<uint16_t, 2>>& keys) {
    const auto heights = Projected(keys).heights;
    REQUIRE(heights.has_value());
    return (*heights)[1];
  };
  CHECK(unit({{3072, kUtm}}) == 1);
  CHECK(unit({{3072, kUtm}, {4096, 5703}}) == 1);
  for (const uint16_t code : std::vector<uint16_t>{5702, 6360, 8052})
    CHECK(unit({{3072, kUtm}, {4096, code}}) == kUsFoot);
  for (const uint16_t code : std::vector<uint16_t>{8228, 6130, 8050})
    CHECK(unit({{3072, kUtm}, {4096, code}}) == kFoot);
  CHECK(unit({{3072, kUtm}, {4099, 9003}}) == kUsFoot);
  CHECK(unit({{3072, kUtm}, {4096, 32767}, {4099, 9002}}) == kFoot);
  CHECK(unit({{3072, kUtm}, {4096, 5103}, {4099, 9003}}) == kUsFoot);  // a datum of GeoTIFF 1.0
  CHECK(unit({{3072, 8719}}) == kUsFoot);                              // a compound system
  CHECK(unit({{3072, 5972}}) == 1);
  // In degrees, too.
  CHECK(TerrainWith(KeyTags(0.01, 7, 46, {{1024, 2}, {2048, 4269}, {4096, 6360}})).heights ==
        Pair{0, kUsFoot});
  // A vertical system says that 16 bits without a sign are metres.
  CHECK(TerrainIn(RowOf<uint16_t>(kUnsigned, {1},
                                  KeyTags(30, 0, 0, {{1024, 1}, {3072, kUtm}, {4096, 5703}})))
            .heights == Pair{0, 65535});
}

TEST_CASE("heights whose unit is unknown have a reason, and a cure") {
  const auto problem = [](const ImageTerrain& terrain) {
    CHECK_FALSE(terrain.heights.has_value());
    return terrain.height_problem + ": " + terrain.height_cure;
  };
  CHECK(
      problem(Projected({{3072, 32632}}, {MetadataTag(UnitItem("cubits"))})) ==
      "has samples in \"cubits\", a unit that is not known: units are m, ft, US survey ft, British "
      "ft of 1936, fathoms, mm, cm, dm and km");
  CHECK(problem(Projected({{3072, 32632}, {4099, 9096}}))
            .starts_with("has heights in a unit that is not known (EPSG:9096): units are m, "));
  CHECK(problem(Projected({{3072, 32632}, {4096, 6360}}, {MetadataTag(UnitItem("m"))})) ==
        "has samples in m, but a vertical system in US survey ft: ");
  CHECK(
      problem(Projected({{3072, 2263}})) ==
      "is in US survey ft (EPSG:2263), and nothing says whether its heights are, too: if they are, "
      "make a copy that says so: gdal_translate -a_srs EPSG:2263+6360 dem.tif dem_m.tif; if they "
      "are in metres, with EPSG:2263+5703");
  CHECK(problem(Projected({{3072, 2222}})).find("EPSG:2222+8228") != std::string::npos);
  CHECK(problem(Projected({{3072, 32767}, {3076, 9002}})).find("-a_scale 0.3048 ") !=
        std::string::npos);
}

TEST_CASE("numbers in a system of depths are heights, with a warning") {
  const ImageTerrain depths = Projected({{3072, 32632}, {4096, 5866}});
  CHECK(depths.heights == Pair{0, 1});
  CHECK(depths.height_problem.starts_with("has numbers above 0 in a system of depths (EPSG:5866)"));
  CHECK(depths.height_cure ==
        "make a copy that turns them over: gdal_translate -a_scale -1 dem.tif dem_m.tif");
  const std::string turned = R"(<Item name="SCALE" sample="0" role="scale">-1</Item>)";
  CHECK(Projected({{3072, 32632}, {4096, 5866}}, {MetadataTag(turned)}).height_problem.empty());
}

}  // namespace
}  // namespace cobble
