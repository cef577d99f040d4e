// Tests that 10^9 units from the origin every noise matches the oracle, is as smooth as at the
// origin, and does not repeat the picture at the origin.
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

// Returns a 64 x 48 picture translated by `far`.
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

// Here the pixels and the points are far away, not the domain.
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

// The mean absolute first and second differences along rows.
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
