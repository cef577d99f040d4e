// Splits each row at its arrows.
#include "support/recipe_cases.h"

#include <doctest/doctest.h>

#include <string_view>

#include "support/harness.h"
#include "support/messages.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

constexpr std::string_view kStart = R"("cobble":1,"noise":{"type":"perlin"})";

std::string RecipeText(std::string_view line) {
  std::string text = Decoded(line);
  const std::size_t at = text.find('@');
  return at == std::string::npos ? text : text.replace(at, 1, kStart);
}

}  // namespace

std::vector<MalformedRecipe> MalformedRecipes() {
  constexpr std::string_view kArrow = " => ";
  std::vector<MalformedRecipe> recipes;
  for (const std::string& line :
       SplitLines(ReadAll(COBBLE_SOURCE_DIR "/tests/recipes/malformed.txt"))) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t place = line.find(kArrow);
    REQUIRE_MESSAGE(place != std::string::npos, line);
    const std::string rest = line.substr(place + kArrow.size());
    const std::size_t status = rest.find(kArrow);
    recipes.push_back(
        {.text = RecipeText(line.substr(0, place)), .location = Decoded(rest.substr(0, status))});
    if (status != std::string::npos)
      recipes.back().status = std::stoi(rest.substr(status + kArrow.size()));
  }
  return recipes;
}

}  // namespace cobble::test
