// Tests of recipes as complete JSON. fields_test has the round trip of each field, and property
// tests that of random recipes.
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

#include "cobble/recipe_io.h"

namespace cobble {
namespace {

TEST_CASE("an extent is written unless it follows from the size") {
  const auto written = [](const std::string& rest) {
    const std::string text =
        R"({"cobble": 1, "noise": {"type": "value"}, "size": [100, 30], "domain": )" + rest + "}";
    const Recipe recipe = ReadRecipe(text, "f");
    REQUIRE(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return WriteRecipeLine(recipe);
  };
  for (const char* same : {"{}", R"({"extent": [1, 0.3]})"})
    CHECK(written(same).find("extent") == std::string::npos);
  CHECK(written(R"({"extent": [1, 1]})").find(R"("extent": [1, 1])") != std::string::npos);
  CHECK(written(R"({"extent": [2, 0.6]})").find(R"("extent": [2, 0.6])") != std::string::npos);

  Recipe by_hand;  // its default extent is that of a square
  by_hand.noise = Node::Constant(1);
  by_hand.width = 500;
  CHECK(ReadRecipe(WriteRecipe(by_hand), "f") == by_hand);
}

TEST_CASE("recipes that differ are not equal") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"}})", "f");
  Recipe other = recipe;
  other.origins["/size"] = {"f:1:1", false};
  CHECK(other == recipe);
  using Change = void (*)(Recipe&);
  for (const Change change : std::initializer_list<Change>{
           [](Recipe& r) { r.seed ^= 1; }, [](Recipe& r) { r.domain.slice += 1; },
           [](Recipe& r) { r.curvature.scale += 1; }, [](Recipe& r) { r.ao.directions += 1; },
           [](Recipe& r) { r.bumpslopes.uvslopes_scale += 1; },
           [](Recipe& r) { r.world.emplace().width = 7; }, [](Recipe& r) { r.lit.azimuth += 1; },
           [](Recipe& r) { r.noise = Node::Constant(0.123); },
           [](Recipe& r) { r.maps["m9"] = Node::Constant(1); },
           [](Recipe& r) { r.packs["p9"].resize(2); }, [](Recipe& r) { r.description += "x"; }}) {
    other = recipe;
    change(other);
    CHECK_FALSE(other == recipe);
  }
}

// json_test has the layout of the text with line breaks.
TEST_CASE("a recipe is written completely, in the order of the table") {
  const Recipe recipe = ReadRecipe(
      R"({"noise": {"octaves": 3, "type": "value"}, "size": 64, "cobble": 1, "x-a": 1})", "f");
  CHECK(WriteRecipeLine(recipe) ==
        R"({"cobble": 1, "size": [64, 64], "samples": 1, "seed": 0, "tiling": false, )"
        R"("flip": false, "loop": false, "domain": {"translate": [0, 0, 0], "rotate": [0, 0, 0], )"
        R"("scale": [1, 1, 1], "slice": 0, "grid": "pixels"}, "noise": {"type": "value", )"
        R"("dimensions": 2, "frequency": 4, "octaves": 3, "lacunarity": 2, "persistence": 0.5, )"
        R"("turbulence": "none", "aligned": false}, "range": "natural", "normal": )"
        R"({"strength": 0.1, "y": "up"}, "curvature": {"radius": 0.005, "scale": 0.007}, "ao": )"
        R"({"radius": 0.05, "directions": 8}, "bumpslopes": {"uvslopes-scale": 0}, "lit": )"
        R"({"azimuth": 315, "elevation": 45}})");
  CHECK(WriteRecipe(recipe).starts_with("{\n  \"cobble\": 1,\n  \"size\": [64, 64],\n"));
}

}  // namespace
}  // namespace cobble
