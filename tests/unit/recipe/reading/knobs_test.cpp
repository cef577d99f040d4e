// Tests knobs: what their names stand for, in which layer, and how recipes keep them.
#include <doctest/doctest.h>

#include <string>

#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

// Returns the recipe of a line as if it had no knobs.
Recipe WithoutKnobs(const std::string& line) {
  Recipe recipe = test::ResolveLine(line);
  recipe.knobs.clear();
  recipe.formulas.clear();
  return recipe;
}

TEST_CASE("a name stands for the value of its knob wherever a number or a colour may be") {
  test::CheckSameRecipes(&WithoutKnobs);
}
TEST_CASE("values of knobs are those of the last layer") { test::CheckSameRecipes(&WithoutKnobs); }
TEST_CASE("where faults of knobs are, and what is meant") { test::CheckRecipes(); }

constexpr const char* kWall = R"json({"cobble": 1,
  "knobs": {"rows": {"value": 12, "range": [6, 42], "step": 6, "description": "courses"},
            "rim": {"value": [0, 0.25, 1]}},
  "nodes": {"n": 8, "lone": 7, "third": "rows/3", "laid": "bricks(third, rows)",
            "grain": "perlin(n*rows, 2)", "plain": "perlin(lone)",
            "parts": {"type": "bricks", "columns": "third", "rows": "rows"}},
  "noise": "warp(laid, [0.1*rows*grain, plain], 0.1) + parts", "range": ["-rows", "rows"],
  "maps": {"color": "ramp(laid, [[0, #888], [1, rim]])", "tint": ["rows/24", 0.5, 1],
           "shade": {"type": "color", "value": ["rows/24", 0, 0]}}})json";

TEST_CASE("a written recipe has its knobs, and the formulas that name them, directly or not") {
  const Recipe recipe = ReadRecipe(kWall, "f");
  for (const std::string& text : {WriteRecipe(recipe), WriteRecipeLine(recipe),
                                  WriteBriefRecipe(recipe), FormatRecipe(kWall, "f")}) {
    CAPTURE(text);
    const Recipe read = ReadRecipe(text, "f");
    CHECK(read == recipe);
    CHECK(read.knobs.size() == 2);
    CHECK(read.formulas == recipe.formulas);
    CHECK(WriteRecipe(read) == WriteRecipe(recipe));
    RecipeLayers turned, original;
    turned.AddText(text, "f");
    original.AddText(kWall, "f");
    for (RecipeLayers* const layers : {&turned, &original}) layers->AddKnob("rows", "24");
    CHECK(turned.Resolve() == original.Resolve());
  }
  CHECK(recipe.formulas.at("/nodes/third") == "rows/3");
  CHECK(recipe.formulas.at("/nodes/parts/columns") == "third");
  CHECK(recipe.formulas.at("/nodes/n") == "8");
  CHECK(recipe.formulas.count("/nodes/plain") == 0);
}

TEST_CASE("a recipe that is not what its formulas give is written without knobs") {
  Recipe recipe = ReadRecipe(kWall, "f");
  recipe.range.high = 5;
  const Recipe read = ReadRecipe(WriteRecipe(recipe), "f");
  CHECK(read.knobs.empty());
  recipe.knobs.clear();
  CHECK(read == recipe);
}

TEST_CASE("a path into a formula of a knob fixes the key that it leads to, and no other") {
  RecipeLayers layers;
  layers.AddText(kWall, "f");
  layers.AddSet("nodes.laid.columns", "7");
  layers.AddSet("nodes.grain.octaves", "3");
  layers.AddSet("noise.a.amount", "0.2");
  layers.AddSet("maps.color.stops.0.0", "0.25");
  const Recipe recipe = layers.Resolve();
  CHECK(recipe.nodes.at("laid").Number("columns") == 7);
  CHECK(recipe.formulas.count("/nodes/laid") == 0);
  CHECK(recipe.formulas.at("/nodes/laid/rows") == "rows");
  CHECK(recipe.formulas.at("/nodes/grain/frequency") == "n*rows");
  CHECK(recipe.formulas.at("/noise/a/by/0/a") == "0.1*rows");
  CHECK(recipe.formulas.at("/maps/color/stops/1/1") == "rim");
  RecipeLayers written;
  written.AddText(WriteRecipe(recipe), "f");
  CHECK(written.Resolve() == recipe);
  for (RecipeLayers* const each : {&layers, &written}) each->AddKnob("rows", "24");
  CHECK(written.Resolve() == layers.Resolve());
  CHECK(layers.Resolve().nodes.at("laid").Number("rows") == 24);
}

}  // namespace
}  // namespace cobble
