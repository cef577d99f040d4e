// Tests that the picture's middle is like any other point: only aligned noises start there.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr int kSeeds = 1000;

// Returns a noise's value at one point per seed, for many seeds.
template <class PointOf>
std::vector<float> ValuesOverSeeds(std::string_view noise, const PointOf& point_of) {
  Recipe recipe =
      ReadRecipe(fmt::format(R"({{"cobble": 1, "size": 8, "noise": {{{}}}}})", noise), "scatter");
  std::vector<float> values;
  for (recipe.seed = 0; recipe.seed < kSeeds; ++recipe.seed) {
    const Program program =
        Program::Compile(recipe, {.positions = CompileOptions::kPoints, .slopes = false});
    values.push_back(Sample(program, std::vector<Vec3>{point_of()}, false).value[0]);
  }
  return values;
}

// Returns the maximum difference between the distribution functions of two equally large samples.
double DistanceBetween(std::vector<float> a, std::vector<float> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  double distance = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const float at = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == at) ++i;
    while (j < b.size() && b[j] == at) ++j;
    distance = std::max(distance, std::abs(static_cast<double>(i) - static_cast<double>(j)) /
                                      static_cast<double>(a.size()));
  }
  return distance;
}

TEST_CASE("over all seeds, values in the middle are spread like those at random points") {
  Random random(5);
  for (const std::string_view type : {"value", "perlin", "simplex", "simplex-value"})
    for (const int dimensions : {1, 2, 3})
      for (const int octaves : {1, 4}) {
        const std::string noise = fmt::format(R"("type": "{}", "dimensions": {}, "octaves": {})",
                                              type, dimensions, octaves);
        const auto middle = ValuesOverSeeds(noise, [] { return Vec3{0, 0, 0}; });
        const auto anywhere =
            ValuesOverSeeds(noise, [&] { return RandomPoints(random, 1, 100).front(); });
        const double distance = DistanceBetween(middle, anywhere);
        INFO(noise, ": ", distance);
        CHECK(distance < 0.087);  // exceeded by chance once in 1000 pairs of samples
      }
}

TEST_CASE("aligned noise has a lattice point in the middle") {
  for (const std::string_view type : {"perlin", "simplex"})
    for (const int dimensions : {1, 2, 3}) {
      const std::string noise = fmt::format(
          R"("type": "{}", "dimensions": {}, "octaves": 4, "aligned": true)", type, dimensions);
      for (const float value : ValuesOverSeeds(noise, [] { return Vec3{0, 0, 0}; }))
        CHECK(value == 0);
    }
}

TEST_CASE("noises with one pattern share their points, follow the seed, and differ by pattern") {
  const auto values = [](std::string_view noise, uint32_t seed) {
    const Recipe recipe = ReadRecipe(
        fmt::format(R"({{"cobble": 1, "size": 16, "seed": {}, "noise": {}}})", seed, noise), "");
    return RenderImage(Program::Compile(recipe), Map::kValue);
  };
  constexpr std::string_view kStones = R"({"type": "voronoi", "pattern": "stones"})";
  constexpr std::string_view kBelow =
      R"({"type": "abs", "source": {"type": "voronoi", "pattern": "stones"}})";
  constexpr std::string_view kOther = R"({"type": "voronoi", "pattern": "rocks"})";
  CHECK(SameBits(values(kStones, 3), values(kBelow, 3)));
  CHECK(!SameBits(values(kStones, 3), values(kStones, 4)));
  CHECK(!SameBits(values(kStones, 3), values(kOther, 3)));
}

}  // namespace
}  // namespace cobble::test
