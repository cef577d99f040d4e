// Tests that hill noise is uniform, follows its distributions, and reaches its bounds, but no more.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

Recipe OfHills(const std::string& options, int dimensions, uint32_t seed = 3,
               const std::string& more = R"(, "size": [64, 48])") {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "seed": {}{},
                                    "noise": {{"type": "hill", "dimensions": {}{}}}}})",
                                seed, more, dimensions, options),
                    "hills");
}

constexpr double kCells = 1e4;

// Returns the values at random points in a domain of kCells cells.
std::vector<float> Heights(const std::string& options, int dimensions, uint32_t seed) {
  const Program program =
      Program::Compile(OfHills(R"(, "frequency": 1)" + options, dimensions, seed),
                       {.positions = CompileOptions::kPoints, .slopes = false});
  Random random(seed);
  const double side = std::pow(kCells, 1.0 / dimensions);
  return Sample(program, RandomPoints(random, 50'000, side / 2), false).value;
}

using Cdf = std::function<double(double)>;

double KolmogorovDistance(std::vector<float> samples, const Cdf& cdf) {
  std::ranges::sort(samples);
  const auto n = static_cast<double>(samples.size());
  double distance = 0;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const double expected = cdf(samples[k]), below = static_cast<double>(k) / n;
    distance = std::max({distance, expected - below, below + 1 / n - expected});
  }
  return distance;
}

TEST_CASE("hills are uniformly distributed in 0..1") {
  for (int dimensions = 1; dimensions <= 3; ++dimensions)
    for (uint32_t seed = 0; seed < 10; ++seed) {
      const double distance =
          KolmogorovDistance(Heights("", dimensions, seed), [](double x) { return x; });
      INFO("dimensions ", dimensions, ", seed ", seed, ": ", distance);
      CHECK(distance <= 0.015);
    }
}

struct DistributionCase {
  std::string json;
  Cdf cdf;
  double low, high;  // its quantiles at 2^-24 and 1 - 2^-24
};

// The solution of erfc(x / sqrt(2)) / 2 = 2^-24.
constexpr double kNormalEnd = 5.294704084854598;

std::vector<DistributionCase> Distributions() {
  const double maximum = 24 * std::numbers::ln2;  // -ln(2^-24)
  const double minimum = -std::log1p(-0x1p-24);
  return {{R"({"type": "uniform"})", [](double x) { return x; }, 0, 1},
          {R"({"type": "weibull", "alpha": 1.5, "beta": 2})",
           [](double x) { return -std::expm1(-std::pow(x / 1.5, 2)); }, 1.5 * std::sqrt(minimum),
           1.5 * std::sqrt(maximum)},
          {R"({"type": "weibull", "alpha": 0.5, "beta": 0.7})",
           [](double x) { return -std::expm1(-std::pow(x / 0.5, 0.7)); },
           0.5 * std::pow(minimum, 1 / 0.7), 0.5 * std::pow(maximum, 1 / 0.7)},
          {R"({"type": "normal", "mean": -2, "deviation": 0.25})",
           [](double x) { return std::erfc((-2 - x) / 0.25 / std::numbers::sqrt2) / 2; },
           -2 - 0.25 * kNormalEnd, -2 + 0.25 * kNormalEnd},
          {R"({"type": "exponential", "rate": 3})", [](double x) { return -std::expm1(-3 * x); },
           minimum / 3, maximum / 3},
          {R"({"type": "triangular", "low": -1, "mode": 0, "high": 3})",
           [](double x) { return x < 0 ? (x + 1) * (x + 1) / 4 : 1 - (3 - x) * (3 - x) / 12; },
           -1 + std::sqrt(4 * 0x1p-24), 3 - std::sqrt(12 * 0x1p-24)},
          {R"({"type": "triangular", "low": 1, "mode": 1, "high": 2})",
           [](double x) { return 1 - (2 - x) * (2 - x); }, 2 - std::sqrt(1 - 0x1p-24), 2 - 0x1p-12},
          {R"({"type": "triangular", "low": 1, "mode": 2, "high": 2})",
           [](double x) { return (x - 1) * (x - 1); }, 1 + 0x1p-12, 1 + std::sqrt(1 - 0x1p-24)}};
}

TEST_CASE("hills follow their distribution, within its bounds") {
  for (const DistributionCase& distribution : Distributions())
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      INFO(distribution.json, ", dimensions ", dimensions);
      const std::string options = fmt::format(R"(, "distribution": {})", distribution.json);
      const Program program = Program::Compile(OfHills(options, dimensions));
      CHECK(program.low() == doctest::Approx(distribution.low).epsilon(1e-6));
      CHECK(program.high() == doctest::Approx(distribution.high).epsilon(1e-6));
      const std::vector<float> heights = Heights(options, dimensions, 11);
      const auto [minimum, maximum] = std::ranges::minmax(heights);
      CHECK(minimum >= distribution.low - 1e-6);
      CHECK(maximum <= distribution.high + 1e-6);
      CHECK(KolmogorovDistance(heights, distribution.cdf) <= 0.015);
    }
}

// In 1D, 128 waves of one size add up to one wave. With this seed their phases agree so well that
// the sum exceeds 5.1 standard deviations, where the distributions are clamped.
constexpr uint32_t kCoherentSeed = 385786;

TEST_CASE("hills reach their bounds and are flat there") {
  std::string sizes = "1";
  for (int k = 1; k < 128; ++k) sizes += ", 1";
  const auto recipe = [&](const std::string& distribution) {
    return OfHills(
        fmt::format(R"(, "frequency": 1, "sizes": [{}], "distribution": {})", sizes, distribution),
        1, kCoherentSeed, R"(, "size": [4096, 1], "domain": {"extent": [1, 1]})");
  };
  const Oracle uniform(recipe(R"({"type": "uniform"})"));
  for (const DistributionCase& distribution : Distributions()) {
    INFO(distribution.json);
    const Program program = Program::Compile(recipe(distribution.json));
    const Image value = RenderImage(program, Map::kValue);
    const Image slope = RenderImage(program, Map::kSlope);
    const auto [minimum, maximum] = std::ranges::minmax(value.samples);
    CHECK(minimum == doctest::Approx(distribution.low).epsilon(1e-6));
    CHECK(maximum == doctest::Approx(distribution.high).epsilon(1e-6));
    int clamped = 0, steep = 0;
    for (int64_t i = 0; i < value.width; ++i) {
      const double u = uniform.AtPixel(i, 0).value;
      if (u > 0x1p-25 && u < 1 - 0x1p-25) continue;
      ++clamped;
      steep += *slope.Pixel(i, 0) != 0;
    }
    CHECK(clamped > 100);
    if (distribution.high != 1) CHECK(steep == 0);  // the uniform distribution is not clamped
  }
}

TEST_CASE("hills of every distribution match the oracle in value and slope") {
  Random random(95);
  for (const DistributionCase& distribution : Distributions())
    for (int dimensions = 1; dimensions <= 3; ++dimensions)
      for (const char* const rotate : {"[0, 0, 0]", "[0, 0, 33]", "[20, -40, 60]"}) {
        const Recipe recipe = OfHills(
            fmt::format(R"(, "frequency": 3, "waves": 9, "octaves": {},
                                     "distribution": {})",
                        random.Integer(1, 2), distribution.json),
            dimensions, 5,
            fmt::format(R"(, "size": [64, 48], "domain": {{"rotate": {}, "slice": 0.3}})", rotate));
        INFO(distribution.json, ", dimensions ", dimensions, ", rotate ", std::string(rotate));
        const Oracle oracle(recipe);
        CheckMissesAndKinks(PixelsAgainstOracle(recipe, oracle, {0, 0, 40, 30}));
        CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 300, 3)));
      }
}

// In tiled recipes, the wave vectors of large sizes round to zero and are replaced by one period.
TEST_CASE("waves of any number and size match the oracle, tiled or not") {
  Random random(96);
  for (const char* const options :
       {R"("waves": 1)", R"("waves": 2, "smoothness": 0.95)", R"("waves": 3, "smoothness": 0.2)",
        R"("waves": 55)", R"("waves": 700, "smoothness": 0.8)", R"("sizes": [9])",
        R"("sizes": [40, 2.6, 0.9, 0.31, 7])"})
    for (const bool tiling : {false, true})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        INFO(std::string(options), ", dimensions ", dimensions, tiling ? ", tiled" : "");
        const Recipe recipe =
            OfHills(fmt::format(R"(, "frequency": 2, {})", options), dimensions, 6,
                    fmt::format(R"(, "size": [64, 48], "tiling": {}, "domain": {{"extent": [3, 1.5],
                               "scale": [1, 1, 2], "translate": [-7, 5, 3], "slice": 0.2}})",
                                tiling));
        const Oracle oracle(recipe);
        CheckMissesAndKinks(PixelsAgainstOracle(recipe, oracle, {-5, -3, 20, 9}));
        CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 100, 3)));
      }
}

TEST_CASE("4096 waves match the oracle") {
  const Recipe recipe = OfHills(R"(, "frequency": 1, "waves": 4096)", 3);
  Random random(97);
  const Oracle oracle(recipe);
  CheckMissesAndKinks(PixelsAgainstOracle(recipe, oracle, {0, 0, 17, 2}));
  CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 40, 3)));
}

}  // namespace
}  // namespace cobble::test
