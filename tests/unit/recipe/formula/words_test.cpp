// Tests what errors suggest for words, signs and orders of other languages.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/errors.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

constexpr const char* kRecipe = R"-({"cobble": 1, "noise": "rock", "nodes": {
  "rock": "perlin(4)", "moss": "perlin(5)", "gold": "perlin(6)",
  "n1": "n2*2", "n2": "n1 + 1", "n3": "n3 + 1", "n4": "n1"}})-";

// Returns the errors in a flag's formula, beside the recipe's nodes.
std::vector<Issue> FormulaIssues(const std::string& formula) {
  RecipeLayers layers;
  layers.AddText(kRecipe, "f");
  layers.AddFormula("here", formula, "--let here");
  return IssuesIn([&] { layers.Resolve(); });
}

TEST_CASE("each kind of fault in a formula has a sentence") {
  CheckAnswers([](const std::string& formula) {
    std::string texts;
    for (const Issue& issue : FormulaIssues(formula)) texts += issue.Text() + "\n";
    return texts;
  });
}

TEST_CASE("formulas of other languages are refused with what to write") {
  CheckIssues(&FormulaIssues);
}

// --- Places ---

// Returns where a recipe's first error is, with the rest of the formula from there.
std::string PlaceIn(const std::string& text) {
  try {
    ReadRecipe(text, "f");
  } catch (const Error& error) {
    const Issue& issue = error.issues().front();
    return issue.where + " @" + issue.formula.substr(issue.formula_offset);
  }
  return "nothing is wrong";
}

// In: json, the formula between the quotes of the JSON string, which start in column 24.
std::string PlaceInFormula(const std::string& json) {
  return PlaceIn(R"({"cobble": 1, "noise": ")" + json + "\"}");
}

TEST_CASE("a column counts the bytes of the file") {
  CHECK(PlaceInFormula("2*foo") == "f:1:27: /noise @foo");
  CHECK(PlaceInFormula(R"(2*\u0066oo)") == "f:1:27: /noise @foo");
  CHECK(PlaceInFormula(R"(\u0032*foo)") == "f:1:32: /noise @foo");
  CHECK(PlaceInFormula(R"(1 +\t\n foo)") == "f:1:33: /noise @foo");
  CHECK(PlaceInFormula(R"(ref(\"a\") + foo)") == "f:1:38: /noise @foo");
  CHECK(PlaceInFormula(R"(ref('\ud83d\ude00') + foo)") == "f:1:47: /noise @foo");
  CHECK(PlaceInFormula("ref('\xf0\x9f\x98\x80') + foo") == "f:1:39: /noise @foo");
  CHECK(PlaceInFormula("1 + ") == "f:1:29: /noise @");
  CHECK(PlaceInFormula("") == "f:1:25: /noise @");
}

TEST_CASE("a place is on the formula's line") {
  CHECK(PlaceIn("{\"cobble\": 1,\n\n  \"noise\": {\"type\": \"abs\",\n"
                "  \"source\": \"1 + foo\"}}") == "f:4:18: /noise/source @foo");
  CHECK(PlaceIn("{\"cobble\": 1, \"noise\": \"x\",\n\"nodes\": {\"a b\":\n \"foo(1)\"}}") ==
        "f:3:3: /nodes/a b @foo(1)");
}

TEST_CASE("errors of what a formula expands to are at its call or its number") {
  CHECK(PlaceInFormula("x + perlin(-4)") == "f:1:36: /noise/b/frequency @-4)");
  CHECK(PlaceInFormula("x + perlin(2*3, 0)") == "f:1:41: /noise/b/octaves @0)");
  CHECK(PlaceInFormula("x + terrace(x)") == "f:1:29: /noise/b/levels @terrace(x)");
  CHECK(PlaceInFormula("x + cell(weights=[1, 2e9])") == "f:1:46: /noise/b/weights/1 @2e9])");
}

}  // namespace
}  // namespace cobble::test
