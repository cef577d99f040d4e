// A line that is not indented starts a case; indented lines describe it.
#include "support/recipe_cases.h"

#include <doctest/doctest.h>

#include <sstream>
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

// Stores an indented line.
void Describe(std::string_view line, MalformedRecipe* recipe) {
  const auto take = [&](std::string_view label, std::string* value) {
    if (!line.starts_with(label)) return false;
    *value = line.substr(label.size());
    return true;
  };
  std::string status;
  if (take("  at ", &recipe->location)) {
    recipe->location = Decoded(recipe->location);
    return;
  }
  const bool is_known = take("  says ", &recipe->message) || take("  status ", &status);
  REQUIRE_MESSAGE(is_known, line);
  if (!status.empty()) recipe->status = std::stoi(status);
}

}  // namespace

std::vector<MalformedRecipe> MalformedRecipes() {
  std::vector<MalformedRecipe> recipes;
  std::istringstream lines(ReadAll(COBBLE_SOURCE_DIR "/tests/recipes/malformed.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("  ")) {
      REQUIRE_FALSE(recipes.empty());
      Describe(line, &recipes.back());
    } else {
      recipes.push_back({.text = RecipeText(line), .location = {}, .message = {}});
    }
  }
  return recipes;
}

}  // namespace cobble::test
