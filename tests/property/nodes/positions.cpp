// Compares nodes with the oracle and with themselves.
#include "property/nodes/positions.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cobble/recipe_io.h"
#include "support/levels.h"
#include "support/random/test_image.h"

namespace cobble::test {

Recipe ReadNode(const std::string& node, const std::string& members) {
  Recipe recipe =
      ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [46, 30], "range": "none", {}"noise": {}}})",
                             members, node),
                 "node");
  AttachTestImages(&recipe);
  return recipe;
}

std::string Below(const char* tree, const std::string& node) {
  return fmt::format(fmt::runtime(tree), node);
}

void CompareSamples(const Recipe& recipe, const Oracle& oracle) {
  // Two corners of the picture, and beyond.
  Tally pixels = PixelsAgainstOracle(recipe, oracle, {-7, -5, 24, 16});
  pixels.Add(PixelsAgainstOracle(recipe, oracle, {30, 20, 24, 16}));
  CheckMissesAndKinks(pixels);
  Random random(18);
  CheckMissesAndKinks(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 100, 1)));
}

void CompareWithOracle(const Recipe& recipe) {
  INFO(WriteRecipe(recipe));
  CompareSamples(recipe, Oracle(recipe));
}

void CheckRepeats(const Recipe& recipe) {
  const Program program = Program::Compile(recipe);
  for (const Map map : {Map::kValue, Map::kSlope})
    CHECK(SameBits(RenderImage(program, map),
                   RenderImage(program, map, {.window = {-92, 60, 46, 30}})));
}

void CheckSameBitsEverywhere(const Recipe& recipe) {
  const Window whole{-40, -12, 700, 12};
  for (const Map map : {Map::kValue, Map::kSlope}) {
    const Image reference = RenderImage(Program::Compile(recipe), map, {.window = whole});
    for (const std::string& level : RunningLevels())
      for (const int columns : {0, 33})
        CheckSameBits(recipe, {map}, {level, 2, columns, {-17, -11, 641, 5}}, reference, whole);
  }
}

void CheckLonePoints(const Recipe& recipe) {
  const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
  Random random(5);
  const std::vector<Vec3> points = RandomPoints(random, 300, 1);
  const Points together = Sample(program, points);
  for (std::size_t k = 0; k < points.size(); k += 7) {
    const Points alone = Sample(program, std::vector<Vec3>{points[k]});
    CHECK(alone.value[0] == together.value[k]);
    CHECK(alone.dx[0] == together.dx[k]);
    CHECK(alone.dy[0] == together.dy[k]);
  }
}

At SampleAt(const std::string& node, double x, double y, const std::string& members) {
  const Program program =
      Program::Compile(ReadNode(node, members), {.positions = CompileOptions::kPoints});
  const Points points = Sample(program, std::vector<Vec3>{{x, y, 0}});
  return {points.value[0], points.dx[0], points.dy[0]};
}

}  // namespace cobble::test
