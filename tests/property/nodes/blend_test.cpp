// Tests blend against double: every mode, with channels below 0 and above 1, and slopes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/bounds.h"
#include "property/nodes/positions.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "support/float_rows.h"

namespace cobble {
namespace {

const std::vector<std::string> kModes{"normal",     "add",    "multiply", "screen",     "overlay",
                                      "soft-light", "darken", "lighten",  "difference", "height"};

std::string BlendOf(const std::string& mode, const std::string& base, const std::string& over,
                    const std::string& by) {
  const std::string heights =
      mode == "height" ? R"(, "base-height": )" + test::Between(-1, 1, 4) + R"(, "over-height": )" +
                             test::Between(-0.5, 0.5, 5) + R"(, "width": 0.3)"
                       : "";
  return R"({"type": "blend", "base": )" + base + R"(, "over": )" + over + R"(, "by": )" + by +
         R"(, "mode": ")" + mode + "\"" + heights + "}";
}

std::string Luminance(const std::string& color) {
  return R"({"type": "luminance", "source": )" + color + "}";
}

std::string AnyColor(double low, double high, int seed) {
  return R"({"type": "channels", "red": )" + test::Between(low, high, seed) + R"(, "green": )" +
         test::Between(low, high, seed + 10) + R"(, "blue": )" +
         test::Between(low / 2, high / 2, seed + 20) + "}";
}

TEST_CASE("every mode has the values and slopes of its formula, also beyond 0..1") {
  for (const std::string& mode : kModes)
    for (const auto& [low, high] : {std::pair(0.0, 1.0), std::pair(-1.5, 2.5)}) {
      const Recipe recipe = test::ReadNode(Luminance(BlendOf(
          mode, AnyColor(low, high, 1), AnyColor(low, high, 2), test::Between(-0.5, 1.5, 3))));
      test::CompareSamples(recipe, test::Oracle(recipe));
    }
}

TEST_CASE("constant opacities, inputs and heights") {
  for (const std::string& mode : kModes) {
    const std::string color = AnyColor(-0.5, 1.5, 1);
    for (const std::string by : {"0", "0.3", "1"})
      for (const std::string& blend :
           {BlendOf(mode, color, "[0.2, 0.6, 0.9]", by),
            BlendOf(mode, "[0.8, 0.1, 0.4]", color, by), BlendOf(mode, "0.4", R"("orange")", by),
            BlendOf(mode, "0.4", R"("orange")", test::Between(0, 2, 9))}) {
        const Recipe recipe = test::ReadNode(Luminance(blend));
        test::CompareSamples(recipe, test::Oracle(recipe));
      }
  }
}

Bounds BoundsOfMap(const Recipe& recipe, const std::string& name) {
  CompileOptions options;
  options.maps = {name};
  const Program program = Program::Compile(recipe, options);
  for (const NodeBounds& node : program.node_bounds())
    if (node.pointer == "/maps/" + name) return {node.low, node.high};
  FAIL("no bounds");
  return {};
}

// The base varies along x and the other colour along y: all pairs of values occur.
TEST_CASE("bounds hold and are tight") {
  const auto along = [](const std::string& angle, double low, double high) {
    return R"({"type": "remap", "from": [0, 1], "to": [)" + std::to_string(low) + ", " +
           std::to_string(high) + R"(], "source": {"type": "gradient", "angle": )" + angle + "}}";
  };
  const std::vector<std::pair<double, double>> ranges{
      {0, 1}, {-1, 2}, {0.2, 0.7}, {1.5, 4}, {-3, 0}};
  for (const std::string& mode : kModes) {
    if (mode == "height") continue;
    for (const auto& base : ranges)
      for (const auto& over : ranges)
        for (const std::string by : {"1", "0.6"}) {
          const Recipe recipe = ReadRecipe(
              R"({"cobble": 1, "size": 200, "noise": {"type": "perlin"}, "maps": {"m": )" +
                  BlendOf(mode, along("0", base.first, base.second),
                          along("90", over.first, over.second), by) +
                  "}}",
              "r");
          CAPTURE(WriteRecipeLine(recipe));
          const Image image = test::RenderNamed(recipe, {"m"});
          const auto [low, high] = std::ranges::minmax(image.samples);
          const Bounds bounds = BoundsOfMap(recipe, "m");
          const double size = std::max(std::abs(bounds.low), std::abs(bounds.high));
          CHECK(static_cast<double>(low) >= bounds.low - 1e-6 * size);
          CHECK(static_cast<double>(high) <= bounds.high + 1e-6 * size);
          const double width = bounds.high - bounds.low;
          CHECK(static_cast<double>(low) <= bounds.low + 0.05 * width);
          CHECK(static_cast<double>(high) >= bounds.high - 0.05 * width);
        }
  }
}

TEST_CASE("an opacity of 0 is the base, and 1 in mode normal the other colour, bit for bit") {
  const std::string nodes =
      R"("nodes": {"b": )" + AnyColor(-1, 2, 1) + R"(, "o": )" + AnyColor(0, 1, 2) + "}";
  const std::string b = R"({"ref": "b"})", o = R"({"ref": "o"})";
  for (const std::string& mode : kModes) {
    const Recipe recipe = ReadRecipe(R"({"cobble": 1, "size": 64, "noise": {"type": "perlin"}, )" +
                                         nodes + R"(, "maps": {"b": )" + b + R"(, "o": )" + o +
                                         R"(, "none": )" + BlendOf(mode, b, o, "0") +
                                         R"(, "all": )" + BlendOf("normal", b, o, "1") + "}}",
                                     "r");
    CHECK(test::RenderNamed(recipe, {"none"}).samples == test::RenderNamed(recipe, {"b"}).samples);
    CHECK(test::RenderNamed(recipe, {"all"}).samples == test::RenderNamed(recipe, {"o"}).samples);
  }
}

TEST_CASE("blends of constants are constants") {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": 16, "noise": {"type": "perlin"}, "maps": {"m":
          {"type": "blend", "base": [0.5, 0.25, 1], "over": [0.5, 2, 0.1], "mode": "multiply",
           "by": 0.5}}})",
      "r");
  CompileOptions options;
  options.value = false;
  options.maps = {"m"};
  CHECK(Program::Compile(recipe, options).cost().evaluations == 3);  // a fill for each channel
  const Image image = test::RenderNamed(recipe, {"m"});
  CHECK(image.Pixel(3, 3)[0] == 0.375f);
  CHECK(image.Pixel(3, 3)[1] == 0.375f);
  CHECK(image.Pixel(3, 3)[2] == doctest::Approx(0.55));
}

}  // namespace
}  // namespace cobble
