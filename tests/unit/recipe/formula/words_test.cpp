// Tests of what errors suggest for the words, signs and orders of other languages.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

constexpr const char* kRecipe = R"-({"cobble": 1, "noise": "rock", "nodes": {
  "rock": "perlin(4)", "moss": "perlin(5)", "gold": "perlin(6)",
  "n1": "n2*2", "n2": "n1 + 1", "n3": "n3 + 1", "n4": "n1"}})-";

// Returns the error in the formula of a flag, next to the nodes of the recipe.
std::string ErrorIn(const std::string& formula) {
  RecipeLayers layers;
  layers.AddText(kRecipe, "f");
  layers.AddFormula("here", formula, "--let here");
  try {
    layers.Resolve();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing is wrong";
}

TEST_CASE("formulas of other languages are refused with what to write") { CheckMessages(ErrorIn); }

}  // namespace
}  // namespace cobble::test
