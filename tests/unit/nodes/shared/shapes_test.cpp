// Tests wrong fields of shapes, and pictures that they do not tile.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::ErrorOf;
using test::Text;

TEST_CASE("wrong fields of shapes are reported") {
  const auto error = [](const std::string& type, const std::string& members) {
    return ErrorOf(Text(type, members));
  };
  CHECK(error("checker", R"("frequency": 0)") ==
        "f:1:57: /noise/frequency: must be a number greater than 0 and at most 1e12, got 0");
  CHECK(error("stripes", R"("width": 1.5)") ==
        "f:1:53: /noise/width: must be a number from 1e-6 to 1, got 1.5");
  CHECK(error("stripes", R"("bevel": -1)") ==
        "f:1:53: /noise/bevel: must be 0 or a number from 1e-6 to 0.5, got -1");
  CHECK(error("dots", R"("radius": 0)") ==
        "f:1:51: /noise/radius: must be a number from 1e-6 to 0.5, got 0");
  CHECK(error("dots", R"("function": "mortar")") ==
        R"(f:1:53: /noise/function: must be one of "height", "id", got "mortar"; the type )"
        R"("bricks" has it)");
  CHECK(error("bricks", R"("function": "uv")") ==
        R"(f:1:55: /noise/function: must be one of "height", "id", "mortar", "u", "v", got "uv"; )"
        R"(did you mean "u"?)");
  CHECK(error("bricks", R"("columns": 0)") ==
        "f:1:54: /noise/columns: must be a number greater than 0 and at most 1e12, got 0");
  CHECK(error("bricks", R"("rows": "x")") ==
        R"(f:1:51: /noise/rows: must be a number greater than 0 and at most 1e12, got "x")");
  CHECK(error("bricks", R"("shift": 2)") ==
        "f:1:52: /noise/shift: must be a number from 0 to 1, got 2");
  CHECK(error("bricks", R"("mortar": 1)") ==
        "f:1:53: /noise/mortar: must be a number from 0 to 0.9, got 1");
  CHECK(error("polygon", R"("sides": 2)") ==
        "f:1:53: /noise/sides: must be a whole number from 3 to 64, got 2");
  CHECK(error("polygon", R"("radius": 0)") ==
        "f:1:54: /noise/radius: must be a number from 1e-6 to 1e12, got 0");
  CHECK(error("rings", R"("width": 0)") ==
        "f:1:51: /noise/width: must be a number from 1e-6 to 1, got 0");
  CHECK(error("hexagons", R"("gap": 1)") ==
        "f:1:52: /noise/gap: must be a number from 0 to 0.9, got 1");
  CHECK(error("hexagons", R"("rows": 0)") ==
        "f:1:53: /noise/rows: must be a number greater than 0 and at most 1e12, got 0");
  CHECK(error("tiles", R"("layout": "baskets")") ==
        R"(f:1:52: /noise/layout: must be one of "herringbone", "basket", got "baskets"; )"
        R"(did you mean "basket"?)");
  CHECK(error("weave", R"("function": "u")") ==
        R"(f:1:54: /noise/function: must be one of "height", "id", got "u"; the type )"
        R"("bricks" has it)");
  CHECK(error("bricks", R"("seed": 1, "pattern": "a")") ==
        R"(f:1:65: /noise/pattern: use "pattern" or "seed", not both)");
}

// Returns the error of a tiled square picture.
std::string TilingErrorOf(const std::string& noise) {
  try {
    Program::Compile(
        ReadRecipe(R"({"cobble": 1, "tiling": true, "noise": {"type": )" + noise + "}}", "f"));
  } catch (const Error& error) {
    REQUIRE(error.issues().size() == 1);
    return error.issues().front().Text();
  }
  return "nothing is wrong";
}

TEST_CASE("shapes tile whole cells, as many as their pattern needs") {
  const std::string rule = "a tiled picture needs a whole number of cells along every axis";
  CHECK(TilingErrorOf(R"("checker")") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("checker", "frequency": 3)") ==
        "f:1:73: /noise/frequency: " + rule +
            R"( (an even number along x and y), got 3 x 3; use "extent": [2,2] in "domain" )"
            R"((6 x 6 cells), or "frequency": 4 (4 x 4 cells))");
  CHECK(TilingErrorOf(R"("stripes", "frequency": 3)") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("stripes", "frequency": 3.5)") ==
        "f:1:73: /noise/frequency: " + rule +
            R"(, got 3.5; use "extent": [2,2] in "domain" (7 cells), or "frequency": 4 (4 cells))");
  CHECK(TilingErrorOf(R"("dots", "frequency": 3)") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("bricks", "rows": 7)") ==
        "f:1:67: /noise/rows: " + rule +
            R"( (an even number along y), got 4 x 7; use "extent": [2,2] in "domain" )"
            R"((8 x 14 cells), or "rows": 8 (4 x 8 cells))");
  CHECK(TilingErrorOf(R"("hexagons")") ==
        "f:1:40: /noise/rows: " + rule +
            R"( (an even number along y), got 4 x 4.618802154; use "rows": 4 (4 x 4 cells))");
  CHECK(TilingErrorOf(R"("tiles", "frequency": 6)") ==
        "f:1:71: /noise/frequency: " + rule +
            R"( (a multiple of 4 along x and y), got 6 x 6; use "extent": [2,2] in "domain" )"
            R"((12 x 12 cells), or "frequency": 8 (8 x 8 cells))");
  CHECK(TilingErrorOf(R"("weave", "frequency": 6)") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("rings", "frequency": 6.7)") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("polygon")") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("polygon", "radius": 0.5)") == "nothing is wrong");
  CHECK(
      TilingErrorOf(R"("polygon", "radius": 0.7)") ==
      "f:1:70: /noise/radius: must be at most 0.5 here, half the period of the tiled picture, got "
      "0.7");
  CHECK(TilingErrorOf(R"("bricks", "rows": 7, "shift": 0)") == "nothing is wrong");
  CHECK(TilingErrorOf(R"("bricks", "shift": 0.333)") ==
        "f:1:40: /noise/rows: " + rule +
            R"( (a multiple of 3 along y), got 4 x 8; use "extent": [3,3] in "domain" )"
            R"((12 x 24 cells), or "rows": 9 (4 x 9 cells))");
}

}  // namespace
}  // namespace cobble
