// Tests where pictures are on the ground.
#include "jobs/ground.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "output/formats.h"
#include "recipe/fields/picture_maps.h"
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

const ImageTerrain kModel{.heights = {{0, 1}}, .step = 10, .x = 5000, .y = 8000, .epsg = 32632};

// In: more, keys of a recipe that shows an image of 200 x 100 pixels, 10 m large.
Recipe ModelRecipe(const std::string& more, const std::string& noise = "image(dem)",
                   const ImageTerrain& terrain = kModel, int channels = 1) {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "noise": ")" + noise + '"' + more + "}", "f");
  std::vector<float> samples(static_cast<std::size_t>(200 * 100 * channels));
  samples[7] = 90;
  layers.AddImage("dem", std::make_shared<const SourceImage>(Image{200, 100, channels, samples},
                                                             false, terrain));
  return layers.Resolve();
}

std::optional<Georeference> PlaceOf(const std::string& more, const std::string& noise) {
  return GeoreferenceOf(ModelRecipe(more, noise), {10, 20, 5, 5}, std::nullopt, Map::kHeight);
}

TEST_CASE("a picture of an elevation model is where it is, in any part of it") {
  const auto place = [](const std::string& more, const std::string& noise = "image(dem)") {
    const auto at = PlaceOf(more, noise);
    return at ? std::vector<double>{at->step, at->x, at->y, static_cast<double>(at->epsg)}
              : std::vector<double>{};
  };
  using Numbers = std::vector<double>;
  CHECK(place("") == Numbers{10, 5100, 7800, 32632});
  CHECK(place(R"(, "size": [400, 200])") == Numbers{5, 5050, 7900, 32632});
  // Half of it, moved by a quarter to the right and a tenth down, of its width.
  CHECK(
      place(
          R"(, "size": [100, 50], "domain": {"extent": [0.5, 0.25], "translate": [0.25, 0.1]})") ==
      Numbers{10, 5000 + 1000 + 100, 8000 - 250 - 200 - 200, 32632});
  CHECK(place(R"(, "domain": {"grid": "vertices"}, "size": [201, 101])") ==
        Numbers{10, 5100, 7800, 32632});
  // Turned, or of another scale: without a place.
  CHECK(place(R"(, "domain": {"rotate": 90})") == Numbers{10, 100, -200, 0});
  CHECK(place(R"(, "world": {"width": 1000})") == Numbers{5, 50, -100, 0});
  CHECK(place(R"(, "world": {"width": 2000, "heights": [0, 1]}, "range": [0, 1])",
              "image(dem) + 1") == Numbers{2000.0 / 1024, 20000.0 / 1024, -40000.0 / 1024, 0});
}

TEST_CASE("a photograph, as the noise or as a map, has a place without a world") {
  ImageTerrain photo = kModel;
  photo.heights.reset();
  const auto place = [&](const Recipe& recipe, const PictureMap& map) {
    const auto at = GeoreferenceOf(recipe, {10, 20, 5, 5}, std::nullopt, map);
    REQUIRE(at.has_value());
    CHECK_FALSE(at->metres.has_value());
    CHECK(at->epsg == 32632);
    return std::vector<double>{at->step, at->x, at->y};
  };
  using Numbers = std::vector<double>;
  CHECK(place(ModelRecipe("", "image(dem)", photo, 3), Map::kHeight) == Numbers{10, 5100, 7800});
  const Recipe recipe = ModelRecipe(
      R"r(, "size": [400, 200], "maps": {"photo": "image(dem, color)"})r", "perlin(3)", photo, 3);
  CHECK(place(recipe, *FindPictureMap(recipe, "photo")) == Numbers{5, 5050, 7900});
  CHECK_FALSE(GeoreferenceOf(recipe, {0, 0, 1, 1}, std::nullopt, Map::kHeight).has_value());
}

TEST_CASE("the coordinates of a system in feet are in feet") {
  constexpr double kFoot = 1200.0 / 3937;
  ImageTerrain feet = kModel;
  feet.step = 10 * kFoot;
  feet.epsg = 2263;
  const Recipe recipe = ModelRecipe("", "image(dem)", feet);
  CHECK(recipe.world->width == doctest::Approx(2000 * kFoot));
  const auto at = GeoreferenceOf(recipe, {10, 20, 5, 5}, std::nullopt, Map::kHeight);
  CHECK(at->step == doctest::Approx(10));
  CHECK(at->x == doctest::Approx(5100));
  CHECK(at->y == doctest::Approx(7800));
  const auto given = GeoreferenceOf(GroundRecipe(R"("size": [800, 200])"), {2, 0, 5, 5},
                                    GroundAnchor{2263, 1000, 2000}, Map::kHeight);
  CHECK(given->step == doctest::Approx(0.5 / kFoot));
  CHECK(given->x == doctest::Approx(1000 + 1 / kFoot));
}

TEST_CASE("a place that pictures cannot state has a reason") {
  const auto problem = [](const std::string& more, const ImageTerrain& terrain = kModel) {
    return AnchorOfImage(ModelRecipe(more, "image(dem)", terrain), Map::kHeight).problem;
  };
  CHECK(problem("").empty());
  CHECK(problem(R"(, "domain": {"rotate": 90})") == "the domain turns the image");
  CHECK(problem(R"(, "domain": {"scale": [4, 1, 1]})") ==
        "the domain stretches or tilts the image");
  CHECK(problem(R"(, "world": {"width": 1000})") ==
        "the pixels of the image are 10 m by its file, but 5 m by the world and the fit");
  ImageTerrain other = kModel;
  other.epsg = 0;
  CHECK(problem("", other).empty());  // a local system
  other.problem = "has a coordinate system without an EPSG code";
  CHECK(problem("", other) == "the image has a coordinate system without an EPSG code");
  CHECK(problem(R"(, "world": {"width": 9})", {.heights = {{0, 1}}, .problem = "is in degrees"}) ==
        "the image is in degrees");
}

std::string AnchorError(const std::string& text) {
  return test::TextIn([&] { ParseGroundAnchor(text); }, {}, "");
}

TEST_CASE("an anchor is a code of EPSG and the coordinates of the upper left") {
  CHECK(ParseGroundAnchor("EPSG:32632,500000,-5.5e3").y == -5500);
  CHECK(ParseGroundAnchor("epsg:3857,0,0").epsg == 3857);
  const std::string form =
      "georeference: must be EPSG:CODE,X,Y, a code from 1024 to 32766 and the coordinates of the "
      "upper left, got ";
  const std::string example = "; as in `georeference=EPSG:32632,500000,5200000`";
  for (const std::string text :
       {"", "32632,0,0", "EPSG:32632", "EPSG:32632,0", "EPSG:32632,0,0,0", "EPSG:7,0,0",
        "EPSG:70000,0,0", "EPSG:32632,0,x", "ESRI:32632,0,0"})
    CHECK(AnchorError(text) == form + '"' + text + '"' + example);
  CHECK(AnchorError("EPSG:4326,11,47").find("EPSG:4326 is in degrees") != std::string::npos);
  CHECK(AnchorError("EPSG:24370,1,2").find("neither in metres nor in feet") != std::string::npos);
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
