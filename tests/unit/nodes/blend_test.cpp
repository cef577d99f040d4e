// Tests wrong fields of blend and adjust, and the keys of blend that only the mode height has.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/schema_validator.h"

namespace cobble {
namespace {

std::string BlendText(const std::string& type, const std::string& keys) {
  return R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"m": {"type": ")" + type +
         R"(", )" + keys + "}}}";
}

std::string ErrorOfBlend(const std::string& type, const std::string& keys) {
  const std::string text = BlendText(type, keys);
  std::string error;
  try {
    ReadRecipe(text, "f");
  } catch (const Error& thrown) {
    error = thrown.what();
  }
  test::CheckSchemaAgrees(text, error);
  return error;
}

std::string BlendError(const std::string& keys) {
  return ErrorOfBlend("blend", R"("base": 0, "over": "red", )" + keys);
}
std::string AdjustError(const std::string& keys) {
  return ErrorOfBlend("adjust", R"("source": "red", )" + keys);
}

TEST_CASE("wrong fields of blend are reported") {
  CHECK(BlendError(R"("by": 1)").empty());
  CHECK(BlendError(R"("by": {"type": "perlin"}, "mode": "soft-light")").empty());
  CHECK(BlendError(R"("mode": "burn")") ==
        R"(f:1:110: /maps/m/mode: must be one of "normal", "add", "multiply", "screen", )"
        R"("overlay", "soft-light", "darken", "lighten", "difference", "height", got "burn")");
  CHECK(BlendError(R"("by": "x")") ==
        R"(f:1:108: /maps/m/by: must be a number from -1e12 to 1e12 or an object with a "type" )"
        R"(or a "ref", got "x")");
  CHECK(BlendError(R"("by": "red")") ==
        "f:1:108: /maps/m/by: is a colour, but a number is needed; use a \"luminance\" or "
        "\"channel\" node");
  CHECK(ErrorOfBlend("blend", R"("over": 1)") == "f:1:58: /maps/m/base: is required by \"blend\"");
  CHECK(ErrorOfBlend("blend", R"("base": 1)") == "f:1:58: /maps/m/over: is required by \"blend\"");
  CHECK(ErrorOfBlend("blend", R"("over": "rde", "base": 1)") ==
        "f:1:84: /maps/m/over: unknown colour \"rde\"; did you mean \"red\"?");
}

TEST_CASE("the mode height requires its keys, and other modes refuse them") {
  const std::string heights = R"("base-height": 0, "over-height": {"type": "perlin"}, )";
  CHECK(BlendError(R"("mode": "height", )" + heights + R"("width": 0.1)").empty());
  CHECK(BlendError(R"("mode": "height")") ==
        R"(f:1:58: /maps/m/base-height: is required by "mode": "height")"
        "\n"
        R"(f:1:58: /maps/m/over-height: is required by "mode": "height")"
        "\n"
        R"(f:1:58: /maps/m/width: is required by "mode": "height")");
  const std::string hint = R"(; it belongs to "mode": "height")";
  CHECK(BlendError(R"("base-height": 0)") ==
        R"(f:1:117: /maps/m/base-height: is not used: "mode" is "normal")" + hint);
  CHECK(BlendError(R"("mode": "add", "over-height": 0)") ==
        R"(f:1:132: /maps/m/over-height: is not used: "mode" is "add")" + hint);
  CHECK(BlendError(R"("mode": "screen", "width": 0.1)") ==
        R"(f:1:129: /maps/m/width: is not used: "mode" is "screen")" + hint);
  CHECK(BlendError(R"("mode": "height", )" + heights + R"("width": 0)") ==
        "f:1:182: /maps/m/width: must be a number from 1e-6 to 1e6, got 0");
  CHECK(BlendError(R"("mode": "height", "width": 1, "base-height": "red", "over-height": 1)") ==
        "f:1:147: /maps/m/base-height: is a colour, but a number is needed; use a \"luminance\" "
        "or \"channel\" node");
}

TEST_CASE("a blend is written with exactly the keys of its mode") {
  const auto line = [](const std::string& keys) {
    return WriteRecipeLine(ReadRecipe(BlendText("blend", R"("base": 0, "over": 1, )" + keys), "f"));
  };
  CHECK(line(R"("x-": 0)")
            .find(R"({"type": "blend", "base": 0, "over": 1, "by": 1, "mode": "normal"})") !=
        std::string::npos);
  CHECK(line(R"("mode": "height", "width": 2, "over-height": 0.5, "base-height": 0)")
            .find(R"("by": 1, "mode": "height", "base-height": 0, "over-height": 0.5, )"
                  R"("width": 2})") != std::string::npos);
}

TEST_CASE("wrong fields of adjust are reported") {
  CHECK(AdjustError(R"("gamma": 2)").empty());
  const std::string rule =
      R"(: must be a number from -1e12 to 1e12 or an object with a "type" or a "ref", got )";
  CHECK(ErrorOfBlend("adjust", R"("hue": 3)") ==
        "f:1:58: /maps/m/source: is required by \"adjust\"");
  CHECK(AdjustError(R"("hue": 1e13)") == "f:1:101: /maps/m/hue" + rule + "10000000000000");
  CHECK(AdjustError(R"("hue": "blue")") ==
        "f:1:101: /maps/m/hue: is a colour, but a number is needed; use a \"luminance\" or "
        "\"channel\" node");
  CHECK(AdjustError(R"("chroma": null)") == "f:1:104: /maps/m/chroma" + rule + "null");
  CHECK(AdjustError(R"("lightness": "x")") == "f:1:107: /maps/m/lightness" + rule + "\"x\"");
  CHECK(AdjustError(R"("brightness": true)") == "f:1:108: /maps/m/brightness" + rule + "true");
  CHECK(AdjustError(R"("contrast": [1])") == "f:1:106: /maps/m/contrast" + rule + "[1]");
  CHECK(AdjustError(R"("gamma": 0)") ==
        "f:1:103: /maps/m/gamma: must be a number from 0.01 to 100, got 0");
  CHECK(AdjustError(R"("gamma": {"type": "perlin"})") ==
        R"(f:1:103: /maps/m/gamma: must be a number from 0.01 to 100, got an object)");
  CHECK(AdjustError(R"("saturation": 1)").find("unknown key \"saturation\"") != std::string::npos);
}

TEST_CASE("colours that are too bright to compute are refused") {
  const Recipe recipe = ReadRecipe(
      BlendText("adjust", R"("source": 1e12, "brightness": 1e12, "contrast": 1e12)"), "f");
  CompileOptions options;
  options.maps = {"m"};
  CHECK_THROWS_WITH(Program::Compile(recipe, options),
                    doctest::Contains("/maps/m: its values can reach"));
}

}  // namespace
}  // namespace cobble
