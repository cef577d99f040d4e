// Tests what is special to shapes: seams, and exact values on their edges.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

TEST_CASE("tiled shapes are those of the endless plane, also across seams") {
  for (const std::string shape :
       {"checker(6)", "stripes(5, width=0.7, bevel=0.25)", "dots(bevel=0.2)", "dots(function=id)",
        "bricks", "bricks(columns=6, rows=4, shift=0.25, bevel=0.5, mortar=0)",
        "bricks(columns=2, rows=6, shift=0.333, function=id)", "bricks(columns=3, function=mortar)",
        "bricks(mortar=0.2, function=u)", "hexagons(rows=4, bevel=0.3)",
        "hexagons(5, rows=6, function=id)", "tiles(4, bevel=0.3)", "tiles(4, gap=0.3, function=u)",
        "tiles(8, function=id)", "tiles(4, layout=basket, bevel=0.5)",
        "tiles(8, layout=basket, function=id)", "weave(6)", "weave(6, function=id)"}) {
    const Recipe recipe =
        ReadMembers(R"("size": 240, "tiling": true, "range": "none", "noise": ")" + shape + '"');
    INFO(WriteRecipe(recipe));
    const Image tiled =
        RenderImage(Program::Compile(recipe), Map::kSlope, {.window = {-30, -30, 60, 60}});
    Recipe endless = recipe;
    endless.tiling = false;
    const Image plane =
        RenderImage(Program::Compile(endless), Map::kSlope, {.window = {-30, -30, 60, 60}});
    int different = 0;
    for (std::size_t k = 0; k < tiled.samples.size(); ++k)
      different +=
          std::abs(tiled.samples[k] - plane.samples[k]) > 1e-3 * (1 + std::abs(plane.samples[k]));
    CHECK(different <= 40);  // rounding decides on edges
  }
}

TEST_CASE("checkers alternate, also across the origin") {
  const std::string checker = R"({"type": "checker", "frequency": 2})";
  CHECK(SampleAt(checker, 0.1, 0.1) == At{0, 0, 0});
  CHECK(SampleAt(checker, 0.6, 0.1) == At{1, 0, 0});
  CHECK(SampleAt(checker, -0.1, 0.1) == At{1, 0, 0});
  CHECK(SampleAt(checker, -0.1, -0.1) == At{0, 0, 0});
  CHECK(SampleAt(checker, 0.5, 0.5) == At{0, 0, 0});
}

TEST_CASE("a bevel is inside the shape, and has no slope at its ends") {
  const std::string stripes = R"({"type": "stripes", "frequency": 1, "bevel": 0.25})";
  CHECK(SampleAt(stripes, 0.5, 7) == At{1, 0, 0});
  CHECK(SampleAt(stripes, 0.25, 7) == At{0, 0, 0});
  CHECK(SampleAt(stripes, 0.375, 7) == At{0.5f, 6, 0});
  CHECK(SampleAt(stripes, 0.625, 7) == At{0.5f, -6, 0});
  CHECK(SampleAt(stripes, 1, 7) == At{0, 0, 0});
  const std::string sharp = R"({"type": "stripes", "frequency": 1, "bevel": 0})";
  CHECK(SampleAt(sharp, 0.25, 0) == At{1, 0, 0});
  CHECK(SampleAt(sharp, 0.2499, 0) == At{0, 0, 0});
  const std::string dots = R"({"type": "dots", "frequency": 1, "radius": 0.5, "bevel": 0.5})";
  CHECK(SampleAt(dots, 0.5, 0.5) == At{1, 0, 0});
  CHECK(SampleAt(dots, 0.75, 0.5) == At{0.5f, -3, 0});
  CHECK(SampleAt(dots, 0.5, 0.25) == At{0.5f, 0, 3});
}

TEST_CASE("a bevel follows the sides of a polygon, and goes around its corners") {
  const std::string square = R"({"type": "polygon", "sides": 4, "radius": 1, "bevel": 0.5})";
  CHECK(SampleAt(square, 0, 0) == At{1, 0, 0});
  CHECK(SampleAt(square, 0, -1) == At{0, 0, 0});
  const At side = SampleAt(square, 0.3232233, 0.3232233);  // in the middle of the bevel
  CHECK(side.value == doctest::Approx(0.5));
  CHECK(side.dx == doctest::Approx(-3 / std::sqrt(2.0)));
  CHECK(side.dy == doctest::Approx(-3 / std::sqrt(2.0)));
  const std::string hexagons = R"({"type": "hexagons", "frequency": 1, "gap": 0, "bevel": 0.5})";
  CHECK(SampleAt(hexagons, 0, 0) == At{1, 0, 0});
  CHECK(SampleAt(hexagons, 1.25, 0) == At{0.5f, -3, 0});
  CHECK(SampleAt(hexagons, 0.5, 0) == At{0, 0, 0});
  const std::string rings = R"({"type": "rings", "frequency": 1, "bevel": 0.25})";
  CHECK(SampleAt(rings, 0, 0) == At{0, 0, 0});
  CHECK(SampleAt(rings, 0.3, 0.4) == At{1, 0, 0});
  CHECK(SampleAt(rings, 0, 0.375) == At{0.5f, 0, 6});
}

TEST_CASE("strands are over and under in turn") {
  const std::string weave = R"({"type": "weave", "frequency": 1, "gap": 0.5})";
  CHECK(SampleAt(weave, 0.5, 0.5) == At{1, 0, 0});
  CHECK(SampleAt(weave, 1, 0.5) == At{0.5f, -1.5f, 0});
  CHECK(SampleAt(weave, 0.5, 1) == At{0.5f, 0, 1.5f});
  CHECK(SampleAt(weave, 0, 0) == At{0, 0, 0});
}

TEST_CASE("without joints and bevels, bricks cover the plane") {
  const Recipe recipe =
      ReadNode(R"({"type": "bricks", "columns": 7, "rows": 15, "mortar": 0, "bevel": 0})");
  const Image image =
      RenderImage(Program::Compile(recipe), Map::kValue, {.window = {-100, -100, 300, 300}});
  for (const float value : image.samples) REQUIRE(value == 1);
}

TEST_CASE("u and v are 0 to 1 across a brick, and constant in its joints") {
  const auto at = [](const char* function, double x, double y) {
    return SampleAt(fmt::format(
                        R"({{"type": "bricks", "columns": 1, "rows": 2, "mortar": 0.25,
                                    "function": "{}"}})",
                        function),
                    x, y);
  };
  // The brick extends from x = 0.0625 to 0.9375 and from y = 0.0625 to 0.4375.
  CHECK(at("u", 0.5, 0.3) == At{0.5f, 1 / 0.875f, 0});
  CHECK(at("u", 0.03, 0.3) == At{0, 0, 0});
  CHECK(at("u", 0.97, 0.3) == At{1, 0, 0});
  CHECK(at("v", 0.5, 0.25) == At{0.5f, 0, 1 / 0.375f});
  CHECK(at("v", 0.5, 0.45) == At{1, 0, 0});
  CHECK(at("mortar", 0.5, 0.45).value == 1);
  CHECK(at("mortar", 0.5, 0.25).value == 0);
  // The row above is shifted by half a brick.
  CHECK(at("u", 0.49, -0.25).value == 1);
  CHECK(at("u", 0.51, -0.25).value == 0);
  CHECK(at("u", 0, -0.25).value == 0.5f);
}

// Returns the number of different ids in a tiled picture of two units.
std::size_t IdsOf(const std::string& noise) {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "size": 480, "tiling": true, "range": "none",
      "domain": {"extent": [2, 2]}, "noise": )" +
                                       noise + "}",
                                   "shape");
  const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
  return std::set<float>(image.samples.begin(), image.samples.end()).size();
}

TEST_CASE("every shape has one id, that its parts on both sides of a seam share") {
  CHECK(IdsOf(R"({"type": "dots", "frequency": 4, "function": "id"})") == 64);
  CHECK(IdsOf(R"({"type": "bricks", "columns": 3, "rows": 4, "function": "id"})") == 6 * 8);
  CHECK(IdsOf(R"({"type": "bricks", "columns": 3, "rows": 6, "shift": 0.333,
                  "function": "id"})") == 6 * 12);
  CHECK(IdsOf(R"({"type": "hexagons", "rows": 6, "function": "id"})") == 8 * 12);
  CHECK(IdsOf(R"({"type": "tiles", "frequency": 8, "function": "id"})") == 16 * 16 / 2);
  CHECK(IdsOf(R"({"type": "tiles", "frequency": 8, "layout": "basket", "function": "id"})") ==
        16 * 16 / 2);
  CHECK(IdsOf(R"({"type": "weave", "frequency": 4, "function": "id"})") == 8 + 8);
  const std::string id = R"({"type": "bricks", "function": "id", "seed": 3})";
  CHECK(SampleAt(id, 0.01, 0.01) == SampleAt(id, 0.24, 0.12));
  CHECK(SampleAt(id, 0.01, 0.01).value != SampleAt(id, 0.26, 0.12).value);
}

}  // namespace
}  // namespace cobble::test
