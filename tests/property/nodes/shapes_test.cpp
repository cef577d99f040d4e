// Tests shapes: against the oracle in turned, tiled and warped pictures, the same bits everywhere,
// and exact values on their edges.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

const std::vector<std::string> kShapes{
    R"({"type": "checker", "frequency": 6})",
    R"({"type": "stripes", "frequency": 5, "width": 0.7, "bevel": 0.25})",
    R"({"type": "stripes", "frequency": 3, "width": 0.5, "bevel": 0})",
    R"({"type": "dots", "bevel": 0.2})",
    R"({"type": "dots", "radius": 0.5, "bevel": 0.5})",
    R"({"type": "dots", "function": "id", "pattern": "studs"})",
    R"({"type": "bricks"})",
    R"({"type": "bricks", "columns": 6, "rows": 4, "shift": 0.25, "bevel": 0.5, "mortar": 0})",
    R"({"type": "bricks", "columns": 2, "rows": 6, "shift": 0.333, "function": "id"})",
    R"({"type": "bricks", "columns": 3, "bevel": 0.3, "function": "mortar"})",
    R"({"type": "bricks", "mortar": 0.2, "function": "u"})",
    R"({"type": "bricks", "mortar": 0.2, "function": "v", "shift": 0})",
    R"({"type": "rings", "frequency": 7, "width": 0.6, "bevel": 0.3})",
    R"({"type": "polygon", "bevel": 0.3})",
    R"({"type": "polygon", "sides": 3, "radius": 0.35, "bevel": 0.5})",
    R"({"type": "polygon", "sides": 17, "radius": 0.2, "bevel": 0})",
    R"({"type": "hexagons", "rows": 4, "bevel": 0.3})",
    R"({"type": "hexagons", "frequency": 3, "rows": 2, "gap": 0, "bevel": 0.5})",
    R"({"type": "hexagons", "frequency": 5, "rows": 6, "function": "id"})",
    R"({"type": "tiles", "frequency": 4, "bevel": 0.3})",
    R"({"type": "tiles", "frequency": 4, "gap": 0.3, "function": "u"})",
    R"({"type": "tiles", "frequency": 8, "function": "v"})",
    R"({"type": "tiles", "frequency": 8, "function": "id"})",
    R"({"type": "tiles", "frequency": 4, "layout": "basket", "bevel": 0.5})",
    R"({"type": "tiles", "frequency": 8, "layout": "basket", "function": "id"})",
    R"({"type": "tiles", "frequency": 4, "layout": "basket", "function": "v"})",
    R"({"type": "weave", "frequency": 6})",
    R"({"type": "weave", "frequency": 4, "gap": 0, "bevel": 0.2})",
    R"({"type": "weave", "frequency": 6, "function": "id"})"};

void CompareShapes(const Recipe& recipe) {
  INFO(WriteRecipe(recipe));
  const Oracle oracle(recipe);
  CHECK(Program::Compile(recipe).low() == 0);
  CHECK(Program::Compile(recipe).high() == 1);
  CompareSamples(recipe, oracle);
}

TEST_CASE("shapes agree with the oracle, in pictures that are moved, turned or scaled") {
  for (const std::string& shape : kShapes)
    for (const char* domain :
         {"", R"("domain": {"translate": [0.7, -30, 2], "slice": 0.3}, )",
          R"("domain": {"rotate": [0, 0, 90], "scale": [2, -3, 1], "slice": -0.9}, )",
          R"("domain": {"rotate": [20, 50, 70], "scale": [0.5, 2, 1.5], "slice": 0.2}, )"})
      CompareShapes(ReadNode(shape, domain));
}

TEST_CASE("shapes agree with the oracle below transforms and warps") {
  for (const std::string& shape : kShapes)
    for (const char* tree :
         {R"({{"type": "transform", "rotate": 25, "scale": 1.5, "translate": [0.1, 0.2],
             "source": {}}})",
          R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.2,
             {{"type": "value"}}], "source": {}}})"})
      CompareShapes(
          ReadNode(fmt::format(fmt::runtime(tree), shape), R"("domain": {"slice": 0.03}, )"));
}

TEST_CASE("shapes repeat with a tiled picture, also below warps") {
  for (const std::string& shape : kShapes)
    for (const char* tree :
         {"{}",
          R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1], "translate": [0.113, 7.13],
             "source": {}}})",
          R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.7, -2.9],
             "source": {}}})"}) {
      const Recipe recipe = ReadNode(fmt::format(fmt::runtime(tree), shape),
                                     R"("tiling": true, "domain": {"extent": [2, 2], )"
                                     R"("translate": [0.0137, 0.0071]}, )");
      CompareShapes(recipe);
      CheckRepeats(recipe);
    }
}

TEST_CASE("tiled shapes are those of the endless plane, also across seams") {
  for (const std::string& shape : kShapes) {
    const bool has_copies = shape.find("rings") < shape.size() || shape.find("poly") < shape.size();
    if (has_copies) continue;
    const Recipe recipe = ReadRecipe(
        R"({"cobble": 1, "size": 240, "tiling": true, "range": "none", "noise": )" + shape + "}",
        "shape");
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
    CHECK(different <= 40);  // on edges, rounding decides
  }
}

TEST_CASE("shapes have the same bits at every level, in any window and tile") {
  CheckSameBitsEverywhere(kShapes);
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
    return SampleAt(fmt::format(R"({{"type": "bricks", "columns": 1, "rows": 2, "mortar": 0.25,
                                    "function": "{}"}})",
                                function),
                    x, y);
  };
  // The brick reaches from x = 0.0625 to 0.9375 and from y = 0.0625 to 0.4375.
  CHECK(at("u", 0.5, 0.3) == At{0.5f, 1 / 0.875f, 0});
  CHECK(at("u", 0.03, 0.3) == At{0, 0, 0});
  CHECK(at("u", 0.97, 0.3) == At{1, 0, 0});
  CHECK(at("v", 0.5, 0.25) == At{0.5f, 0, 1 / 0.375f});
  CHECK(at("v", 0.5, 0.45) == At{1, 0, 0});
  CHECK(at("mortar", 0.5, 0.45).value == 1);
  CHECK(at("mortar", 0.5, 0.25).value == 0);
  // The row above is moved by half a brick.
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
