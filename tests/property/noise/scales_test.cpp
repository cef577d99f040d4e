// Tests noises at every scale, from cells much wider than a picture to cells narrower than a pixel;
// kernels switch methods along the way, which must not change the result.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr std::string_view kNoises[] = {
    R"("type": "value")",
    R"("type": "perlin")",
    R"("type": "simplex")",
    R"("type": "simplex-value")",
    R"("type": "cell")",
    R"("type": "cell", "weights": [0, -0.2, 0.3, 1], "density": 1, "limit": 2.5)",
    R"("type": "voronoi")",
    R"("type": "voronoi", "function": "F2", "metric": "manhattan", "jitter": 0.9, "limit": 2)",
    R"("type": "voronoi", "function": "F1*F2", "metric": "chebyshev", "limit": 3)",
    R"("type": "hill", "waves": 3)"};

struct ScaleCase {
  std::string_view noise;  // its members
  int dimensions;
  double frequency;  // cells across the picture's width of 150 pixels
  std::string_view rotate;
  bool tiling;
};

Recipe RecipeOf(const ScaleCase& scale) {
  const std::string text = fmt::format(
      R"({{"cobble": 1, "size": 150, "tiling": {}, "seed": 7,
          "domain": {{"rotate": {}, "slice": 0.37}},
          "noise": {{{}, "dimensions": {}, "frequency": {}}}}})",
      scale.tiling, scale.rotate, scale.noise, scale.dimensions, scale.frequency);
  return ReadRecipe(text, "scale");
}

std::vector<ScaleCase> ScaleCases() {
  std::vector<ScaleCase> scales;
  for (const std::string_view noise : kNoises)
    for (const int dimensions : {1, 2, 3}) {
      for (const std::string_view rotate : {"[0, 0, 0]", "[0, 0, 90]", "[20, 30, 40]"})
        for (const double frequency : {0.01, 1.0, 7.5, 17.0, 37.4, 37.6, 66.0, 150.0, 151.0, 700.0})
          scales.push_back({noise, dimensions, frequency, rotate, false});
      for (const double frequency : {2.0, 16.0, 38.0, 150.0, 152.0})
        scales.push_back({noise, dimensions, frequency, "[0, 0, 0]", true});
    }
  return scales;
}

TEST_CASE("noises at every scale match the oracle") {
  Tally all;
  for (const ScaleCase& scale : ScaleCases()) {
    const Recipe recipe = RecipeOf(scale);
    INFO(WriteRecipe(recipe));
    const Tally tally = PixelsAgainstOracle(recipe, Oracle(recipe), {3, 60, 147, 3});
    CheckMisses(tally);
    all.Add(tally);
  }
  CheckMissesAndKinks(all);
}

// The rows are many cells apart.
TEST_CASE(
    "pictures with few rows across many cells match the oracle, also when rendered in windows") {
  Tally all;
  for (const std::string_view noise : kNoises)
    for (const int dimensions : {1, 2, 3})
      for (const std::string_view rotate : {"[0, 0, 0]", "[0, 0, 45]"})
        for (const double frequency : {7.0, 30.0, 64.0, 100.0, 1000.0}) {
          Recipe recipe = RecipeOf({noise, dimensions, frequency, rotate, false});
          recipe.width = 2048;
          recipe.height = 2;
          INFO(WriteRecipe(recipe));
          const Tally tally = PixelsAgainstOracle(recipe, Oracle(recipe), {700, 0, 150, 2});
          CheckMisses(tally);
          all.Add(tally);
          const Program program = Program::Compile(recipe);
          const Image whole = RenderImage(program, Map::kValue);
          CHECK(SameBits(RenderImage(program, Map::kValue, {.window = {100, 1, 150, 1}}),
                         Crop(whole, 100, 1, 150, 1)));
        }
  CheckMissesAndKinks(all);
}

// The distances go down to values that float, and even double, cannot resolve.
TEST_CASE(
    "samples ever closer together match the oracle and are bit-identical at every SIMD level") {
  for (const std::string_view noise : kNoises)
    for (const int dimensions : {1, 2, 3})
      for (const std::string_view rotate : {"[0, 0, 0]", "[0, 0, 90]", "[20, 30, 40]"})
        for (const double extent :
             {1e-6, 1e-10, 1e-12, 1e-20, 1e-29, 1e-38, 1e-44, 1e-160, 1e-300}) {
          Recipe recipe = RecipeOf({noise, dimensions, 5, rotate, false});
          recipe.domain.extent = {extent, 1};
          recipe.domain.translate = {0.1, 0.2, 0.3};
          recipe.width = recipe.height = 20;
          INFO(WriteRecipe(recipe));
          CheckMisses(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 3, 20, 2}));
          for (const Map map : {Map::kValue, Map::kSlope}) {
            const Image expected = RenderImage(Program::Compile(recipe), map);
            for (const SimdLevel& level : SimdLevels()) {
              if (!level.is_supported) continue;
              const Program program = Program::Compile(recipe, {.simd = std::string(level.name)});
              CHECK(SameBits(RenderImage(program, map), expected));
            }
          }
        }
}

// Windows start inside cells and end past seams.
TEST_CASE("noises at every scale are bit-identical at every SIMD level, in tiles and in windows") {
  for (const ScaleCase& scale : ScaleCases()) {
    const Recipe recipe = RecipeOf(scale);
    INFO(WriteRecipe(recipe));
    const Window window{100, 140, 120, 15};
    for (const Map map : {Map::kValue, Map::kSlope}) {
      const Program best = Program::Compile(recipe, {.slopes = map == Map::kSlope});
      const Image expected = RenderImage(best, map, {.window = window});
      for (const SimdLevel& level : SimdLevels()) {
        if (!level.is_supported) continue;
        const Program program = Program::Compile(
            recipe, {.simd = std::string(level.name), .slopes = map == Map::kSlope});
        CHECK(
            SameBits(RenderImage(program, map, {.window = window, .tile_columns = 37}), expected));
      }
      CHECK(SameBits(RenderImage(best, map, {.window = {131, 149, 61, 4}}),
                     Crop(expected, 31, 9, 61, 4)));
    }
  }
}

}  // namespace
}  // namespace cobble::test
