// Tests that random recipes stay the same when they are written briefly or formatted.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/formula/write.h"
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
    if (CheckTexts(RandomRecipe(random, wish)).find("\"noise\": \"") != std::string::npos)
      ++formulas;
  }
  CHECK(formulas > count / 4);
}

// What was a formula is one again, and so is short.
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

}  // namespace
}  // namespace cobble::test
