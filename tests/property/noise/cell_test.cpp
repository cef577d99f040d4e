// Tests cell noise: numbers of points, ids, weights of distances, and no seams between cubes.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

// Returns a recipe with one cube per domain unit, and `width` x `height` cubes in the picture.
Recipe OfCubes(const std::string& options, int dimensions, int width = 6, int height = 4,
               int pixels = 16, bool tiling = false) {
  return ReadRecipe(
      fmt::format(R"({{"cobble": 1, "seed": 7, "size": [{}, {}], "tiling": {},
                       "domain": {{"extent": [{}, {}], "slice": 0.3}},
                       "noise": {{"type": "cell", "frequency": 1, "dimensions": {}{}}}}})",
                  width * pixels, height * pixels, tiling, width, height, dimensions, options),
      "cubes");
}

Image Values(const Recipe& recipe) {
  return RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kValue);
}

std::vector<float> Ids(const Recipe& recipe) {
  std::vector<float> ids = Values(recipe).samples;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// Returns the mean number of points per cube: Poisson distributed, clamped to 1..9.
double MeanCount(double density) {
  double probability = std::exp(-density), mean = probability;  // 0 points are clamped to 1
  double rest = 1 - probability;
  for (int count = 1; count < 9; ++count) {
    probability *= density / count;
    mean += count * probability;
    rest -= probability;
  }
  return mean + 9 * rest;
}

TEST_CASE("the mean number of points per cube follows the density") {
  constexpr int kSide = 60;  // in cubes; tiled, so that no border cuts off a point's region
  for (const double density : {0.1, 1.0, 2.0, 4.0, 8.0, 16.0}) {
    const std::string options = fmt::format(R"(, "function": "cell-id", "density": {})", density);
    const auto count = static_cast<double>(Ids(OfCubes(options, 2, kSide, kSide, 24, true)).size());
    const double expected = kSide * kSide * MeanCount(density);
    INFO("density ", density, ": ", count, " points, not ", expected);
    CHECK(std::abs(count - expected) <= 0.03 * expected);
  }
}

TEST_CASE("cell ids are distinct and uniform") {
  const std::vector<float> ids = Ids(OfCubes(R"(, "function": "cell-id")", 2, 60, 60, 24, true));
  const auto n = static_cast<double>(ids.size());
  double distance = 0;  // the Kolmogorov-Smirnov distance from the uniform distribution
  for (std::size_t k = 0; k < ids.size(); ++k)
    distance = std::max(distance, std::abs(ids[k] - (static_cast<double>(k) + 0.5) / n));
  INFO(n, " ids, ", distance, " from uniform");
  CHECK(distance * std::sqrt(n) <= 1.95);  // 1 seed in 1000 exceeds it
  CHECK(ids.front() >= 0);
  CHECK(ids.back() <= 1);
}

struct Same {
  const char *function, *weights;
};
constexpr Same kSame[] = {{"F1", "[1]"},       {"F1", "[1, 0, 0, 0]"}, {"F2", "[0, 1]"},
                          {"F3", "[0, 0, 1]"}, {"F4", "[0, 0, 0, 1]"}, {"F2-F1", "[-1, 1]"}};

TEST_CASE("functions are bit-identical to their equivalent weights") {
  for (const Same& same : kSame)
    for (const char* const metric : {"euclidean", "euclidean-squared", "manhattan", "chebyshev"})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        INFO(std::string(same.function), ", ", std::string(metric), ", dimensions ", dimensions);
        const std::string more = fmt::format(R"(, "octaves": 2, "metric": "{}")", metric);
        const Program by_function = Program::Compile(
            OfCubes(fmt::format(R"({}, "function": "{}")", more, same.function), dimensions));
        const Program by_weights = Program::Compile(
            OfCubes(fmt::format(R"({}, "weights": {})", more, same.weights), dimensions));
        for (const Map map : {Map::kValue, Map::kSlope})
          CHECK(SameBits(RenderImage(by_function, map), RenderImage(by_weights, map)));
      }
}

TEST_CASE("the distances F1 to F4 are in order, and a weighted sum is clamped to 0..1") {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    INFO("dimensions ", dimensions);
    const auto weighted = [&](const char* weights) {
      return Values(OfCubes(fmt::format(R"(, "density": 1, "weights": {})", weights), dimensions));
    };
    const Image f[] = {weighted("[1]"), weighted("[0, 1]"), weighted("[0, 0, 1]"),
                       weighted("[0, 0, 0, 1]")};
    for (std::size_t k = 0; k < f[0].samples.size(); ++k)
      for (std::size_t m = 0; m < 3; ++m) REQUIRE(f[m].samples[k] <= f[m + 1].samples[k]);
    for (const float v : weighted("[-1, -1]").samples) REQUIRE(v == 0);
    for (const float v : weighted("[0, 0, 0, 1000000]").samples) REQUIRE((v >= 0 && v <= 1));
    for (const float v : weighted("[1, -1]").samples) REQUIRE(v == 0);
  }
}

// A distance's slope is at most 1; a point missed across a border would make it jump.
TEST_CASE("distances are continuous across cubes") {
  constexpr double kStep = 1e-4;
  Random random(90);
  for (const char* const function : {"F1", "F2", "F3", "F4"})
    for (const char* const metric : {"euclidean", "manhattan", "chebyshev"})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        INFO(std::string(function), ", ", std::string(metric), ", dimensions ", dimensions);
        const Program program = Program::Compile(
            OfCubes(fmt::format(R"(, "function": "{}", "metric": "{}", "density": 0.3)", function,
                                metric),
                    dimensions),
            {.positions = CompileOptions::kPoints, .slopes = false});
        std::vector<Vec3> points;
        for (Vec3 p : RandomPoints(random, 4000, 50)) {
          const auto axis = static_cast<std::size_t>(random.Integer(0, dimensions - 1));
          p[axis] = std::round(p[axis]) - kStep / 2;
          points.push_back(p);
          p[axis] += kStep;
          points.push_back(p);
        }
        const Points got = Sample(program, points, false);
        double maximum = 0;
        for (std::size_t k = 0; k < points.size(); k += 2)
          maximum = std::max(maximum, std::abs(double{got.value[k + 1]} - got.value[k]));
        CHECK(maximum > kStep / 2);
        CHECK(maximum <= kStep + 1e-6);
      }
}

// Returns the Pearson correlation of two pictures.
double Correlation(const Image& a, const Image& b) {
  const auto n = static_cast<double>(a.samples.size());
  double sa = 0, sb = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t k = 0; k < a.samples.size(); ++k) {
    const double x = a.samples[k], y = b.samples[k];
    sa += x, sb += y, aa += x * x, bb += y * y, ab += x * y;
  }
  return (ab - sa * sb / n) / std::sqrt((aa - sa * sa / n) * (bb - sb * sb / n));
}

TEST_CASE("neighbouring cubes and seeds are uncorrelated") {
  const auto picture = [](uint32_t seed, int64_t cubes_x, int64_t cubes_y) {
    Recipe recipe = OfCubes("", 2, 40, 40);
    recipe.seed = seed;
    return RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kValue,
                       {.window = {16 * cubes_x, 16 * cubes_y, 640, 640}});
  };
  const Image image = picture(7, 0, 0);
  for (int64_t x = -2; x <= 2; ++x)
    for (int64_t y = -2; y <= 2; ++y) {
      INFO("moved by ", x, ", ", y);
      if (x != 0 || y != 0) CHECK(std::abs(Correlation(image, picture(7, x, y))) < 0.1);
      CHECK(std::abs(Correlation(image, picture(8, x, y))) < 0.1);
    }
}

}  // namespace
}  // namespace cobble::test
