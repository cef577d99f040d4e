// Tests the bounds of mathematical operations: no value is outside, and values come close to both.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cobble/recipe_io.h"
#include "program/program_impl.h"
#include "property/property.h"

namespace cobble::test {
namespace {

Program Compile(const std::string& noise) {
  return Program::Compile(
      ReadRecipe(fmt::format(R"({{"cobble": 1, "size": 96, "noise": {}}})", noise), "node"),
      {.slopes = false});
}

// Returns a node whose values cover low .. high: hill noise is uniformly distributed.
std::string Spread(double low, double high, int seed = 1) {
  return fmt::format(R"({{"type": "remap", "from": [0, 1], "to": [{}, {}],
      "source": {{"type": "hill", "frequency": 24, "seed": {}}}}})",
                     low, high, seed);
}

// Checks a node's bounds. `rate` is the maximum change of its value per unit of its inputs, which
// are within low .. high; 0 for values with jumps.
void CheckBounds(const std::string& node, double low, double high, double rate) {
  INFO(node);
  const Program program = Compile(node);
  const Image image = RenderImage(program, Map::kValue);
  const auto [first, last] = std::ranges::minmax(image.samples);
  const double size = std::max(std::abs(program.low()), std::abs(program.high()));
  const double rounding = 1e-6 * size + 1e-6 * rate * std::max(std::abs(low), std::abs(high));
  CHECK(double{first} >= program.low() - rounding);
  CHECK(double{last} <= program.high() + rounding);
  // 9216 samples come within 1 % of each end of the inputs.
  const double reach = 0.01 * rate * (high - low) + rounding;
  CHECK(double{first} <= program.low() + reach);
  CHECK(double{last} >= program.high() - reach);
}

std::string Of(const char* type, const std::string& source, const std::string& others = "") {
  return fmt::format(R"({{"type": "{}", "source": {}{}}})", type, source, others);
}

TEST_CASE("bounds of waves, floor, sign, exp and log are tight") {
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    const double low = random.Uniform(-2, 2), high = low + random.Uniform(0.01, 1.3);
    const std::string source = Spread(low, high);
    CheckBounds(Of("sine", source), low, high, 6.3);
    CheckBounds(Of("triangle", source), low, high, 4);
    CheckBounds(Of("square", source, fmt::format(R"(, "duty": {})", random.Uniform(0.2, 0.8))), low,
                high, 0.01);
    CheckBounds(Of("exp", source), low, high, std::exp(high));
    if (low > 0.05) CheckBounds(Of("log", source), low, high, 1 / low);
  }
  for (const double high : {-0.5, 0.25, 3.5}) {
    CheckBounds(Of("floor", Spread(-1.5, high)), -1.5, high, 0);
    CheckBounds(Of("sign", Spread(-1.5, high)), -1.5, high, 0);
  }
}

TEST_CASE("bounds of divide and modulo are tight") {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const double low = random.Uniform(-3, 3), high = low + random.Uniform(0.01, 1.3);
    const double b = random.OneOf({-1.0, 1.0}) * random.Uniform(0.4, 2);
    const auto node = [&](const char* type, const std::string& divisor) {
      return fmt::format(R"({{"type": "{}", "a": {}, "b": {}}})", type, Spread(low, high), divisor);
    };
    CheckBounds(node("divide", fmt::format("{}", b)), low, high, 1 / std::abs(b));
    CheckBounds(node("modulo", fmt::format("{}", b)), low, high, 1);
    // Few samples are near an end of both inputs.
    const std::string divisor = Spread(b, 1.2 * b, 2);
    CheckBounds(node("divide", divisor), low, high, 20 / std::abs(b));
    const Program modulo = Compile(node("modulo", divisor));
    for (const float sample : RenderImage(modulo, Map::kValue).samples) {
      CHECK(double{sample} >= modulo.low() - 1e-6);
      CHECK(double{sample} <= modulo.high() + 1e-6);
    }
  }
}

std::string BoundsText(const std::string& node) {
  const Program program = Compile(node);
  return fmt::format("{} {}", program.low(), program.high());
}

TEST_CASE("bounds of the mathematical operations are as documented") {
  const std::string perlin = R"({"type": "perlin"})", hill = R"({"type": "hill"})";
  const auto scaled = [](const std::string& node, double factor) {
    return fmt::format(R"({{"type": "multiply", "a": {}, "b": {}}})", node, factor);
  };
  CHECK(BoundsText(Of("sine", perlin)) == "-1 1");
  CHECK(BoundsText(Of("sine", scaled(hill, 0.25))) == "0 1");
  CHECK(BoundsText(Of("sine", scaled(hill, 0.5))) == "0 1");
  CHECK(BoundsText(Of("triangle", scaled(hill, 0.125))) == "0 0.5");
  CHECK(BoundsText(Of("triangle", scaled(perlin, 0.25))) == "-1 1");
  CHECK(BoundsText(Of("triangle", R"({"type": "add", "b": 16, "a": {"type": "hill"}})")) == "-1 1");
  CHECK(BoundsText(Of("square", scaled(hill, 0.4))) == "1 1");
  CHECK(BoundsText(Of("square", hill)) == "-1 1");
  CHECK(BoundsText(Of("floor", scaled(perlin, 2.5))) == "-3 2");
  CHECK(BoundsText(Of("floor", scaled(hill, 0.9))) == "0 0");
  CHECK(BoundsText(Of("sign", hill)) == "0 1");
  CHECK(BoundsText(Of("sign", perlin)) == "-1 1");
  CHECK(BoundsText(Of("exp", "-88")) == "0 0");
  CHECK(BoundsText(R"({"type": "modulo", "a": {"type": "perlin"}, "b": 0.5})") == "0 0.5");
  CHECK(BoundsText(R"({"type": "modulo", "a": {"type": "perlin"}, "b": -0.5})") == "-0.5 0");
  CHECK(BoundsText(R"({"type": "modulo", "a": {"type": "hill"}, "b": 2})") == "0 1");
  // Quotients of constants may be large, yet the remainder is exact.
  CHECK(BoundsText(R"({"type": "modulo", "a": 1e12, "b": 7})") == "1 1");
  CHECK(BoundsText(R"({"type": "modulo", "a": -1e12, "b": 7})") == "6 6");
  CHECK(BoundsText(R"({"type": "modulo", "a": 1e12, "b": 1e-10})")
            .starts_with("2.6845022597481396e-12 "));
}

// The source's rounding errors must not leave the bounds where the result jumps.
TEST_CASE("jumps at an end of the bounds stay within the bounds") {
  // Value noise reaches -1, and float32 loses 1e-9.
  const std::string source = R"({"type": "add", "b": 1.000000001, "a": {"type": "value"}})";
  for (const char* const type : {"floor", "sign"}) {
    const Program program = Compile(Of(type, source));
    const auto [low, high] = std::ranges::minmax(RenderImage(program, Map::kValue).samples);
    CHECK(double{low} >= program.low());
    CHECK(double{high} <= program.high());
  }
  for (const float sample :
       RenderImage(Compile(fmt::format(R"({{"type": "divide", "a": 1, "b": {}}})", source)),
                   Map::kValue)
           .samples)
    CHECK(std::isfinite(sample));
}

std::size_t Steps(const std::string& noise) { return Compile(noise).impl().steps.size(); }

TEST_CASE("operations on constants, and those that are linear, emit no step of their own") {
  const std::string hill = R"({"type": "hill"})";
  CHECK(Steps(fmt::format(R"({{"type": "divide", "a": {}, "b": 3}})", hill)) == 2);
  CHECK(Steps(fmt::format(R"({{"type": "modulo", "a": {}, "b": 2}})", hill)) == 1);
  for (const std::string& constant :
       {std::string(R"({"type": "divide", "a": 1, "b": 3})"),
        std::string(R"({"type": "modulo", "a": -1, "b": 3})"), Of("sine", "0.3"),
        Of("triangle", "0.3"), Of("square", "0.7"), Of("floor", "0.7"), Of("sign", "-2"),
        Of("exp", "2"), Of("log", "2")}) {
    INFO(constant);
    CHECK(Steps(constant) == 1);
    const Recipe recipe =
        ReadRecipe(fmt::format(R"({{"cobble": 1, "size": 4, "noise": {}}})", constant), "node");
    CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 4, 4}));
  }
}

}  // namespace
}  // namespace cobble::test
