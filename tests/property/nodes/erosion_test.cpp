// Tests erosion: against the oracle, without seams, the same bits everywhere, and its bounds.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

const std::vector<std::string>& Erosions() {
  static const std::vector<std::string> erosions = [] {
    std::vector<std::string> all;
    const auto add = [&](const std::string& source, const char* members) {
      all.push_back(R"({"type": "erosion", "source": )" + source + members + "}");
    };
    add(R"({"type": "simplex", "frequency": 2})", "");
    add(R"({"type": "perlin", "frequency": 2, "octaves": 2})",
        R"(, "frequency": 4, "octaves": 6, "persistence": 0.48, "strength": 0.2, "sharpness": 0.9,
            "settle": 0.5, "range": [-0.6, 0.6])");
    add(R"({"type": "value", "frequency": 3})",
        R"(, "frequency": 14, "octaves": 4, "strength": 0.07, "slope": 0.04, "detail": 5.5)");
    add(R"({"type": "hill", "frequency": 2})", R"(, "octaves": 3, "output": "ridges")");
    add(R"({"type": "simplex", "frequency": 2})",
        R"(, "octaves": 3, "lacunarity": 3, "sharpness": -0.5, "strength": -0.05, "branch": 0.3)");
    add(R"({"type": "gradient", "kind": "radial"})", R"(, "octaves": 2, "pattern": "cone")");
    add(R"({"type": "perlin", "dimensions": 3, "frequency": 2})", R"(, "octaves": 2)");
    add(R"({"type": "simplex", "frequency": 2})", R"(, "frequency": 40, "octaves": 1)");
    return all;
  }();
  return erosions;
}

void CompareErosion(const Recipe& recipe) {
  INFO(WriteRecipe(recipe));
  const Oracle oracle(recipe);
  const Program program = Program::Compile(recipe);
  CHECK(program.low() == doctest::Approx(oracle.bounds().low).epsilon(1e-6));
  CHECK(program.high() == doctest::Approx(oracle.bounds().high).epsilon(1e-6));
  CompareSamples(recipe, oracle);
}

TEST_CASE("erosion agrees with the oracle, in pictures that are moved, turned or scaled") {
  for (const std::string& erosion : Erosions()) {
    if (erosion.find("dimensions") != std::string::npos) continue;
    for (const char* domain : {"", R"("domain": {"translate": [0.7, -30, 2], "slice": 0.3}, )",
                               R"("domain": {"rotate": [0, 0, 70], "scale": [0.5, 2, 1]}, )"})
      CompareErosion(ReadNode(erosion, domain));
  }
}

TEST_CASE("erosion agrees with the oracle below transforms, warps and fractals, and over itself") {
  const std::string& erosion = Erosions()[0];
  for (const char* tree :
       {R"({{"type": "transform", "rotate": [0, 0, 25], "scale": 0.8, "source": {}}})",
        R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.2], "source": {}}})",
        R"({{"type": "fractal", "octaves": 2, "source": {}}})",
        R"({{"type": "warp", "amount": 0.03, "by": [{}], "source": {{"type": "perlin"}}}})",
        R"({{"type": "erosion", "frequency": 3, "octaves": 2, "source": {}}})"})
    CompareErosion(ReadNode(Below(tree, erosion)));
}

TEST_CASE("erosion repeats with a tiled picture") {
  for (const std::string& erosion : Erosions()) {
    if (erosion.find("dimensions") != std::string::npos) continue;
    for (const char* tree : {"{}",
                             R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1],
                                  "translate": [0.113, 7.13], "source": {}}})",
                             R"({{"type": "warp", "amount": 0.05,
                                  "by": [{{"type": "perlin"}}, 0.7], "source": {}}})"}) {
      const Recipe recipe =
          ReadNode(Below(tree, erosion), R"("tiling": true, "domain": {"extent": [1, 1], )"
                                         R"("translate": [0.0137, 0.0071]}, )");
      CompareErosion(recipe);
      CheckRepeats(recipe);
    }
  }
}

TEST_CASE("erosion has the same bits at every level, in any window and tile") {
  CheckSameBitsEverywhere({Erosions()[0], Erosions()[3], Erosions()[7]});
}

// Rows of a tile share tables of their kernels, which are forgotten from time to time; the scalar
// level, the last where there is one, makes none.
TEST_CASE("erosion has the same bits with tables and without, in a picture of many cells") {
  const Recipe recipe = ReadNode(
      R"({"type": "erosion", "octaves": 1, "source": {"type": "simplex", "frequency": 2}})");
  const Window whole{0, 0, 600, 640};
  const std::vector<std::string> levels = RunningLevels();
  const Image reference = RenderImage(Program::Compile(recipe, {.simd = levels.back()}),
                                      Map::kSlope, {.window = whole});
  for (const std::string& level : levels)
    CheckSameBits(recipe, {Map::kSlope}, {level, 1, 0, whole}, reference, whole);
}

// Points come in runs that share cells; alone, each has cells of its own.
TEST_CASE("a point has the same bits alone and among others") {
  CheckLonePoints(ReadNode(Erosions()[1]));
}

TEST_CASE("the values of erosion are within its bounds") {
  for (const std::string& erosion : Erosions()) {
    INFO(erosion);
    const Program program = Program::Compile(ReadNode(erosion, R"("domain": {"scale": 2}, )"));
    const Image image = RenderImage(program, Map::kValue, {.window = {-60, -60, 120, 120}});
    const auto [low, high] = std::ranges::minmax(image.samples);
    CHECK(low >= program.low());
    CHECK(high <= program.high());
  }
}

TEST_CASE("a flat source keeps its shape") {
  CHECK(SampleAt(R"({"type": "erosion", "source": 0.25})", 0.1, 0.2) == At{0.25f, 0, 0});
  CHECK(SampleAt(R"({"type": "erosion", "source": 0.25, "output": "ridges"})", 0.1, 0.2) ==
        At{0, 0, 0});
  // T = -1 at the lowest height: every octave lowers it.
  CHECK(SampleAt(R"({"type": "erosion", "source": 0, "range": [0, 1], "octaves": 1})", 0.1, 0.2) ==
        At{-0.1f, 0, 0});
}

}  // namespace
}  // namespace cobble::test
