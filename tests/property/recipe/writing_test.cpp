// Tests that random recipes stay the same when they are written briefly or formatted.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "property/property.h"
#include "support/levels.h"
#include "support/random/formula.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

using nlohmann::json;

// Checks both texts of a recipe, and returns the brief one.
std::string CheckTexts(const std::string& text) {
  const Recipe recipe = ReadRecipe(text, "f");
  const std::string formatted = FormatRecipe(text, "f");
  std::string brief = WriteBriefRecipe(recipe);
  CAPTURE(text);
  CAPTURE(formatted);
  CAPTURE(brief);
  REQUIRE(ReadRecipe(formatted, "formatted") == recipe);
  REQUIRE(FormatRecipe(formatted, "formatted") == formatted);
  REQUIRE(ReadRecipe(brief, "brief") == recipe);
  REQUIRE(FormatRecipe(brief, "brief") == brief);
  return brief;
}

TEST_CASE("random recipes stay the same in both forms") {
  Random random(33);
  const int count = kUnderSanitizer ? 60 : 600;
  int formulas = 0;
  for (RecipeWish wish : MixedWishes(count, 12, 64, 48)) {
    wish.colors = random.Chance(0.3);
    wish.masks = random.Chance(0.3);
    wish.axes = random.Chance(0.5);
    wish.erosion = random.Chance(0.3);
    wish.phasor = random.Chance(0.3);
    wish.drainage = random.Chance(0.3);
    if (CheckTexts(RandomRecipe(random, wish)).find("\"noise\": \"") != std::string::npos)
      ++formulas;
  }
  CHECK(formulas > count / 4);
}

// A former formula is one again, and so is short.
TEST_CASE("random formulas come back as formulas") {
  Random random(34);
  const int count = kUnderSanitizer ? 100 : 1000;
  for (int i = 0; i < count; ++i) {
    const auto part = RandomFormula(random, "/noise").Make(static_cast<int>(random.Integer(1, 4)));
    const json recipe = {{"cobble", 1},
                         {"nodes",
                          {{"rock", {{"type", "perlin"}, {"frequency", 3}}},
                           {"moss-noise", {{"type", "cell"}, {"frequency", 5}}},
                           {"my rock", {{"type", "white"}, {"frequency", 9}}}}},
                         {"noise", part.text}};
    const std::string brief = CheckTexts(recipe.dump());
    const bool has_pattern = part.node.dump().find("/noise ") != std::string::npos;
    CAPTURE(brief);
    if (has_pattern) REQUIRE(brief.find("\"noise\": \"") != std::string::npos);
    REQUIRE(brief.find("pattern='/noise ") == std::string::npos);
  }
}

// --- Formulas ---

// Returns a recipe with the nodes that random formulas name.
json NewRecipe() {
  return {{"cobble", 1},
          {"size", {37, 11}},
          {"nodes",
           {{"rock", {{"type", "perlin"}, {"frequency", 3}}},
            {"moss-noise", {{"type", "cell"}, {"frequency", 5}}},
            {"my rock", {{"type", "white"}, {"frequency", 9}}}}},
          {"noise", {{"ref", "rock"}}}};
}

Recipe ReadWith(const std::string& pointer, const json& value) {
  json recipe = NewRecipe();
  recipe[json::json_pointer(pointer)] = value;
  return ReadRecipe(recipe.dump(), "f");
}

TEST_CASE("random formulas read back as the trees that they were written from") {
  Random random(30);
  const int count = kUnderSanitizer ? 400 : 4000;
  for (int i = 0; i < count; ++i) {
    const std::string pointer = random.OneOf<const char*>({"/noise", "/nodes/here", "/nodes/a b"});
    const auto depth = static_cast<int>(random.Integer(1, 4));
    const auto part = RandomFormula(random, pointer).Make(depth);
    CAPTURE(pointer);
    CAPTURE(part.text);
    REQUIRE(ReadWith(pointer, part.text) == ReadWith(pointer, part.node));
  }
}

TEST_CASE("formulas inside objects are the nodes that they stand for") {
  Random random(31);
  for (int i = 0; i < 200; ++i) {
    const auto a = RandomFormula(random, "/noise/a").Make(2);
    const auto b = RandomFormula(random, "/noise/by/1").Make(2);
    CAPTURE(a.text);
    CAPTURE(b.text);
    REQUIRE(ReadWith("/noise", {{"type", "min"}, {"a", a.text}, {"b", 2}}) ==
            ReadWith("/noise", {{"type", "min"}, {"a", a.node}, {"b", 2}}));
    const json warp = {{"type", "warp"}, {"source", {{"ref", "rock"}}}, {"amount", 0.5}};
    json formula = warp, nodes = warp;
    formula["by"] = {0.5, b.text};
    nodes["by"] = {0.5, b.node};
    REQUIRE(ReadWith("/noise", formula) == ReadWith("/noise", nodes));
  }
}

// The nodes go another way, as text, so that only their values can make the pictures equal.
TEST_CASE("random formulas render the bits of their expansions at every SIMD level") {
  Random random(32);
  const int count = kUnderSanitizer ? 10 : 60;
  for (int i = 0; i < count; ++i) {
    const auto part = RandomFormula(random, "/noise").Make(static_cast<int>(random.Integer(1, 3)));
    CAPTURE(part.text);
    const Recipe formula = ReadWith("/noise", part.text);
    const Recipe nodes = ReadRecipe(WriteRecipe(formula), "nodes");
    const Recipe tree = ReadWith("/noise", part.node);
    const Image best = RenderImage(Program::Compile(tree), Map::kValue);
    for (const std::string& level : RunningLevels()) {
      CAPTURE(level);
      for (const Recipe& recipe : {formula, nodes}) {
        const Program program = Program::Compile(recipe, {.simd = level});
        REQUIRE(SameBits(RenderImage(program, Map::kValue), best));
      }
    }
  }
}

}  // namespace
}  // namespace cobble::test
