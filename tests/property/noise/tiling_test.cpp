// Tests that tiled pictures repeat bit by bit, without a seam at the border.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"

namespace cobble::test {
namespace {

std::vector<RecipeWish> TiledWishes(int count, int nodes, int64_t width, int64_t height) {
  std::vector<RecipeWish> wishes = MixedWishes(count, nodes, width, height);
  for (RecipeWish& wish : wishes) wish.tiling = true;
  return wishes;
}

TEST_CASE("a tiled picture is bit-identical whole periods away") {
  ForEachRecipe(40, TiledWishes(72, 30, 50, 31), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    for (const Map map : {Map::kValue, Map::kNormal}) {
      const Image whole = RenderImage(program, map);
      for (const int64_t reach : {int64_t{2}, int64_t{40}, int64_t{100'000'000'000'000}}) {
        const int64_t x = 50 * random.Integer(-reach, reach),
                      y = 31 * random.Integer(-reach, reach);
        INFO("at ", x, ", ", y);
        CHECK(SameBits(RenderImage(program, map, {.window = {x, y, 50, 31}}), whole));
      }
      // A window across four copies of the picture contains a quarter of each.
      const Image across = RenderImage(program, map, {.window = {-20, -11, 50, 31}});
      CHECK(SameBits(Crop(across, 20, 11, 30, 20), Crop(whole, 0, 0, 30, 20)));
      CHECK(SameBits(Crop(across, 0, 0, 20, 11), Crop(whole, 30, 20, 20, 11)));
    }
  });
}

// Doubles represent these points exactly. With 6 cells, hill waves are not binary fractions.
TEST_CASE("tiled noise has the same bits at points whole periods apart") {
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const int dimensions : {1, 2, 3}) {
      const Recipe recipe =
          ReadMembers(fmt::format(R"("tiling": true, "noise": {{"type": "{}", "dimensions": {},
                         "frequency": 6}})",
                                  spec->name, dimensions));
      INFO(WriteRecipe(recipe));
      const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
      Random random(83);
      std::vector<Vec3> points, moved;
      for (Vec3 p : RandomPoints(random, 2000, 3)) {
        for (double& x : p) x = std::round(x * 1024) / 1024;
        points.push_back(p);
        for (double& x : p) x += static_cast<double>(random.Integer(-1000, 1000));
        moved.push_back(p);
      }
      const Points here = Sample(program, points), there = Sample(program, moved);
      CHECK(SameBits(here.value, there.value));
      CHECK(SameBits(here.dx, there.dx));
      CHECK(SameBits(here.dy, there.dy));
      CHECK(SameBits(here.dz, there.dz));
    }
}

// Includes two turns by 45 degrees, whose sines are rounded.
TEST_CASE("noise below two turns that add up to 90 degrees tiles") {
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const char* const angles : {"45, 45", "30, 60", "100, -10"}) {
      const std::string text(angles);
      const std::size_t comma = text.find(',');
      const Recipe recipe = ReadMembers(fmt::format(
          R"("size": [60, 40], "tiling": true, "domain": {{"extent": [1, 1], "rotate": {}}},
             "noise": {{"type": "transform", "rotate": {},
                       "source": {{"type": "{}", "frequency": 6}}}})",
          text.substr(0, comma), text.substr(comma + 1), spec->name));
      INFO(WriteRecipe(recipe));
      const Program program = Program::Compile(recipe);
      const Image whole = RenderImage(program, Map::kNormal);
      CHECK(SameBits(RenderImage(program, Map::kNormal, {.window = {60, -40, 60, 40}}), whole));
      const Image across = RenderImage(program, Map::kNormal, {.window = {-20, -11, 60, 40}});
      CHECK(SameBits(Crop(across, 20, 11, 40, 29), Crop(whole, 0, 0, 40, 29)));
    }
}

// The windows are much wider than the picture, so columns repeat within a tile and a vector.
TEST_CASE("tiled pictures of a few pixels repeat") {
  for (const int64_t width : {1, 2, 3, 5, 16, 17, 40})
    for (const int64_t height : {1, 4}) {
      INFO("size ", width, " x ", height);
      ForEachRecipe(46, TiledWishes(18, 8, width, height), [&](const Recipe& recipe, Random&) {
        const Program program = Program::Compile(recipe);
        const Image whole = RenderImage(program, Map::kNormal);
        const Image repeated = RenderImage(
            program, Map::kNormal, {.window = {-3 * width, -height, 9 * width, 3 * height}});
        for (int64_t j = 0; j < 3; ++j)
          for (int64_t i = 0; i < 9; ++i)
            CHECK(SameBits(Crop(repeated, i * width, j * height, width, height), whole));
        CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {-5, -2, 40, 3}));
      });
    }
}

// The periods along x and y may differ, and a one-dimensional noise has only one of them.
TEST_CASE("one-dimensional noise follows either axis of a wide tiled picture") {
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const int angle : {90, 180, 270}) {
      const Recipe recipe =
          ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [80, 40], "tiling": true,
                          "domain": {{"extent": [2, 1], "rotate": [0, 0, {}]}},
                          "noise": {{"type": "{}", "dimensions": 1, "frequency": 3}}}})",
                                 angle, spec->name),
                     "line");
      INFO(WriteRecipe(recipe));
      CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {-10, -7, 100, 54}));
    }
}

// If a transform stretches a turned noise, its periods along x and y differ.
TEST_CASE("noise that is turned by 90 degrees tiles, whatever its scales are") {
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const int angle : {90, 270})
      for (const char* const scale : {"[1, 2]", "[2, -1]", "[3, 1]"}) {
        const Recipe recipe =
            ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [60, 40], "tiling": true,
                          "domain": {{"extent": [1, 1], "rotate": {}}},
                          "noise": {{"type": "transform", "scale": {},
                                    "source": {{"type": "{}", "frequency": 4}}}}}})",
                                   angle, scale, spec->name),
                       "turned");
        INFO(WriteRecipe(recipe));
        CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {-10, -7, 80, 54}));
        const Program program = Program::Compile(recipe);
        const Image whole = RenderImage(program, Map::kValue);
        CHECK(SameBits(RenderImage(program, Map::kValue, {.window = {60, -40, 60, 40}}), whole));
      }
}

// Returns the maximum step of any channel from pixel (i, j) to the right (or downwards).
double LargestStep(const Image& image, int64_t i, int64_t j, bool down) {
  const float* here = image.Pixel(i, j);
  const float* next = image.Pixel(i + !down, j + down);
  double largest = 0;
  for (int k = 0; k < image.channels; ++k)
    largest = std::max(largest, std::abs(static_cast<double>(next[k]) - here[k]));
  return largest;
}

// The maximum steps inside the picture and across its right (or lower) border.
struct SeamSteps {
  double inside = 0, across = 0;
};

SeamSteps SeamStepsOf(const Image& wider, bool down) {
  const int64_t last = (down ? wider.height : wider.width) - 2;
  SeamSteps steps;
  for (int64_t j = 0; j < wider.height - down; ++j)
    for (int64_t i = 0; i < wider.width - !down; ++i) {
      const int64_t at = down ? j : i;
      double& maximum = at == last ? steps.across : steps.inside;
      maximum = std::max(maximum, LargestStep(wider, i, j, down));
    }
  return steps;
}

TEST_CASE("a tiled picture has no visible seam at its border") {
  std::vector<RecipeWish> wishes = TiledWishes(48, 8, 240, 240);
  for (RecipeWish& wish : wishes) wish.folds = false;  // the slope may jump anywhere at folds
  ForEachRecipe(41, wishes, [](const Recipe& recipe, Random&) {
    const Program program = Program::Compile(recipe);
    for (const Map map : {Map::kValue, Map::kSlope})
      for (const bool down : {false, true}) {
        INFO("map ", Name(map), down ? ", downwards" : ", to the right");
        const Window wider{0, 0, down ? 240 : 241, down ? 241 : 240};
        const SeamSteps steps = SeamStepsOf(RenderImage(program, map, {.window = wider}), down);
        // The steepest place may happen to be there; a seam would be far steeper.
        CHECK(steps.across <= 1.2 * steps.inside + 1e-6);
      }
  });
}

// A frequency may be 1e-9 off. Unless it is rounded, the lattice is shifted far from the origin.
TEST_CASE("a frequency is rounded to whole periods") {
  for (const NodeSpec* noise : NoiseSpecs()) {
    INFO(noise->name);
    const Recipe recipe = ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [50, 40], "tiling": true,
                        "domain": {{"extent": [1, 1], "translate": [1e6, -3e6, 2e6]}},
                        "noise": {{"type": "{}", "dimensions": 3, "frequency": 8.000000004,
                                  "octaves": 2}}}})",
                                                 noise->name),
                                     "fitted");
    const Oracle oracle(recipe);
    CheckMissesAndKinks(PixelsAgainstOracle(recipe, oracle, {-3, -5, 50, 40}));
    Random random(42);
    CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 300, 2)));
  }
}

}  // namespace
}  // namespace cobble::test
