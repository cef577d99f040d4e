// Tests views of landscapes.
#include "views/terrain/terrain_view.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "cobble/recipe_io.h"
#include "support/levels.h"

namespace cobble {
namespace {

Recipe RecipeOf(const std::string& members) {
  return ReadRecipe(R"({"cobble": 1, )" + members + "}", "f");
}

const std::string kHills = R"json("noise": "perlin(4, 3)", "normal": {"strength": 0.2},
    "maps": {"color": "ramp(perlin(5), [[-0.5, #405020], [0.5, #908070]])",
             "roughness": 0.9})json";

TEST_CASE("a view has the same bits with any number of threads, at all SIMD levels") {
  const Recipe recipe = RecipeOf(kHills);
  const TerrainViewOptions one{.width = 48, .height = 32, .threads = 1};
  const RgbPicture view = ViewTerrain(recipe, one);
  CHECK(view.width == 48);
  CHECK(view.height == 32);
  TerrainViewOptions other = one;
  for (const int threads : {2, 8}) {
    other.threads = threads;
    CHECK(ViewTerrain(recipe, other) == view);
  }
  for (const std::string& level : test::RunningLevels()) {
    CAPTURE(level);
    other.simd = level;
    CHECK(ViewTerrain(recipe, other) == view);
  }
}

TEST_CASE("water covers the land up to its level") {
  const std::string land = R"json("nodes": {"land": "perlin(2)"}, "noise": {"ref": "land"},
      "normal": {"strength": 0.2}, "maps": {"roughness": 0.9, "color": "#906030")json";
  const std::string water = R"json(, "water": "max(0 - land, 0)"})json";
  const TerrainViewOptions above{.width = 64, .height = 64, .place = {.elevation = 89}};
  const RgbPicture dry = ViewTerrain(RecipeOf(land + "}"), above);
  const RgbPicture wet = ViewTerrain(RecipeOf(land + water), above);
  int changed = 0, blue = 0;
  for (int64_t y = 0; y < 64; ++y)
    for (int64_t x = 0; x < 64; ++x) {
      const uint8_t *const before = dry.Pixel(x, y), *const now = wet.Pixel(x, y);
      if (std::equal(before, before + 3, now)) continue;
      ++changed;
      blue += now[2] > now[0] ? 1 : 0;
    }
  CHECK(changed > 64 * 64 / 8);
  CHECK(changed < 64 * 64 * 3 / 4);
  CHECK(blue > changed * 2 / 3);
}

TEST_CASE("a view of twice the resolution shows the same") {
  const Recipe recipe = RecipeOf(kHills);
  // Both grounds have more samples than the minimum.
  const RgbPicture small = ViewTerrain(recipe, {.width = 160, .height = 160});
  const RgbPicture large = ViewTerrain(recipe, {.width = 320, .height = 320});
  double sum = 0;
  for (int64_t y = 0; y < 160; ++y)
    for (int64_t x = 0; x < 160; ++x)
      for (int c = 0; c < 3; ++c) {
        double mean = 0;
        for (const int64_t j : {2 * y, 2 * y + 1})
          for (const int64_t i : {2 * x, 2 * x + 1}) mean += large.Pixel(i, j)[c] / 4.0;
        sum += std::abs(mean - small.Pixel(x, y)[c]);
      }
  CHECK(sum / (160 * 160 * 3) < 1.5);
}

TEST_CASE("the size of the recipe's picture has no effect; its shape and world have one") {
  const RgbPicture view = ViewTerrain(RecipeOf(kHills), {.width = 40, .height = 40});
  CHECK(ViewTerrain(RecipeOf(kHills + R"(, "size": 300)"), {.width = 40, .height = 40}) == view);
  CHECK(ViewTerrain(RecipeOf(kHills + R"(, "size": [300, 150])"), {.width = 40, .height = 40}) !=
        view);
  const std::string world = R"(, "range": [-1, 1], "world": {"width": 1000, "heights": [0, 200]})";
  const std::string hills = R"json("noise": "perlin(4, 3)")json";
  CHECK(ViewTerrain(RecipeOf(hills + world), {.width = 40, .height = 40}) ==
        ViewTerrain(RecipeOf(hills + R"(, "range": [-1, 1], "normal": {"strength": 0.2})"),
                    {.width = 40, .height = 40}));
}

TEST_CASE("the ground has the colour of lit, fainter in the distance, and no view has black") {
  const std::string red = R"("noise": {"type": "constant", "value": 0.5},
      "maps": {"color": "#a03020"})";
  const RgbPicture view = ViewTerrain(RecipeOf(red), {.width = 64, .height = 64});
  const auto redness = [&](int64_t y) { return view.Pixel(32, y)[0] - view.Pixel(32, y)[2]; };
  int64_t first = 0, last = 63;
  while (redness(first) < 60) ++first;
  while (redness(last) < 60) --last;
  CHECK(last - first > 20);
  CHECK(redness(last - 3) > redness(first + 3) + 10);
  const RgbPicture hills = ViewTerrain(RecipeOf(kHills), {.width = 64, .height = 64});
  CHECK(std::ranges::min(hills.samples) > 8);
}

TEST_CASE("a low sun casts shadows") {
  // A wall across the picture, at right angles to the sun.
  const std::string wall = R"json("noise": "smoothstep(coordinate(x), 0, 0.02)",
      "range": [0, 1], "normal": {"strength": 0.3}, "maps": {"color": "#808080"},
      "lit": {"azimuth": 90, "elevation": )json";
  const TerrainViewOptions above{
      .width = 65, .height = 65, .place = {.azimuth = 180, .elevation = 89}};
  const RgbPicture high = ViewTerrain(RecipeOf(wall + "80}"), above);
  const RgbPicture low = ViewTerrain(RecipeOf(wall + "30}"), above);
  // At the foot of the wall, and in the open.
  CHECK(low.Pixel(26, 32)[1] < high.Pixel(26, 32)[1] * 0.7);
  CHECK(low.Pixel(50, 32)[1] > low.Pixel(26, 32)[1] * 1.3);
}

}  // namespace
}  // namespace cobble
