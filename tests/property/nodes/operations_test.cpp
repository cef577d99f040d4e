// Tests each operation alone against values and slopes computed by hand, at ties, ends of ranges
// and other break points of its formula. The oracle must give the same numbers.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

Recipe RecipeOfNoise(const std::string& noise) {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "noise": {}}})", noise), "node");
}

// Perlin noise is 0 at lattice points, with a nonzero slope. Plus `value`, it is `value` at the
// origin, within value - 1 and value + 1.
std::string PerlinPlus(int seed, double value) {
  return fmt::format(
      R"({{"type": "add", "b": {},
           "a": {{"type": "perlin", "dimensions": 1, "frequency": 1, "aligned": true,
                 "seed": {}}}}})",
      value, seed);
}

struct AtOrigin {
  double value = 0, slope = 0;
};

AtOrigin ProgramAtOrigin(const std::string& noise) {
  const Program program =
      Program::Compile(RecipeOfNoise(noise), {.positions = CompileOptions::kPoints});
  const Points got = Sample(program, std::vector<Vec3>{{0, 0, 0}});
  CHECK(got.dy[0] == 0);
  CHECK(got.dz[0] == 0);
  return {double{got.value[0]}, double{got.dx[0]}};
}

struct ByHand {
  std::string_view node;         // an input replaces each $
  std::vector<double> inputs;    // values of the inputs at the origin, in order
  double value;                  // the node's value
  std::vector<double> partials;  // partial derivatives with respect to each input
};

// The smootherstep of 0.3 and its derivative.
constexpr double kSmoother3 = 0.16308, kSmoother3Slope = 1.323;

constexpr double kTurn = 6.283185307179586, kSinEighth = 0.7071067811865476;

const ByHand kByHand[] = {
    {R"("type": "add", "a": $, "b": $)", {0.5, 0.25}, 0.75, {1, 1}},
    {R"("type": "add", "a": 2, "b": $)", {0.25}, 2.25, {1}},
    {R"("type": "subtract", "a": $, "b": $)", {0.5, 0.75}, -0.25, {1, -1}},
    {R"("type": "subtract", "a": 1, "b": $)", {0.75}, 0.25, {-1}},
    {R"("type": "multiply", "a": $, "b": $)", {0.5, -0.25}, -0.125, {-0.25, 0.5}},
    {R"("type": "multiply", "a": $, "b": -3)", {0.5}, -1.5, {-3}},
    {R"("type": "min", "a": $, "b": $)", {0.5, 0.75}, 0.5, {1, 0}},
    {R"("type": "min", "a": $, "b": $)", {0.5, 0.25}, 0.25, {0, 1}},
    {R"("type": "min", "a": $, "b": $)", {0.5, 0.5}, 0.5, {1, 0}},
    {R"("type": "max", "a": $, "b": $)", {0.5, 0.75}, 0.75, {0, 1}},
    {R"("type": "max", "a": $, "b": $)", {0.5, 0.25}, 0.5, {1, 0}},
    {R"("type": "max", "a": $, "b": $)", {0.5, 0.5}, 0.5, {1, 0}},
    {R"("type": "smooth-min", "a": $, "b": $, "width": 0.5)", {0.2, 0.2}, 0.075, {0.5, 0.5}},
    {R"("type": "smooth-min", "a": $, "b": $, "width": 0.5)", {0.25, 0.5}, 0.21875, {0.75, 0.25}},
    {R"("type": "smooth-min", "a": $, "b": $, "width": 0.5)", {0.5, 0.25}, 0.21875, {0.25, 0.75}},
    {R"("type": "smooth-min", "a": $, "b": $, "width": 0.5)", {0.25, 0.75}, 0.25, {1, 0}},
    {R"("type": "smooth-min", "a": $, "b": $)", {2, -1}, -1, {0, 1}},
    {R"("type": "smooth-max", "a": $, "b": $, "width": 0.5)", {0.25, 0.5}, 0.53125, {0.25, 0.75}},
    {R"("type": "smooth-max", "a": $, "b": $, "width": 0.5)", {0.2, 0.2}, 0.325, {0.5, 0.5}},
    {R"("type": "smooth-max", "a": $, "b": $)", {2, -1}, 2, {1, 0}},
    {R"("type": "mix", "a": $, "b": $, "by": $)", {0.2, 0.6, 0.25}, 0.3, {0.75, 0.25, 0.4}},
    {R"("type": "mix", "a": $, "b": $, "by": $)", {0.2, 0.6, 1.5}, 0.6, {0, 1, 0}},
    {R"("type": "mix", "a": $, "b": $, "by": $)", {0.2, 0.6, -1}, 0.2, {1, 0, 0}},
    {R"("type": "mix", "a": $, "b": $, "by": 1)", {0.2, 0.6}, 0.6, {0, 1}},
    {R"("type": "mix", "a": 1, "b": 3, "by": $)", {0.25}, 1.5, {2}},
    {R"("type": "abs", "source": $)", {0}, 0, {0}},
    {R"("type": "abs", "source": $)", {-0.5}, 0.5, {-1}},
    {R"("type": "invert", "source": $)", {0.25}, 0.25, {-1}},  // bounds -0.75..1.25
    {R"("type": "invert", "source": {"type": "clamp", "low": -0.25, "high": 1, "source": $})",
     {0.5},
     0.25,
     {-1}},
    {R"("type": "power", "source": $, "exponent": 2)", {0}, 0, {0}},
    {R"("type": "power", "source": $, "exponent": 0.5)", {0}, 0, {0}},
    {R"("type": "power", "source": $, "exponent": 1)", {0}, 0, {1}},
    {R"("type": "power", "source": $, "exponent": 0.5)", {0.25}, 0.5, {1}},
    {R"("type": "power", "source": $, "exponent": 0.5)", {-0.25}, -0.5, {1}},
    {R"("type": "power", "source": $, "exponent": 2)", {-0.5}, -0.25, {1}},
    {R"("type": "power", "source": $, "exponent": 3)", {-2}, -8, {12}},
    {R"("type": "clamp", "source": $, "low": -0.5, "high": 0.5)", {0.25}, 0.25, {1}},
    {R"("type": "clamp", "source": $, "low": -0.5, "high": 0.5)", {0.5}, 0.5, {1}},
    {R"("type": "clamp", "source": $, "low": -0.5, "high": 0.5)", {0.75}, 0.5, {0}},
    {R"("type": "clamp", "source": $, "low": -0.5, "high": 0.5)", {-0.75}, -0.5, {0}},
    {R"("type": "clamp", "source": $, "low": 0.5, "high": 0.5)", {0.75}, 0.5, {0}},
    {R"("type": "remap", "source": $)", {0.25}, 0.5, {0.5}},
    {R"("type": "remap", "source": $, "to": [2, -2])", {0.25}, 0, {-2}},
    {R"("type": "remap", "source": $, "from": [0, 0.5], "to": [1, 3])", {0.75}, 4, {4}},
    {R"("type": "remap", "source": $, "from": [0.5, 0], "to": [1, 3])", {0.75}, 0, {-4}},
    {R"("type": "remap", "to": [7, 9],
        "source": {"type": "clamp", "low": 0.5, "high": 0.5, "source": $})",
     {0.75},
     7,
     {0}},
    {R"("type": "smoothstep", "source": $)", {0.5}, 0.5, {1.5}},
    {R"("type": "smoothstep", "source": $)", {0}, 0, {0}},
    {R"("type": "smoothstep", "source": $)", {1}, 1, {0}},
    {R"("type": "smoothstep", "source": $)", {-2}, 0, {0}},
    {R"("type": "smoothstep", "source": $, "low": -1, "high": 1)", {0.5}, 0.84375, {0.5625}},
    {R"("type": "ridge", "source": $)", {0}, 1, {0}},
    {R"("type": "ridge", "source": $)", {0.25}, 0.5625, {-1.5}},
    {R"("type": "ridge", "source": $)", {-0.25}, 0.5625, {1.5}},
    {R"("type": "ridge", "source": $)", {1}, 0, {0}},
    {R"("type": "ridge", "source": $)", {2}, 1, {2}},
    {R"("type": "threshold", "source": $, "level": 0.5, "softness": 0)", {0.5}, 1, {0}},
    {R"("type": "threshold", "source": $, "level": 0.5, "softness": 0)", {0.49}, 0, {0}},
    {R"("type": "threshold", "source": $, "level": 0.5, "softness": 0.5)", {0.5}, 0.5, {3}},
    {R"("type": "threshold", "source": $, "level": 0.5, "softness": 0.5)", {0.75}, 1, {0}},
    {R"("type": "threshold", "source": $, "level": 0.5, "softness": 0.5)", {0.25}, 0, {0}},
    {R"("type": "threshold", "source": $, "level": 0.5)", {0.5}, 0.5, {30}},
    // At a level's border; in its middle; one level from 0 to 1; no sharpness.
    {R"("type": "terrace", "source": $, "levels": 4)", {0}, 0, {0.2}},
    {R"("type": "terrace", "source": $, "levels": 3)", {0.25}, 0.25, {1.7}},
    {R"("type": "terrace", "levels": 1, "sharpness": 0.8,
        "source": {"type": "clamp", "low": 0, "high": 1, "source": $})",
     {0.3},
     0.2 * 0.3 + 0.8 * kSmoother3,
     {0.2 + 0.8 * kSmoother3Slope}},
    {R"("type": "terrace", "source": $, "levels": 256, "sharpness": 0)", {0.3}, 0.3, {1}},
    {R"("type": "terrace", "levels": 3,
        "source": {"type": "clamp", "low": 0.5, "high": 0.5, "source": $})",
     {0.75},
     0.5,
     {0}},
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 1]])", {0.5}, 0.5, {1}},
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 1]])", {2}, 1, {0}},
    {R"("type": "curve", "source": $, "points": [[0, 3], [1, 1]])", {-0.5}, 3, {0}},
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 0], [2, 1]])", {0.5}, 0, {0}},
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 0], [2, 1]])", {1}, 0, {0}},
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 0], [2, 1]])", {1.5}, 0.375, {1.25}},
    // The tangents 0.1 and 1 at a secant of 0.1 are scaled by 3 / sqrt(101).
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 0.1], [2, 2]])",
     {0.5},
     0.05 - 0.1125 * 0.29851115706299675,
     {0.15 - 0.275 * 0.29851115706299675}},
    {R"("type": "divide", "a": $, "b": $)", {0.5, 2}, 0.25, {0.5, -0.125}},
    {R"("type": "divide", "a": $, "b": $)", {0.5, -2}, -0.25, {-0.5, -0.125}},
    {R"("type": "divide", "a": 3, "b": $)", {2}, 1.5, {-0.75}},
    {R"("type": "divide", "a": $, "b": -4)", {0.5}, -0.125, {-0.25}},
    {R"("type": "modulo", "a": $, "b": $)", {3.5, 1.5}, 0.5, {1, -2}},
    {R"("type": "modulo", "a": $, "b": $)", {-0.5, 1.5}, 1, {1, 1}},
    {R"("type": "modulo", "a": $, "b": $)", {0.5, -1.5}, -1, {1, 1}},
    {R"("type": "modulo", "a": $, "b": $)", {-3.5, -1.5}, -0.5, {1, -2}},
    {R"("type": "modulo", "a": $, "b": 0.5)", {1.5}, 0, {1}},  // at a jump, the slope after it
    {R"("type": "modulo", "a": $, "b": 4)", {2}, 2, {1}},
    {R"("type": "modulo", "a": $, "b": 4)", {-2}, 2, {1}},
    {R"("type": "modulo", "a": 7, "b": $)", {1.5}, 1, {-4}},
    {R"("type": "sine", "source": $)", {0}, 0, {kTurn}},
    {R"("type": "sine", "source": $)", {0.25}, 1, {0}},
    {R"("type": "sine", "source": $)", {-7.25}, -1, {0}},
    {R"("type": "sine", "source": $)", {0.5}, 0, {-kTurn}},
    {R"("type": "sine", "source": $)", {1.0 + 1.0 / 8}, kSinEighth, {kTurn * kSinEighth}},
    {R"("type": "sine", "source": $)", {-1.0 / 8}, -kSinEighth, {kTurn * kSinEighth}},
    {R"("type": "triangle", "source": $)", {0}, 0, {4}},
    {R"("type": "triangle", "source": $)", {-0.125}, -0.5, {4}},
    {R"("type": "triangle", "source": $)", {0.25}, 1, {0}},
    {R"("type": "triangle", "source": $)", {2.5}, 0, {-4}},
    {R"("type": "triangle", "source": $)", {0.75}, -1, {0}},
    {R"("type": "triangle", "source": $)", {-0.375}, -0.5, {-4}},
    {R"("type": "square", "source": $)", {0}, 1, {0}},
    {R"("type": "square", "source": $)", {0.5}, -1, {0}},
    {R"("type": "square", "source": $)", {-0.25}, -1, {0}},
    {R"("type": "square", "source": $, "duty": 0.75)", {0.5}, 1, {0}},
    {R"("type": "square", "source": $, "duty": 0.75)", {-2.5}, 1, {0}},
    {R"("type": "square", "source": $, "duty": 0)", {0}, -1, {0}},
    {R"("type": "square", "source": $, "duty": 1)", {-0.25}, 1, {0}},
    {R"("type": "floor", "source": $)", {0.75}, 0, {0}},
    {R"("type": "floor", "source": $)", {-0.25}, -1, {0}},
    {R"("type": "floor", "source": $)", {2}, 2, {0}},
    {R"("type": "sign", "source": $)", {0.75}, 1, {0}},
    {R"("type": "sign", "source": $)", {0}, 0, {0}},
    {R"("type": "sign", "source": $)", {-0.25}, -1, {0}},
    {R"("type": "exp", "source": $)", {0}, 1, {1}},
    {R"("type": "exp", "source": $)", {1}, 2.718281828459045, {2.718281828459045}},
    {R"("type": "log", "source": $)", {2}, 0.6931471805599453, {0.5}},
};

TEST_CASE("operations match values and slopes computed by hand") {
  for (const ByHand& hand : kByHand) {
    std::string node(hand.node);
    double slope = 0;
    for (std::size_t k = 0; k < hand.inputs.size(); ++k) {
      const std::string input = PerlinPlus(static_cast<int>(k) + 7, hand.inputs[k]);
      node.replace(node.find('$'), 1, input);
      slope += hand.partials[k] * ProgramAtOrigin(input).slope;
    }
    const std::string noise = "{" + node + "}";
    INFO(noise);
    const AtOrigin got = ProgramAtOrigin(noise);
    CHECK(got.value == doctest::Approx(hand.value).epsilon(1e-6));
    CHECK(got.slope == doctest::Approx(slope).epsilon(1e-5));
    const OracleSample oracle = Oracle(RecipeOfNoise(noise)).At({0, 0, 0});
    CHECK(oracle.value == doctest::Approx(hand.value).epsilon(1e-9));
    CHECK(oracle.slope[0] == doctest::Approx(slope).epsilon(1e-5));
  }
}

TEST_CASE("the inputs of these tests have the expected values and slopes") {
  const AtOrigin input = ProgramAtOrigin(PerlinPlus(7, 0));
  CHECK(input.value == 0);
  CHECK(std::abs(input.slope) >= 1);
  CHECK(input.slope != ProgramAtOrigin(PerlinPlus(8, 0)).slope);
}

struct OfConstant {
  std::string_view options;
  double source, value;
};

TEST_CASE("fractals of a constant match values computed by hand") {
  for (const OfConstant& hand :
       {OfConstant{R"("octaves": 3)", 0.25, 0.25},
        // The first octave's weight is 1, each following one's the ridge value of the one before.
        OfConstant{R"("kind": "ridged", "octaves": 3)", 0.25, 0.5625},
        OfConstant{R"("kind": "ridged", "octaves": 3, "gain": 1)", -0.25,
                   (0.5625 + 0.31640625 / 2 + 0.177978515625 / 4) / 1.75},
        OfConstant{R"("kind": "ridged", "octaves": 2, "offset": 0.25, "gain": 4)", 0.75,
                   (0.25 + 0.25 / 2) / 1.5},
        OfConstant{R"("kind": "hybrid", "octaves": 3, "offset": 0.5)", 0.25,
                   (0.75 + 0.75 * 0.375 + 0.28125 * 0.1875) / 1.75},
        OfConstant{R"("kind": "hybrid", "octaves": 3, "offset": 2)", 1, (3 + 1.5 + 0.75) / 1.75},
        OfConstant{R"("kind": "hybrid", "octaves": 2, "offset": -1)", 0, (-1 + -1 * -0.5) / 1.5}}) {
    const std::string noise =
        fmt::format(R"({{"type": "fractal", "source": {}, {}}})", hand.source, hand.options);
    INFO(noise);
    CHECK(ProgramAtOrigin(noise).value == doctest::Approx(hand.value).epsilon(1e-6));
    CHECK(ProgramAtOrigin(noise).slope == 0);
    CHECK(Oracle(RecipeOfNoise(noise)).At({0, 0, 0}).value ==
          doctest::Approx(hand.value).epsilon(1e-9));
  }
}

// Octave o is the source at p * lacunarity^o, with 32 * o added to its seed.
TEST_CASE("a fractal's octaves are scaled copies of its source with different seeds") {
  const Recipe fractal = RecipeOfNoise(R"({"type": "fractal", "octaves": 2, "lacunarity": 3,
      "persistence": 0.25, "source": {"type": "perlin", "octaves": 2, "seed": 5}})");
  const Recipe sum = RecipeOfNoise(R"({"type": "multiply", "b": 0.8, "a": {"type": "add",
      "a": {"type": "perlin", "octaves": 2, "seed": 5},
      "b": {"type": "multiply", "b": 0.25, "a": {"type": "transform", "scale": 3,
            "source": {"type": "perlin", "octaves": 2, "seed": 37}}}}})");
  Random random(90);
  const std::vector<Vec3> points = RandomPoints(random, 400, 3);
  const auto sample = [&](const Recipe& recipe) {
    return Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}), points);
  };
  const Points got = sample(fractal), expected = sample(sum);
  int misses = 0;
  for (std::size_t k = 0; k < points.size(); ++k)
    misses += !(std::abs(got.value[k] - expected.value[k]) < 1e-6f &&
                std::abs(got.dx[k] - expected.dx[k]) < 1e-4f &&
                std::abs(got.dy[k] - expected.dy[k]) < 1e-4f);
  CHECK(misses == 0);
}

// Computes the slope at p by central differences of the program's values. The step is large enough
// for the precision of float values.
double Difference(const Program& program, Vec3 p, std::size_t axis) {
  constexpr double kStep = 1e-3;
  Vec3 before = p;
  before[axis] -= kStep, p[axis] += kStep;
  const Points ends = Sample(program, std::vector<Vec3>{before, p});
  return (double{ends.value[1]} - double{ends.value[0]}) / (2 * kStep);
}

TEST_CASE("slopes are correct through warps and transforms in any order") {
  const std::string noise = R"({"type": "perlin", "dimensions": 3, "frequency": 1, "seed": 4})";
  const std::string other = R"({"type": "value", "dimensions": 3, "frequency": 1.5, "seed": 6})";
  const std::string moves = R"("translate": [3, -2, 1], "rotate": [20, 50, -70],
                               "scale": [1.5, -0.5, 0.75])";
  const auto warp = [&](const std::string& source) {
    return fmt::format(R"({{"type": "warp", "amount": 0.3, "by": [{0}, 0.1, {0}], "source": {1}}})",
                       other, source);
  };
  const auto transform = [&](const std::string& source) {
    return fmt::format(R"({{"type": "transform", {}, "source": {}}})", moves, source);
  };
  Random random(91);
  for (const std::string& tree :
       {warp(noise), transform(noise), warp(transform(noise)), transform(warp(noise)),
        warp(warp(transform(noise))), transform(warp(transform(warp(noise))))}) {
    INFO(tree);
    Recipe recipe = RecipeOfNoise(tree);
    for (const double turn : {0.0, 33.0}) {
      recipe.domain.rotate = {turn, 0, turn};
      const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
      const std::vector<Vec3> points = RandomPoints(random, 50, 2);
      const Points got = Sample(program, points);
      int misses = 0;
      for (std::size_t k = 0; k < points.size(); ++k) {
        const double slope[3] = {double{got.dx[k]}, double{got.dy[k]}, double{got.dz[k]}};
        for (std::size_t a = 0; a < 3; ++a)
          misses += !(std::abs(Difference(program, points[k], a) - slope[a]) < 2e-3);
      }
      CHECK(misses == 0);
      recipe.width = recipe.height = 40;
      CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 40, 40}));
    }
  }
}

}  // namespace
}  // namespace cobble::test
