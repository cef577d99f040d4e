// Tests of what errors suggest for the words, signs and orders of other languages.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

constexpr const char* kRecipe = R"-({"cobble": 1, "noise": "rock", "nodes": {
  "rock": "perlin(4)", "moss": "perlin(5)", "gold": "perlin(6)",
  "n1": "n2*2", "n2": "n1 + 1", "n3": "n3 + 1", "n4": "n1"}})-";

// Returns the errors in the formula of a flag, next to the nodes of the recipe.
std::vector<Issue> IssuesIn(const std::string& formula) {
  RecipeLayers layers;
  layers.AddText(kRecipe, "f");
  layers.AddFormula("here", formula, "--let here");
  try {
    layers.Resolve();
  } catch (const Error& error) {
    return error.issues();
  }
  return {};
}

TEST_CASE("each kind of fault in a formula has a sentence") {
  CheckAnswers([](const std::string& formula) {
    std::string texts;
    for (const Issue& issue : IssuesIn(formula)) texts += issue.Text() + "\n";
    return texts;
  });
}

TEST_CASE("formulas of other languages are refused with what to write") { CheckIssues(&IssuesIn); }

}  // namespace
}  // namespace cobble::test
