// Tests phasor: against the oracle, without seams, the same bits everywhere, and its bounds.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

// Of all profiles, with few and many waves, one or more octaves, and angles of all kinds.
const std::vector<std::string>& Phasors() {
  static const std::vector<std::string> phasors = [] {
    std::vector<std::string> all;
    for (const char* const members :
         {"", R"(, "profile": "triangle", "octaves": 3, "spread": 0.1, "angle": 70)",
          R"(, "profile": "sawtooth", "waves": 2, "angle": -200,  "octaves": 2, "lacunarity": 3)",
          R"(, "profile": "gabor", "spread": 1, "waves": 0.1, "frequency": 5)",
          R"(, "profile": "sawtooth", "frequency": 6, "angle": {"type": "multiply", "b": 60,
              "a": {"type": "perlin", "frequency": 2}})",
          R"(, "octaves": 2, "spread": 0.3, "pattern": "w", "angle": {"type": "multiply", "a": 180,
              "b": {"type": "simplex", "frequency": 2}})",
          R"(, "profile": "triangle", "waves": 16, "frequency": 3, "angle": 30)",
          R"(, "frequency": 40, "profile": "gabor", "octaves": 2)"})
      all.push_back(std::string(R"({"type": "phasor")") + members + "}");
    return all;
  }();
  return phasors;
}

TEST_CASE("phasor agrees with the oracle, in pictures that are moved, turned or scaled") {
  for (const std::string& phasor : Phasors())
    for (const char* domain : {"", R"("domain": {"translate": [0.7, -30, 2], "slice": 0.3}, )",
                               R"("domain": {"rotate": [0, 0, 70], "scale": [0.5, 2, 1]}, )"})
      CompareWithOracle(ReadNode(phasor, domain));
}

TEST_CASE("phasor agrees with the oracle below transforms, warps, fractals and masks") {
  for (const char* tree :
       {R"({{"type": "transform", "rotate": [20, 0, 25], "scale": 0.8, "source": {}}})",
        R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.2], "source": {}}})",
        R"({{"type": "fractal", "octaves": 2, "source": {}}})",
        R"({{"type": "warp", "amount": 0.03, "by": [{}], "source": {{"type": "perlin"}}}})",
        R"({{"type": "slope-of", "radius": 0.02, "strength": 0.1, "source": {}}})",
        R"({{"type": "erosion", "frequency": 16, "octaves": 2, "source": {}}})",
        R"({{"type": "phasor", "angle": {}}})"})
    for (const std::size_t number : {2, 4})
      CompareWithOracle(ReadNode(Below(tree, Phasors()[number])));
}

// Its angle at a point depends on z, which all samples share.
TEST_CASE("phasor agrees with the oracle if its angle varies along z") {
  const std::string angle = R"({"type": "multiply", "a": 50,
                                "b": {"type": "perlin", "dimensions": 3, "frequency": 2}})";
  const std::string phasor = R"({"type": "phasor", "angle": )" + angle + "}";
  for (const char* slice : {"0", "0.4"}) {
    const Recipe recipe = ReadNode(phasor, std::string(R"("domain": {"slice": )") + slice + "}, ");
    const Tally pixels = PixelsAgainstOracle(recipe, Oracle(recipe), {-7, -5, 24, 16});
    CheckMissesAndKinks(pixels);
  }
}

TEST_CASE("phasor repeats with a tiled picture") {
  for (const std::string& phasor : Phasors())
    for (const char* tree : {"{}",
                             R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1],
                                  "translate": [0.113, 7.13], "source": {}}})",
                             R"({{"type": "warp", "amount": 0.05,
                                  "by": [{{"type": "perlin"}}, 0.7], "source": {}}})"}) {
      const Recipe recipe =
          ReadNode(Below(tree, phasor), R"("tiling": true, "domain": {"extent": [1, 1], )"
                                        R"("translate": [0.0137, 0.0071]}, )");
      CompareWithOracle(recipe);
      CheckRepeats(recipe);
    }
}

TEST_CASE("phasor has the same bits at every level, in any window and tile") {
  CheckSameBitsEverywhere(Phasors());
}

// Points come in runs that share cells; alone, each has cells of its own.
TEST_CASE("a point of phasor has the same bits alone and among others") {
  for (const std::size_t number : {1, 5}) CheckLonePoints(ReadNode(Phasors()[number]));
}

TEST_CASE("the values of phasor are within -1 to 1, and come near both") {
  for (const std::string& phasor : Phasors()) {
    INFO(phasor);
    const Program program = Program::Compile(ReadNode(phasor, R"("domain": {"scale": 2}, )"));
    CHECK(program.low() == -1);
    CHECK(program.high() == 1);
    const Image image = RenderImage(program, Map::kValue, {.window = {-60, -60, 120, 120}});
    const auto [low, high] = std::ranges::minmax(image.samples);
    CHECK(low >= -1);
    CHECK(high <= 1);
    CHECK(low < -0.75);
    CHECK(high > 0.75);
  }
}

// A sawtooth falls where the others have their steepest flank.
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
