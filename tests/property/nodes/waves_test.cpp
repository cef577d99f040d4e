// Tests what is special to erosion and phasor: tables of kernels, flat sources, profiles, angles.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

// Rows of a tile share tables of their kernels, which are discarded now and then. The scalar level,
// which is last if it exists, makes no tables.
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

// Where cells are narrower than pixels, samples leave some out that later rows need.
TEST_CASE("erosion has the same bits in any window, and at any points, that share few cells") {
  const Recipe recipe = ReadNode(
      R"({"type": "erosion", "octaves": 5, "source": {"type": "simplex", "frequency": 2}})");
  CheckLonePoints(recipe);
  const Window whole{0, 0, 46, 30};
  const Image reference = RenderImage(Program::Compile(recipe), Map::kSlope, {.window = whole});
  for (const Window& window : {Window{7, 3, 1, 20}, Window{0, 29, 46, 1}, Window{9, 0, 5, 30}})
    CheckSameBits(recipe, {Map::kSlope}, {"auto", 1, 0, window}, reference, whole);
}

TEST_CASE("a flat source keeps its shape") {
  CHECK(SampleAt(R"({"type": "erosion", "source": 0.25})", 0.1, 0.2) == At{0.25f, 0, 0});
  CHECK(SampleAt(R"({"type": "erosion", "source": 0.25, "output": "ridges"})", 0.1, 0.2) ==
        At{0, 0, 0});
  // T = -1 at the lowest height: every octave lowers it.
  CHECK(SampleAt(R"({"type": "erosion", "source": 0, "range": [0, 1], "octaves": 1})", 0.1, 0.2) ==
        At{-0.1f, 0, 0});
}

TEST_CASE("the values of phasor are within -1 to 1, and come near both") {
  for (const char* members :
       {"", R"(, "profile": "triangle", "octaves": 3, "spread": 0.1)",
        R"(, "profile": "sawtooth", "waves": 2)", R"(, "profile": "gabor", "spread": 1)"}) {
    const std::string phasor = std::string(R"({"type": "phasor")") + members + "}";
    INFO(phasor);
    const Program program = Program::Compile(ReadNode(phasor, R"("domain": {"scale": 2}, )"));
    CHECK(program.low() == -1);
    CHECK(program.high() == 1);
    const Image image = RenderImage(program, Map::kValue, {.window = {-60, -60, 120, 120}});
    const auto [low, high] = std::ranges::minmax(image.samples);
    CHECK(low < -0.75);
    CHECK(high > 0.75);
  }
}

// A sawtooth falls where other profiles have their steepest flank.
TEST_CASE("a sawtooth rises gently along the angle and falls steeply") {
  const Program program =
      Program::Compile(ReadNode(R"({"type": "phasor", "profile": "sawtooth", "frequency": 8})"));
  const Image image = RenderImage(program, Map::kSlope, {.window = {0, 0, 400, 400}});
  std::size_t rising = 0;
  float steepest_rise = 0, steepest_fall = 0;
  const std::size_t pixels = image.samples.size() / 2;
  for (std::size_t k = 0; k < pixels; ++k) {
    const float along_x = image.samples[2 * k];
    rising += along_x > 0 ? 1 : 0;
    steepest_rise = std::max(steepest_rise, along_x);
    steepest_fall = std::max(steepest_fall, -along_x);
  }
  CHECK(rising > pixels * 7 / 10);
  CHECK(steepest_fall > 3 * steepest_rise);
}

TEST_CASE("an angle that is constant is that number") {
  const Recipe number = ReadNode(R"({"type": "phasor", "angle": 37})");
  for (const char* angle : {R"({"type": "add", "a": 30, "b": 7})",
                            R"({"type": "clamp", "source": {"type": "multiply", "a": 1e6,
                                "b": {"type": "perlin"}}, "low": 37, "high": 37})"}) {
    const Recipe node = ReadNode(std::string(R"({"type": "phasor", "angle": )") + angle + "}");
    CHECK(SameBits(RenderImage(Program::Compile(number), Map::kSlope),
                   RenderImage(Program::Compile(node), Map::kSlope)));
  }
}

}  // namespace
}  // namespace cobble::test
