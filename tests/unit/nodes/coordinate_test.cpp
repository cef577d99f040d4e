// Tests wrong fields of coordinate, gradient and white, and pictures that they do not tile.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::Text;

TEST_CASE("wrong fields of coordinates are reported") { test::CheckRecipes(); }

TEST_CASE("wrong fields of gradients are reported") { test::CheckRecipes(); }

TEST_CASE("wrong fields of white are reported") { test::CheckRecipes(); }

std::string CompileErrorOf(const std::string& members) {
  try {
    Program::Compile(ReadRecipe(R"({"cobble": 1, "size": [192, 108], )" + members + "}", "f"));
  } catch (const Error& error) {
    REQUIRE(error.issues().size() == 1);
    return error.issues().front().Text();
  }
  return "nothing is wrong";
}

TEST_CASE("coordinates and gradients tile any shape, white only whole cells") {
  const auto tiled = [](const std::string& noise, const std::string& domain = {}) {
    return CompileErrorOf("\"tiling\": true, " + domain + "\"noise\": {\"type\": " + noise + "}");
  };
  CHECK(tiled("\"coordinate\"") == "nothing is wrong");
  CHECK(tiled(R"("gradient", "angle": 33)") == "nothing is wrong");
  CHECK(tiled("\"white\"") ==
        "f:1:60: /noise/frequency: a tiled picture needs a whole number of cells along every axis, "
        "got 4 x 2.25; use \"extent\": [4,2.25] in \"domain\" (16 x 9 cells), or \"frequency\": 16 "
        "(16 x 9 cells), or \"extent\": [1,1] in \"domain\" (stretched)");
  const std::string rule = "f:1:72: /domain/rotate: a tiled picture can only be rotated by ";
  CHECK(tiled("\"coordinate\"", R"("domain": {"rotate": 45}, )") ==
        rule + "180 degrees about any axis, or by 90 or 270 degrees about z, got [0, 0, 45]");
  CHECK(tiled("\"gradient\"", R"("domain": {"rotate": 90}, )") == "nothing is wrong");
  CHECK(tiled("\"coordinate\"", R"("domain": {"rotate": 90}, )") == "nothing is wrong");
}

TEST_CASE("white has the position limit of noises, coordinates have none") {
  const std::string far = R"("domain": {"scale": 100, "translate": [1e12, 0]}, "noise": {"type": )";
  CHECK(CompileErrorOf(far + "\"coordinate\"}") == "nothing is wrong");
  CHECK(CompileErrorOf(far + R"("white", "frequency": 1e12})") ==
        "f:1:125: /noise/frequency: the picture reaches cells more than 2^40 cells from the "
        "origin, where fractional positions lose precision; lower \"frequency\"");
}

}  // namespace
}  // namespace cobble
