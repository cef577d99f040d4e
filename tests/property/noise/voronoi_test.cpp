// Tests Voronoi noise: smooth minima without creases, edges where points
// coincide, pixel-sized cells.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

// Returns a recipe with one lattice cell per domain unit.
Recipe OfVoronoi(const std::string& options, int dimensions, const std::string& more = "") {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "seed": 5{}, "noise": {{"type": "voronoi",
                                    "frequency": 1, "dimensions": {}, {}}}}})",
                                more, dimensions, options),
                    "cells");
}

constexpr double kStep = 1e-3;

// Measures steps along `axis`, across borders of lattice cells or anywhere else.
Steps StepsAtBorders(const Program& program, std::size_t axis, bool across, Random& random) {
  std::vector<Vec3> points;
  for (Vec3 p : RandomPoints(random, 20'000, 50)) {
    p[axis] = std::floor(p[axis]) + (across ? 0 : random.Uniform(kStep, 1 - kStep));
    for (const double side : {-0.5, 0.5}) {
      points.push_back(p);
      points.back()[axis] += side * kStep;
    }
  }
  return MaxSteps(Sample(program, points));
}

TEST_CASE("smooth distances change across lattice borders as they do elsewhere") {
  Random random(70);
  for (const char* const smooth : {"lse", "poly"})
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      const Program program =
          Program::Compile(OfVoronoi(fmt::format(R"("smooth": "{}")", smooth), dimensions),
                           {.positions = CompileOptions::kPoints});
      for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        INFO("smooth ", std::string(smooth), ", dimensions ", dimensions, ", axis ", axis);
        const Steps elsewhere = StepsAtBorders(program, axis, false, random);
        const Steps across = StepsAtBorders(program, axis, true, random);
        CHECK(across.value <= 1.05 * elsewhere.value);
        CHECK(across.slope <= 1.25 * elsewhere.slope);
        CHECK(elsewhere.slope <= 30 * kStep);  // a crease would far exceed this
      }
    }
}

// Returns the first 1D cell whose point coincides with the next cell's point, on their common
// border. `accumulator` is the octave's hash accumulator.
int64_t TwinCell(uint32_t accumulator) {
  const auto byte = [&](int64_t cell) {
    return HashValue(HashEat(accumulator, static_cast<uint32_t>(cell))) & 255;
  };
  int64_t cell = 0;
  while (byte(cell) != 255 || byte(cell + 1) != 0) ++cell;
  return cell;
}

// Edges exist only between points at different positions.
TEST_CASE("coincident points of neighbouring cells have no edge between them") {
  const int64_t cell = TwinCell(HashSeed(5));
  INFO("cell ", cell);
  for (const char* const function : {"edge", "F1", "F2", "F2-F1", "F1/F2"}) {
    INFO(std::string(function));
    const Recipe recipe = OfVoronoi(
        fmt::format(R"("function": "{}")", function), 1,
        fmt::format(
            R"(, "size": [211, 1], "domain": {{"extent": [2, 1], "translate": [{}, 0, 0]}})",
            cell + 1));
    const Tally tally = PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 211, 1});
    INFO(tally.misses, " of ", tally.samples, " miss; first: ", tally.first_miss);
    CHECK(tally.misses == 0);
    std::vector<Vec3> points;
    for (int k = 0; k < 211; ++k) points.push_back({(k + 0.5) / 211 * 2 - 1, 0, 0});
    const Tally given = PointsAgainstOracle(recipe, Oracle(recipe), points);
    INFO(given.misses, " of ", given.samples, " miss; first: ", given.first_miss);
    CHECK(given.misses == 0);
  }
}

// From three pixels per cell to several cells per pixel.
TEST_CASE("cells as small as pixels match the oracle") {
  for (const double cells : {0.31, 0.97, 1.03, 1.47, 2.1, 3.4, 4.6, 7.3})
    for (const char* const function : {"F1", "F2-F1", "cell-id", "edge", "u", "v", "w"})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        if (function[0] - 'u' >= dimensions) continue;
        INFO(cells, " cells per pixel, ", std::string(function), ", dimensions ", dimensions);
        const Recipe recipe =
            OfVoronoi(fmt::format(R"("function": "{}")", function), dimensions,
                      fmt::format(R"(, "size": [67, 5], "domain": {{"extent": [{}, {}],
                                   "translate": [0.3, 0.7, 0.2]}})",
                                  67 * cells, 5 * cells));
        CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 67, 5}));
      }
}

// This search leaves out most points of a block or a group of samples. If a sample needs more than
// the points kept, which is rare, all points are searched.
TEST_CASE("edges and polynomial minima match the oracle where cells span many pixels") {
  for (const double pixels : {9.0, 40.0, 170.0})
    for (const char* const options :
         {R"("function": "edge")", R"("smooth": "poly")", R"("function": "edge", "jitter": 0.4)"})
      for (const double angle : {0.0, 30.0})
        for (int dimensions = 1; dimensions <= 3; ++dimensions) {
          INFO(pixels, " pixels per cell, ", std::string(options), ", rotated by ", angle,
               ", dimensions ", dimensions);
          const Recipe recipe =
              OfVoronoi(options, dimensions,
                        fmt::format(R"(, "size": [210, 70], "domain": {{"extent": [{}, {}],
                                     "rotate": [0, 0, {}], "translate": [0.3, 0.7, 0.2]}})",
                                    210 / pixels, 70 / pixels, angle));
          CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 210, 70}));
        }
}

TEST_CASE("without jitter, the points of a cell are at its centre") {
  const char* const more =
      R"(, "size": [40, 30], "domain": {"extent": [5, 5], "translate": [7, 9, 3],
                               "slice": 0.2})";
  for (int dimensions = 2; dimensions <= 3; ++dimensions) {
    const auto image = [&](const char* function) {
      const std::string options = fmt::format(R"("jitter": 0, "function": "{}")", function);
      return RenderImage(Program::Compile(OfVoronoi(options, dimensions, more)), Map::kValue);
    };
    for (const float v : image("F2-F1").samples) CHECK(v == 0);
    for (const float v : image("F1/F2").samples) CHECK(v == 1);
    CHECK(SameBits(image("F1"), image("F2")));
  }
}

}  // namespace
}  // namespace cobble::test
