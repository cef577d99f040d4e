// Tests how recipes look: light, maps, sizes.
#include "views/look.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "support/levels.h"
#include "unit/output/files.h"
#include "views/globe.h"
#include "views/terrain/terrain_view.h"

namespace cobble {
namespace {

Recipe RecipeOf(const std::string& members) {
  return ReadRecipe(R"({"cobble": 1, "size": 16, )" + members + "}", "f");
}

RgbPicture Look(const std::string& members, const LookOptions& options = {}) {
  return LookAt(RecipeOf(members), options);
}

std::vector<int> Middle(const RgbPicture& picture) {
  const uint8_t* const rgb = picture.Pixel(picture.width / 2, picture.height / 2);
  return {rgb[0], rgb[1], rgb[2]};
}

constexpr const char* kFlat = R"("noise": {"type": "constant", "value": 0.5})";

std::string Ramp(const std::string& axis, const std::string& more = "") {
  return R"("noise": {"type": "coordinate", "axis": ")" + axis + R"("})" + more;
}

TEST_CASE("without a look, a recipe is lit from the upper left") {
  CHECK(Look(kFlat) == Look(kFlat, {.look = "lit"}));
  const std::string opposite = R"(, "range": [0.5, -0.5])";
  for (const std::string axis : {"x", "y"}) {
    // A surface that rises to the right, or downwards, faces the light.
    const int facing = Middle(Look(Ramp(axis)))[0], averted = Middle(Look(Ramp(axis, opposite)))[0];
    CHECK(facing > averted + 10);
    // The direction of y in normal maps does not matter.
    CHECK(Look(Ramp(axis, R"(, "normal": {"y": "down"})")) == Look(Ramp(axis)));
  }
}

TEST_CASE("colours are lit; a flat one nearly keeps its value") {
  const std::string color = R"(, "maps": {"color": "#804020"})";
  const auto flat = Middle(Look(kFlat + color));
  CHECK(std::abs(flat[0] - 0x80) <= 10);
  CHECK(std::abs(flat[1] - 0x40) <= 10);
  CHECK(std::abs(flat[2] - 0x20) <= 24);
  CHECK(Middle(Look(Ramp("x", color)))[0] > flat[0]);
}

TEST_CASE("a sphere shows the material, black around it, bright where the sun is") {
  const std::string color = R"(, "maps": {"color": "#a06030"})";
  const LookOptions ball{.look = "", .shape = Shape::kSphere, .max_width = 64, .max_height = 64};
  const auto look = [&](const std::string& more) {
    return LookAt(ReadRecipe(R"({"cobble": 1, "size": [96, 64], )" + more + "}", "f"), ball);
  };
  const RgbPicture flat = look(kFlat + color);
  REQUIRE(flat.width == flat.height);
  const int64_t side = flat.width, near = side / 4, far = side - 1 - near;
  const auto red = [](const RgbPicture& picture, int64_t x, int64_t y) {
    return int{picture.Pixel(x, y)[0]};
  };
  for (const int64_t x : {int64_t{0}, side - 1})
    for (const int64_t y : {int64_t{0}, side - 1}) CHECK(red(flat, x, y) == 0);
  CHECK(red(flat, near, near) > red(flat, far, far) + 40);
  CHECK(red(flat, far, far) > 20);
  CHECK(std::abs(red(flat, far, near) - red(flat, near, far)) <= 2);
  // In the middle, the ball faces the viewer like the flat picture.
  const auto of_ball = Middle(flat), of_flat = Middle(Look(kFlat + color));
  for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(of_ball[c] - of_flat[c]) <= 6);

  // Slopes turn with the surface: a rise to the right lightens the ball's middle, as in the flat
  // picture. The direction of y in normal maps does not matter.
  CHECK(Middle(look(Ramp("x", color)))[0] > of_ball[0]);
  CHECK(look(Ramp("y", color)) == look(Ramp("y", color + R"(, "normal": {"y": "down"})")));
  CHECK(Look(kFlat, {.look = "lit", .shape = Shape::kSphere}) ==
        Look(kFlat, {.look = "", .shape = Shape::kSphere}));
  CHECK(ErrorOf([&] { Look(kFlat, {.look = "normal", .shape = Shape::kSphere}); }) ==
        "2 look: a sphere only shows the map lit");
  const RgbPicture land =
      Look(kFlat, {.look = "", .shape = Shape::kTerrain, .max_width = 48, .max_height = 32});
  CHECK(land == ViewTerrain(RecipeOf(kFlat), {.width = 48, .height = 30}));
}

TEST_CASE("pictures of spheres are shown in any size, and parts of them") {
  const std::string noise = R"json({"cobble": 1, "size": 500, "noise": "gradient(latitude)", )json";
  for (const char* domain : {R"("surface": "cube")", R"("surface": "equirectangular")",
                             R"("surface": "equirectangular", "grid": "vertices")"}) {
    const Recipe recipe = ReadRecipe(noise + R"("domain": {)" + domain + "}}", "f");
    const RgbPicture all = LookAt(recipe, {.look = "height", .max_width = 79, .max_height = 999});
    CHECK(all.width == 79);
    CHECK(all.Pixel(59, 0)[0] > all.Pixel(59, all.height - 1)[0]);
    const RgbPicture north =
        LookAt(recipe,
               {.look = "height", .window = {700, 0, 250, 100}, .max_width = 31, .max_height = 31});
    CHECK(north.width == 31);
    CHECK(north.Pixel(15, 5)[0] > 128);
  }
}

TEST_CASE("a recipe of a sphere is a globe, with the north above and the east to the right") {
  // Red rises to the east and green to the north; the sun is where the viewer is.
  const std::string members = R"json("domain": {"surface": "cube"}, "lit": {"elevation": 90},
      "noise": "gradient(latitude)", "normal": {"strength": 0.0001}, "maps": {"roughness": "1",
      "color": "channels(gradient(longitude), gradient(latitude), 0)"})json";
  const LookOptions globe{.look = "", .shape = Shape::kSphere, .max_width = 64, .max_height = 64};
  const RgbPicture shown =
      LookAt(ReadRecipe(R"({"cobble": 1, "size": 64, )" + members + "}", "f"), globe);
  REQUIRE(shown.width == 64);
  REQUIRE(shown.height == 64);
  const auto at = [&](int64_t x, int64_t y, int channel) {
    return int{shown.Pixel(x, y)[channel]};
  };
  CHECK(at(0, 0, 1) == 0);
  CHECK(at(63, 63, 1) == 0);
  CHECK(at(53, 32, 0) > at(10, 32, 0) + 20);
  CHECK(at(32, 10, 1) > at(32, 53, 1) + 20);
  CHECK(std::abs(at(32, 10, 0) - at(32, 53, 0)) <= 8);
  CHECK(std::abs(at(10, 32, 1) - at(53, 32, 1)) <= 8);

  const Recipe recipe = RecipeOf(members);
  const GlobeView polar{.width = 31, .height = 23, .longitude = 77, .latitude = 90, .radius = 0.9};
  const Image pole = ViewGlobe(recipe, polar);
  const float brightest = pole.Pixel(15, 11)[1];
  CHECK(brightest == *std::max_element(pole.samples.begin(), pole.samples.end()));
  for (const std::string& level : test::RunningLevels())
    for (const int threads : {1, 3}) {
      GlobeView same = polar;
      same.simd = level;
      same.threads = threads;
      CHECK(ViewGlobe(recipe, same).samples == pole.samples);
    }
  const RgbPicture land =
      Look(members, {.look = "", .shape = Shape::kTerrain, .max_width = 48, .max_height = 30});
  CHECK(land.Pixel(24, 15)[1] > 0);
}

TEST_CASE("maps are shown as their files store them, and unbounded ones stretched") {
  const auto at = [](const std::string& members, const std::string& map) {
    return Middle(Look(members, {.look = map}));
  };
  CHECK(at(kFlat, "height") == std::vector<int>{128, 128, 128});
  CHECK(at(kFlat, "normal") == std::vector<int>{128, 128, 255});
  CHECK(at(kFlat, "value") == std::vector<int>{128, 128, 128});
  CHECK(at(kFlat, "slope") == std::vector<int>{128, 128, 0});
  CHECK(at(Ramp("x"), "slope") == std::vector<int>{255, 128, 0});
  const std::string maps =
      R"(, "maps": {"paint": "#804020", "wet": 0.25}, "pack": {"two": ["wet", 1],
          "rgba": ["wet", 0, "wet", 1]})";
  CHECK(at(kFlat + maps, "paint") == std::vector<int>{0x80, 0x40, 0x20});
  CHECK(at(kFlat + maps, "wet") == std::vector<int>{64, 64, 64});
  CHECK(at(kFlat + maps, "two") == std::vector<int>{64, 255, 0});
  CHECK(at(kFlat + maps, "rgba") == std::vector<int>{64, 0, 64});

  // Kept values extend from black to white.
  const RgbPicture kept = Look(Ramp("x", R"(, "range": "none")"), {.look = "height"});
  CHECK(kept.Pixel(0, 0)[0] == 0);
  CHECK(kept.Pixel(15, 0)[0] == 255);
  CHECK(kept == Look(Ramp("x"), {.look = "value"}));
}

TEST_CASE("without a look, a recipe without slopes shows its colour or its height") {
  const std::string steep =
      R"("noise": {"type": "slope-of", "source": {"type": "perlin", "frequency": 3}})";
  const std::string color = R"(, "maps": {"color": "#102030"})";
  CHECK(Look(steep) == Look(steep, {.look = "height"}));
  CHECK(Look(steep + color) == Look(steep + color, {.look = "color"}));
  CHECK(ErrorOf([&] { Look(steep, {.look = "lit"}); }).starts_with("3 "));
  std::vector<Issue> warnings;
  Look(steep, {.look = "", .warnings = &warnings});
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].Text().find("/noise: height is shown instead of lit: has no slope, since") !=
        std::string::npos);
  Look(kFlat, {.look = "", .warnings = &warnings});
  Look(steep, {.look = "height", .warnings = &warnings});
  CHECK(warnings.size() == 1);
}

TEST_CASE("a large picture looks like the mean of its pixels") {
  const std::string perlin =
      R"("noise": {"type": "perlin", "frequency": 3}, "tiling": true, "size": [512, 256],
         "domain": {"extent": [2, 1]})";
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, )" + perlin + "}", "f");
  LookOptions options{.look = "height", .max_width = 64, .max_height = 64};
  const RgbPicture small = LookAt(recipe, options);
  CHECK(small.width == 64);
  CHECK(small.height == 32);
  const Image whole = Reduced(
      RenderImage(Program::Compile(recipe, OptionsFor(recipe, {"height"})), "height"), {64, 32});
  int worst = 0;
  for (std::size_t k = 0; k < whole.samples.size(); ++k)
    worst = std::max(worst, std::abs(small.samples[3 * k] - UnitByte(double{whole.samples[k]})));
  CHECK(worst <= 1);

  // A window is that part of the whole.
  options.window = {128, 0, 256, 256};
  options.max_width = options.max_height = 32;
  const RgbPicture part = LookAt(recipe, options);
  REQUIRE(part.width == 32);
  worst = 0;
  for (int64_t y = 0; y < 32; ++y)
    for (int64_t x = 0; x < 32; ++x)
      worst = std::max(worst, std::abs(part.Pixel(x, y)[0] - small.Pixel(x + 16, y)[0]));
  CHECK(worst <= 1);
}

TEST_CASE("the largest picture is looked at as quickly as a small one") {
  const Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "size": 2147483647, "noise": {"type": "perlin"}})", "f");
  const RgbPicture picture = LookAt(recipe, {.look = "lit", .max_width = 20, .max_height = 10});
  CHECK(picture.width == 10);
  CHECK(picture.height == 10);
}

TEST_CASE("an unknown map is refused with the nearest one") {
  const std::string members = R"("noise": {"ref": "rock"}, "nodes": {"rock": {"type": "perlin"}},
      "maps": {"wetness": 1})";
  const auto error = [&](const std::string& map) {
    return ErrorOf([&] { Look(members, {.look = map}); });
  };
  CHECK(error("hieght") == "2 look: unknown map \"hieght\"; did you mean \"height\"?");
  CHECK(error("wetnes") == "2 look: unknown map \"wetnes\"; did you mean \"wetness\"?");
  CHECK(error("nrm") == "2 look: unknown map \"nrm\"; did you mean \"normal\"?");
  CHECK(error("rock") == "2 look: unknown map \"rock\"; did you mean \"@rock\"?");
  CHECK(error("@rok") == "2 look: unknown map \"@rok\"; did you mean \"@rock\"?");
  CHECK(error("zzz") ==
        "2 look: unknown map \"zzz\"; one of height, normal, slope, value, curvature, ao, "
        "bumpslopes, lit, elevation, wetness, @rock");
}

}  // namespace
}  // namespace cobble
