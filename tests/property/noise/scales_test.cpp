// Tests noises at every scale, from cells much wider than a picture to cells narrower than a pixel.
// Kernels switch methods along the way, which must not change the result.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"

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

// Distances go down to what float, and even double, cannot resolve.
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

// --- Far from the origin ---

// Returns every noise in 1 to 3 dimensions, and variants whose options take other code paths.
std::vector<std::string> FarNoises() {
  std::vector<std::string> noises;
  for (const NodeSpec* noise : NoiseSpecs())
    for (int dimensions = 1; dimensions <= 3; ++dimensions)
      noises.push_back(fmt::format(R"("type": "{}", "dimensions": {}, "octaves": {})", noise->name,
                                   dimensions, dimensions == 2 ? 2 : 1));
  for (const char* const more :
       {R"("type": "voronoi", "function": "F2-F1", "octaves": 2)",
        R"("type": "voronoi", "function": "edge", "dimensions": 3)",
        R"("type": "voronoi", "smooth": "lse")", R"("type": "cell", "function": "F4")",
        R"("type": "cell", "weights": [-1, 0, 1], "metric": "manhattan", "dimensions": 3)",
        R"("type": "simplex", "turbulence": "smooth", "octaves": 3)",
        R"("type": "hill", "distribution": {"type": "normal", "mean": 0, "deviation": 1})"})
    noises.push_back(more);
  return noises;
}

Recipe At(const std::string& noise, double far, const char* rotate = "[0, 0, 0]") {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [64, 48], "seed": 9,
                       "domain": {{"translate": [{0}, {1}, {0}], "rotate": {2}, "slice": 0.3}},
                       "noise": {{"frequency": 4, {3}}}}})",
                                far, -far, rotate, noise),
                    "far");
}

// Doubles represent these translations exactly, so samples move only by rounding.
TEST_CASE("a far translation matches the oracle") {
  Random random(29);
  for (const std::string& noise : FarNoises())
    for (const char* const rotate : {"[0, 0, 0]", "[0, 0, 33]", "[20, -40, 60]"}) {
      INFO(noise, ", rotate ", std::string(rotate));
      const Recipe recipe = At(noise, 1e9, rotate);
      const Oracle oracle(recipe);
      CheckMissesAndKinks(PixelsAgainstOracle(recipe, oracle, {0, 0, 48, 24}));
      CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 300, 2)));
    }
}

// Here the pixels and points are far away, not the domain.
TEST_CASE("far windows and points match the oracle") {
  Random random(30);
  for (const std::string& noise : FarNoises()) {
    INFO(noise);
    const Recipe recipe = At(noise, 0);
    const Oracle oracle(recipe);
    CheckMissesAndKinks(
        PixelsAgainstOracle(recipe, oracle, {64'000'000'000, -48'000'000'000, 40, 20}));
    std::vector<Vec3> points = RandomPoints(random, 300, 2);
    for (Vec3& p : points)
      for (double& x : p) x = std::copysign(1e9, x) + x;
    CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, points));
  }
}

struct Roughness {
  double first = 0, second = 0;
};

Roughness RoughnessOf(const Image& image) {
  Roughness sum;
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 2; i < image.width; ++i) {
      const auto at = [&](int64_t x) { return double{*image.Pixel(x, j)}; };
      sum.first += std::abs(at(i) - at(i - 1));
      sum.second += std::abs(at(i) - 2 * at(i - 1) + at(i - 2));
    }
  const auto n = static_cast<double>(image.height * (image.width - 2));
  return {sum.first / n, sum.second / n};
}

// Renders 512 x 512 pixels with about 1000 cells.
Image Wide(Recipe recipe) {
  recipe.width = recipe.height = 512;
  recipe.domain.extent = {8, 8};
  return RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kValue);
}

TEST_CASE("pictures far away are as smooth as those at the origin, but different") {
  for (const std::string& noise : FarNoises()) {
    INFO(noise);
    const Image near = Wide(At(noise, 0)), far = Wide(At(noise, 1e9));
    const Roughness here = RoughnessOf(near), there = RoughnessOf(far);
    CHECK(there.first == doctest::Approx(here.first).epsilon(0.1));
    CHECK(there.second == doctest::Approx(here.second).epsilon(0.1));
    double difference = 0, spread = 0;
    for (std::size_t k = 0; k < near.samples.size(); ++k) {
      difference += std::abs(double{near.samples[k]} - far.samples[k]);
      spread += std::abs(double{near.samples[k]} - near.samples[(k * 7919) % near.samples.size()]);
    }
    CHECK(difference > 0.7 * spread);
  }
}

}  // namespace
}  // namespace cobble::test
