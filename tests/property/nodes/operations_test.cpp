// Each operation alone: values and slopes worked out by hand, at ties, ends and other places where
// formulas turn. The oracle is held to the same numbers.
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

Recipe Of(const std::string& noise) {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "noise": {}}})", noise), "node");
}

// At lattice points Perlin noise is 0 and has a slope: lifted by `value`, it is just that at the
// origin, and its bounds are one less and one more.
std::string Lifted(int seed, double value) {
  return fmt::format(
      R"({{"type": "add", "b": {},
           "a": {{"type": "perlin", "dimensions": 1, "frequency": 1, "seed": {}}}}})",
      value, seed);
}

struct AtOrigin {
  double value = 0, slope = 0;
};

AtOrigin ProgramsAt(const std::string& noise) {
  const Program program = Program::Compile(Of(noise), {.positions = CompileOptions::kPoints});
  const Points got = Sample(program, std::vector<Vec3>{{0, 0, 0}});
  CHECK(got.dy[0] == 0);
  CHECK(got.dz[0] == 0);
  return {double{got.value[0]}, double{got.dx[0]}};
}

struct Hand {
  std::string_view node;       // $a, $b, $by: inputs
  std::vector<double> inputs;  // their values, in the order in which letters stand in `node`
  double value;                // what the node makes of them
  std::vector<double> share;   // of their slopes
};

// x in 0..1 through q, and its slope.
constexpr double kQ3 = 0.16308, kQ3Slope = 1.323;  // of 0.3

const Hand kHands[] = {
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
    {R"("type": "invert", "source": $)", {0.25}, 0.25, {-1}},  // -0.75..1.25
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
    // At a level's border; halfway; in one level from 0 to 1; without any sharpness.
    {R"("type": "terrace", "source": $, "levels": 4)", {0}, 0, {0.2}},
    {R"("type": "terrace", "source": $, "levels": 3)", {0.25}, 0.25, {1.7}},
    {R"("type": "terrace", "levels": 1, "sharpness": 0.8,
        "source": {"type": "clamp", "low": 0, "high": 1, "source": $})",
     {0.3},
     0.2 * 0.3 + 0.8 * kQ3,
     {0.2 + 0.8 * kQ3Slope}},
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
    // Tangents 0.1 and 1, of a secant of 0.1, are shortened by 3 / sqrt(101).
    {R"("type": "curve", "source": $, "points": [[0, 0], [1, 0.1], [2, 2]])",
     {0.5},
     0.05 - 0.1125 * 0.29851115706299675,
     {0.15 - 0.275 * 0.29851115706299675}},
};

TEST_CASE("operations are what they are by hand") {
  for (const Hand& hand : kHands) {
    std::string node(hand.node);
    double slope = 0;
    for (std::size_t k = 0; k < hand.inputs.size(); ++k) {
      const std::string input = Lifted(static_cast<int>(k) + 7, hand.inputs[k]);
      node.replace(node.find('$'), 1, input);
      slope += hand.share[k] * ProgramsAt(input).slope;
    }
    const std::string noise = "{" + node + "}";
    INFO(noise);
    const AtOrigin got = ProgramsAt(noise);
    CHECK(got.value == doctest::Approx(hand.value).epsilon(1e-6));
    CHECK(got.slope == doctest::Approx(slope).epsilon(1e-5));
    const OracleSample oracle = Oracle(Of(noise)).At({0, 0, 0});
    CHECK(oracle.value == doctest::Approx(hand.value).epsilon(1e-9));
    CHECK(oracle.slope[0] == doctest::Approx(slope).epsilon(1e-5));
  }
}

TEST_CASE("what the hands' inputs are") {
  const AtOrigin input = ProgramsAt(Lifted(7, 0));
  CHECK(input.value == 0);
  CHECK(std::abs(input.slope) >= 1);
  CHECK(input.slope != ProgramsAt(Lifted(8, 0)).slope);
}

struct OfConstant {
  std::string_view options;
  double source, value;
};

TEST_CASE("fractals of a constant are what they are by hand") {
  for (const OfConstant& hand :
       {OfConstant{R"("octaves": 3)", 0.25, 0.25},
        // Weights of 1, then of r before.
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
    CHECK(ProgramsAt(noise).value == doctest::Approx(hand.value).epsilon(1e-6));
    CHECK(ProgramsAt(noise).slope == 0);
    CHECK(Oracle(Of(noise)).At({0, 0, 0}).value == doctest::Approx(hand.value).epsilon(1e-9));
  }
}

// Octave o is the source at P lacunarity^o with accumulators 32 o on, as of a seed 32 o on.
TEST_CASE("a fractal's octaves are its source, scaled and reseeded") {
  const Recipe fractal = Of(R"({"type": "fractal", "octaves": 2, "lacunarity": 3,
      "persistence": 0.25, "source": {"type": "perlin", "octaves": 2, "seed": 5}})");
  const Recipe sum = Of(R"({"type": "multiply", "b": 0.8, "a": {"type": "add",
      "a": {"type": "perlin", "octaves": 2, "seed": 5},
      "b": {"type": "multiply", "b": 0.25, "a": {"type": "transform", "scale": 3,
            "source": {"type": "perlin", "octaves": 2, "seed": 37}}}}})");
  Random random(90);
  const std::vector<Vec3> points = RandomPoints(random, 400, 3);
  const auto sample = [&](const Recipe& recipe) {
    return Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}), points);
  };
  const Points got = sample(fractal), want = sample(sum);
  int misses = 0;
  for (std::size_t k = 0; k < points.size(); ++k)
    misses +=
        !(std::abs(got.value[k] - want.value[k]) < 1e-6f &&
          std::abs(got.dx[k] - want.dx[k]) < 1e-4f && std::abs(got.dy[k] - want.dy[k]) < 1e-4f);
  CHECK(misses == 0);
}

// The slope at P by differences of the program's own values, over what doubles of P resolve and
// floats of values forgive.
double Difference(const Program& program, Vec3 p, std::size_t axis) {
  constexpr double kStep = 1e-3;
  Vec3 before = p;
  before[axis] -= kStep, p[axis] += kStep;
  const Points ends = Sample(program, std::vector<Vec3>{before, p});
  return (double{ends.value[1]} - double{ends.value[0]}) / (2 * kStep);
}

TEST_CASE("slopes go through warps and transforms in any order") {
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
    Recipe recipe = Of(tree);
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
      Judge(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 40, 40}));
    }
  }
}

}  // namespace
}  // namespace cobble::test
