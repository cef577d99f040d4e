// Tests pictures of vertices: positions, period, and that maps measure steps between vertices.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"

namespace cobble::test {
namespace {

constexpr Map kVertexMaps[] = {Map::kValue,  Map::kHeight,    Map::kSlope,
                               Map::kNormal, Map::kCurvature, Map::kAo};

TEST_CASE("vertex i of W is at i / (W - 1) - 0.5 of the extent") {
  const Recipe recipe = test::ReadMembers(R"("size": [33, 17], "samples": 1, "range": "none",
      "domain": {"grid": "vertices"}, "noise": {"type": "coordinate"})");
  CHECK(recipe.domain.extent == std::array<double, 2>{1, 0.5});
  const auto values = [&](const char* axis) {
    Recipe along = recipe;
    along.noise.values["axis"] = std::string(axis);
    return RenderImage(Program::Compile(along), Map::kValue);
  };
  const Image x = values("x"), y = values("y");
  for (int64_t j = 0; j < 17; ++j)
    for (int64_t i = 0; i < 33; ++i) {
      REQUIRE(*x.Pixel(i, j) == static_cast<float>(i) / 32 - 0.5f);
      REQUIRE(*y.Pixel(i, j) == (static_cast<float>(j) / 16 - 0.5f) / 2);
    }
}

TEST_CASE("vertices show the noise at their positions") {
  for (const NodeSpec* const spec : NoiseSpecs()) {
    INFO(spec->name);
    const Recipe recipe = test::ReadMembers(fmt::format(R"("size": [30, 20], "range": "none",
        "domain": {{"grid": "vertices", "extent": [1.7, 0.9], "rotate": 20}},
        "noise": {{"type": "{}", "frequency": 5}})",
                                                        spec->name));
    const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
    std::vector<Vec3> points;
    for (int j = 0; j < 20; ++j)
      for (int i = 0; i < 30; ++i)
        points.push_back({(i / 29.0 - 0.5) * 1.7, (j / 19.0 - 0.5) * 0.9, 0});
    const Points sampled =
        Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}), points);
    int misses = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
      misses += std::abs(image.samples[k] - sampled.value[k]) > 1e-5f;
    CHECK(misses <= 1);
  }
}

TEST_CASE("pictures of vertices, flipped pictures and loops match the oracle") {
  Tally all;
  ForEachRecipe(84, WithGrids(MixedWishes(84, 12, 40, 31)),
                [&](const Recipe& recipe, Random& random) {
                  const Oracle oracle(recipe);
                  const int64_t x = random.Integer(-3000, 3000), y = random.Integer(-3000, 3000);
                  for (const Window& window : {Window{0, 0, 40, 31}, Window{x, y, 20, 15}}) {
                    const Tally tally = PixelsAgainstOracle(recipe, oracle, window);
                    CheckMisses(tally);
                    all.Add(tally);
                  }
                });
  CheckMissesAndKinks(all);
}

TEST_CASE("the last column of a tiled picture of vertices equals the first, and the last row") {
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const int dimensions : {1, 2, 3})
      for (const int angle : {0, 180}) {
        const Program program = Program::Compile(test::ReadMembers(fmt::format(
            R"("size": [65, 33], "tiling": true, "domain": {{"grid": "vertices",
               "rotate": {}, "translate": [0.3, 12.7, 0.1], "slice": 0.3}},
               "ao": {{"radius": 0.1}},
               "noise": {{"type": "{}", "dimensions": {}, "frequency": 4, "octaves": 3}})",
            angle, spec->name, dimensions)));
        for (const Map map : kVertexMaps) {
          INFO(spec->name, " in ", dimensions, "D, ", Name(map));
          const Image image = RenderImage(program, map);
          CHECK(SameBits(Crop(image, 64, 0, 1, 33), Crop(image, 0, 0, 1, 33)));
          CHECK(SameBits(Crop(image, 0, 32, 65, 1), Crop(image, 0, 0, 65, 1)));
          if (map != Map::kValue) continue;
          CHECK_FALSE(SameBits(Crop(image, 63, 0, 1, 33), Crop(image, 0, 0, 1, 33)));
        }
      }
}

TEST_CASE("tiled pictures of vertices repeat after one column and one row less") {
  for (const auto& [w, h] : {std::pair<int64_t, int64_t>{50, 31}, {2, 2}, {3, 5}, {17, 2}}) {
    std::vector<RecipeWish> wishes = MixedWishes(24, 8, w, h);
    for (RecipeWish& wish : wishes) wish.tiling = wish.vertices = true;
    const int64_t width = w, height = h;
    ForEachRecipe(85, wishes, [&](const Recipe& recipe, Random& random) {
      const Program program = Program::Compile(recipe);
      for (const Map map : {Map::kValue, Map::kNormal, Map::kCurvature, Map::kAo}) {
        const Image whole = RenderImage(program, map);
        const int64_t x = (width - 1) * random.Integer(-100'000, 100'000);
        const int64_t y = (height - 1) * random.Integer(-100'000, 100'000);
        CHECK(SameBits(RenderImage(program, map, {.window = {x, y, width, height}}), whole));
        CHECK(SameBits(Crop(whole, width - 1, 0, 1, height), Crop(whole, 0, 0, 1, height)));
        CHECK(SameBits(Crop(whole, 0, height - 1, width, 1), Crop(whole, 0, 0, width, 1)));
      }
    });
  }
}

// W + 1 vertices have the steps of W pixels, half a pixel up and to the left.
TEST_CASE("maps of vertices are those of pixels half a step away") {
  const std::string members = R"("ao": {"radius": 0.1}, "curvature": {"radius": 0.02},
      "normal": {"strength": 0.4}, "noise": {"type": "perlin", "frequency": 5}, )";
  const Program pixels = Program::Compile(test::ReadMembers(members + R"("size": [128, 64],
      "domain": {"translate": [-0.00390625, -0.00390625]})"));
  const Program vertices = Program::Compile(
      test::ReadMembers(members + R"("size": [129, 65], "domain": {"grid": "vertices"})"));
  for (const Map map : kVertexMaps) {
    INFO(Name(map));
    const Image expected = RenderImage(pixels, map, {.window = {0, 0, 129, 65}});
    const Image got = RenderImage(vertices, map);
    double largest = 0;
    for (std::size_t k = 0; k < got.samples.size(); ++k)
      largest = std::max<double>(largest, std::abs(got.samples[k] - expected.samples[k]));
    CHECK(largest < (map == Map::kSlope ? 1e-4 : 1e-5));
  }
}

TEST_CASE("as many distances reach their limit at vertices as at pixels") {
  const auto share = [](const char* grid) {
    const Recipe recipe =
        test::ReadMembers(fmt::format(R"("size": [65, 65], "domain": {{"grid": "{}"}},
        "noise": {{"type": "cell", "density": 0.1, "function": "F2", "frequency": 8}})",
                                      grid));
    const auto limited = MeasureLimits(Program::Compile(recipe));
    REQUIRE(limited.size() == 1);
    return limited[0].share;
  };
  CHECK(share("pixels") > 0.01);
  CHECK(std::abs(share("vertices") - share("pixels")) < 0.2 * share("pixels"));
}

TEST_CASE("coordinates of vertices on the edges are within their bounds") {
  for (const char* const axis : {"x", "y", "radius"})
    for (const int size : {2, 3, 50, 514, 1025}) {
      const Recipe recipe =
          test::ReadMembers(fmt::format(R"("size": [{}, 7], "domain": {{"grid": "vertices",
          "extent": [0.3, 0.7], "scale": 3.3, "translate": [0.1, 0.2], "rotate": 33}},
          "noise": {{"type": "coordinate", "axis": "{}"}})",
                                        size, axis));
      const Program program = Program::Compile(recipe);
      for (const float value : RenderImage(program, Map::kValue).samples) {
        REQUIRE(double{value} >= program.low());
        REQUIRE(double{value} <= program.high());
      }
      for (const float height : RenderImage(program, Map::kHeight).samples) {
        REQUIRE(height >= 0);
        REQUIRE(height <= 1);
      }
    }
}

}  // namespace
}  // namespace cobble::test
