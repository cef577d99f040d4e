// Tests malformed recipes: the exit status, location and message of `check` and `render`.
#include <doctest/doctest.h>

#include <string>

#include "support/harness.h"
#include "support/recipe_cases.h"

namespace cobble {
namespace {

TEST_CASE("malformed recipes are rejected with the location of the error") {
  const Folder folder;
  const auto recipes = test::MalformedRecipes();
  CHECK(recipes.size() >= 100);
  for (const test::MalformedRecipe& recipe : recipes) {
    CAPTURE(recipe.text);
    REQUIRE_FALSE(recipe.location.empty());
    REQUIRE_FALSE(recipe.message.empty());
    for (const char* command : {"check", "render"}) {
      std::vector<std::string> args{command, "-"};
      if (command == std::string("render")) args.insert(args.end(), {"-o", "a.png"});
      const Outcome outcome = RunCobble(args, recipe.text);
      CAPTURE(outcome.err);
      CHECK(outcome.status == recipe.status);
      CHECK(outcome.err.starts_with("cobble: -:" + recipe.location + ": "));
      const std::string first_line = outcome.err.substr(0, outcome.err.find('\n'));
      CHECK(first_line.find(recipe.message) != std::string::npos);
      CHECK(outcome.out == "");
      CHECK(folder.Names().empty());
    }
  }
}

}  // namespace
}  // namespace cobble
