// Tests where pictures are on the ground.
#include "jobs/ground.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "output/formats.h"
#include "support/errors.h"

namespace cobble {
namespace {

Recipe GroundRecipe(const std::string& more) {
  return ReadRecipe(R"({"cobble": 1, "noise": "perlin", "range": [-1, 1], "world": {"width": 400,)"
                    R"( "heights": [20, 120]}, )" +
                        more + "}",
                    "f");
}

TEST_CASE("a window keeps the scale of the whole picture") {
  const Recipe recipe = GroundRecipe(R"("size": [800, 200])");
  const auto at =
      GeoreferenceOf(recipe, {10, 20, 5, 5}, GroundAnchor{32632, 1000, 2000}, Map::kHeight);
  REQUIRE(at.has_value());
  CHECK(at->step == 0.5);
  CHECK(at->x == 1005);
  CHECK(at->y == 1990);
  CHECK(at->epsg == 32632);
  CHECK_FALSE(at->is_point);
  CHECK(at->metres->At(0) == 20);
  CHECK(at->metres->At(1) == 120);
}

TEST_CASE("vertices are points, whose first is at the anchor") {
  const Recipe recipe = GroundRecipe(R"("size": [401, 201], "domain": {"grid": "vertices"})");
  const auto at = GeoreferenceOf(recipe, {400, 0, 1, 1}, std::nullopt, Map::kValue);
  REQUIRE(at.has_value());
  CHECK(at->step == 1);
  CHECK(at->is_point);
  CHECK(at->x == 400);
  CHECK(at->y == 0);
  CHECK(at->metres->At(-1) == 20);
  CHECK_FALSE(GeoreferenceOf(recipe, {0, 0, 1, 1}, std::nullopt, Map::kNormal)->metres.has_value());
}

TEST_CASE("a recipe without a world is nowhere") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": "perlin"})", "f");
  CHECK_FALSE(GeoreferenceOf(recipe, {0, 0, 1, 1}, std::nullopt, Map::kHeight).has_value());
  CHECK_FALSE(MetresOf(recipe, Map::kHeight).has_value());
}

std::string AnchorError(const std::string& text) {
  return test::TextIn([&] { ParseGroundAnchor(text); }, {}, "");
}

TEST_CASE("an anchor is a code of EPSG and the coordinates of the upper left") {
  CHECK(ParseGroundAnchor("EPSG:32632,500000,-5.5e3").y == -5500);
  CHECK(ParseGroundAnchor("epsg:3857,0,0").epsg == 3857);
  const std::string form =
      "georeference: must be EPSG:CODE,X,Y, a code from 1024 to 32766 and the metres of the upper "
      "left, got ";
  const std::string example = "; as in `georeference=EPSG:32632,500000,5200000`";
  for (const std::string text :
       {"", "32632,0,0", "EPSG:32632", "EPSG:32632,0", "EPSG:32632,0,0,0", "EPSG:7,0,0",
        "EPSG:70000,0,0", "EPSG:32632,0,x", "ESRI:32632,0,0"})
    CHECK(AnchorError(text) == form + '"' + text + '"' + example);
  CHECK(AnchorError("EPSG:4326,11,47").find("EPSG:4326 is in degrees") != std::string::npos);
}

TEST_CASE("the library stores a georeference in TIFF alone, of a recipe with a world") {
  const Program ground = Program::Compile(GroundRecipe(R"("size": 16)"));
  EncodeOptions options{.format = "tiff"};
  const std::string local = EncodePicture(ground, options).bytes;
  options.georeference = "EPSG:32632,500000,5200000";
  CHECK(EncodePicture(ground, options).bytes != local);
  options.format = "png";
  CHECK_THROWS_WITH(EncodePicture(ground, options),
                    doctest::Contains("is stored in TIFF files and virtual datasets"));
  options.format = "tiff";
  const Recipe plain = ReadRecipe(R"({"cobble": 1, "size": 16, "noise": "perlin"})", "f");
  CHECK_THROWS_WITH(EncodePicture(Program::Compile(plain), options),
                    doctest::Contains("georeference: needs a world"));
}

}  // namespace
}  // namespace cobble
