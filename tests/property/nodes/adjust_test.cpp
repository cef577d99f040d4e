// Tests adjust against double: values as stored in 16 bits of sRGB, slopes, and neutral keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "support/float_rows.h"
#include "support/oracle/colors.h"

namespace cobble {
namespace {

double SignedSrgb(double x) {
  const double size = std::abs(x);
  const double srgb = size <= 0.0031308 ? 12.92 * size : 1.055 * std::pow(size, 1 / 2.4) - 0.055;
  return std::copysign(srgb, x);
}

std::string Channels(const std::string& red, const std::string& green, const std::string& blue) {
  return R"({"type": "channels", "red": )" + red + R"(, "green": )" + green + R"(, "blue": )" +
         blue + "}";
}

// Colours from the whole cube, many on its faces and edges.
const std::string& Source() {
  const auto channel = [](int seed) {
    return R"({"type": "clamp", "low": 0, "high": 1, "source": )" + test::Between(-1, 2, seed) +
           "}";
  };
  static const std::string source = Channels(channel(1), channel(2), channel(3));
  return source;
}

std::string AdjustOf(const std::string& source, const std::string& keys) {
  return R"({"type": "adjust", "source": )" + source + keys + "}";
}

const std::vector<std::string>& Adjustments() {
  static const std::vector<std::string> all{
      R"(, "hue": 90)",
      R"(, "hue": -33.3, "chroma": 0.7)",
      R"(, "chroma": 0)",
      R"(, "lightness": -0.15, "contrast": 1.4)",
      R"(, "brightness": 0.5, "contrast": 0.5, "gamma": 1.8)",
      R"(, "hue": )" + test::Between(-360, 360, 7),
      R"(, "chroma": )" + test::Between(0, 1.5, 7) + R"(, "hue": 20)",
      R"(, "lightness": )" + test::Between(-0.3, 0.3, 7) + R"(, "contrast": 0.9)",
      R"(, "contrast": )" + test::Between(0.2, 1.6, 7) + R"(, "lightness": )" +
          test::Between(-0.1, 0.1, 8),
      R"(, "hue": )" + test::Between(-90, 90, 7) + R"(, "chroma": )" + test::Between(0, 1.2, 8) +
          R"(, "brightness": )" + test::Between(0, 1.1, 9) + R"(, "contrast": )" +
          test::Between(0.8, 1.2, 5)};
  return all;
}

Recipe RecipeOf(const std::string& maps, const std::string& size = "[90, 70]") {
  return ReadRecipe(R"({"cobble": 1, "size": )" + size +
                        R"(, "noise": {"type": "constant", "value": 0}, "maps": {)" + maps + "}}",
                    "r");
}

Program ProgramOf(const Recipe& recipe, const std::string& map) {
  CompileOptions options;
  options.value = false;
  options.maps = {map};
  return Program::Compile(recipe, options);
}

TEST_CASE("adjusted colours are within a fifth of a step of 16 bits of sRGB") {
  for (const std::string& keys : Adjustments()) {
    // The source and the keys are maps, which the oracle starts from.
    const Node node = RecipeOf(R"("m": )" + AdjustOf(Source(), keys)).maps.at("m");
    Recipe recipe = RecipeOf(R"("m": 0, "rgb": )" + Source());
    std::vector<std::string> names{"rgb"};
    recipe.maps["m"] = node;
    for (const char* const key : test::kAdjustKeys) {
      recipe.maps[key] = node.Input(key);
      names.push_back(key);
    }
    names.push_back("m");
    CAPTURE(keys);
    const Image image = test::RenderNamed(recipe, names);
    double worst = 0;
    for (int64_t j = 0; j < image.height; ++j)
      for (int64_t i = 0; i < image.width; ++i) {
        const float* const pixel = image.Pixel(i, j);
        const std::vector<double> x(pixel, pixel + 8);
        for (std::size_t c = 0; c < 3; ++c) {
          const double exact = test::MakeAdjust(node, c).at(x).value;
          // Files hold black and white for what is beyond them.
          const double got = std::clamp(static_cast<double>(pixel[8 + c]), 0.0, 1.0);
          worst =
              std::max(worst, std::abs(SignedSrgb(got) - SignedSrgb(std::clamp(exact, 0.0, 1.0))));
        }
      }
    CHECK(worst * 65535 < 0.2);
  }
}

TEST_CASE("slopes pass through adjust") {
  for (const std::string& keys : Adjustments()) {
    // Away from black, where a root's slope is infinite.
    const std::string source = Channels(test::Between(0.2, 0.9, 1), test::Between(0.3, 0.8, 2),
                                        test::Between(0.1, 0.7, 3));
    const Recipe recipe =
        test::ReadNode(R"({"type": "luminance", "source": )" + AdjustOf(source, keys) + "}");
    test::CompareSamples(recipe, test::Oracle(recipe));
  }
}

TEST_CASE("keys at their neutral values change no bit and add no step") {
  const Recipe recipe =
      RecipeOf(R"("a": )" + Source() + R"(, "b": )" + AdjustOf(Source(), "") + R"(, "c": )" +
               AdjustOf(Source(), R"(, "hue": 720, "chroma": 1, "lightness": 0, "gamma": 1)"));
  const Image image = test::RenderNamed(recipe, {"a"});
  for (const std::string name : {"b", "c"}) {
    CHECK(test::RenderNamed(recipe, {name}).samples == image.samples);
    CHECK(ProgramOf(recipe, name).cost().evaluations == ProgramOf(recipe, "a").cost().evaluations);
  }
}

TEST_CASE("an adjusted constant is a constant") {
  const std::string keys =
      R"(, "hue": 40, "chroma": 0.8, "lightness": 0.1, "contrast": 1.2, "brightness": 0.9, )"
      R"("gamma": 1.3)";
  const Recipe recipe = RecipeOf(R"("m": )" + AdjustOf("[0.2, 0.5, 0.1]", keys), "8");
  CHECK(ProgramOf(recipe, "m").cost().evaluations == 3);  // a fill for each channel
  const Image image = test::RenderNamed(recipe, {"m"});
  for (std::size_t c = 0; c < 3; ++c) {
    const double x[] = {0.2, 0.5, 0.1, 40, 0.8, 0.1, 0.9, 1.2};
    const double exact = test::MakeAdjust(recipe.maps.at("m"), c).at(x).value;
    CHECK(image.Pixel(1, 1)[c] == static_cast<float>(exact));
  }
}

}  // namespace
}  // namespace cobble
