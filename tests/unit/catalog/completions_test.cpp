// Tests what editors offer at a place in a formula.
#include "catalog/completions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/formula/tables.h"

namespace cobble {
namespace {

constexpr std::string_view kNames[] = {"rock", "old moss"};

// In: the formula, with "|" at the cursor.
JsonTree At(std::string formula, bool is_asked = false, bool may_be_color = false) {
  const std::size_t offset = formula.find('|');
  formula.erase(offset, 1);
  return FormulaCompletions(formula, offset, is_asked, {kNames, may_be_color});
}

std::vector<std::string> LabelsOf(const JsonTree& found) {
  std::vector<JsonTree> rows(found["options"].begin(), found["options"].end());
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const JsonTree& row) { return row["rank"].get<int>(); });
  std::vector<std::string> labels;
  for (const JsonTree& row : rows) labels.push_back(row["label"].get<std::string>());
  return labels;
}

bool Offers(const JsonTree& found, std::string_view label) {
  return std::ranges::count(LabelsOf(found), label) > 0;
}

JsonTree RowOf(const JsonTree& found, std::string_view label) {
  for (const JsonTree& row : found["options"])
    if (row["label"] == label) return row;
  FAIL("not offered: " << label);
  return {};
}

TEST_CASE("calls, names and constants stand where a node may") {
  const JsonTree found = At("2*ro|");
  CHECK(found["from"] == 2);
  CHECK(found["is_word"] == false);
  CHECK(LabelsOf(found).front() == "rock");
  for (const char* label : {"perlin", "ridged", "x", "tau"}) CHECK(Offers(found, label));
  for (const char* label : {"teal", "ref", "octaves="}) CHECK_FALSE(Offers(found, label));
  CHECK(RowOf(found, "old moss")["insert"] == "ref('old moss')");
  CHECK(RowOf(found, "voronoi")["insert"] == "voronoi(${1:4})");
  CHECK(RowOf(found, "terrace")["insert"] == "terrace(${1:source}, ${2:levels})");
  CHECK(RowOf(found, "ramp")["insert"] ==
        "ramp(${1:source}, [[${2:0}, ${3:black}], [${4:1}, ${5:white}]])");
  CHECK(RowOf(found, "lerp")["detail"] == "(a, b, t)");
  CHECK(RowOf(found, "rgb")["kind"] == "function");
}

TEST_CASE("keys and choices stand in the brackets of a call") {
  const auto choices = LabelsOf(At("voronoi(8, |)"));
  CHECK(std::vector(choices.begin(), choices.begin() + 3) ==
        std::vector<std::string>{"F1", "F2", "F2-F1"});
  const JsonTree keys = At("voronoi(8, F1, met|)");
  CHECK(Offers(keys, "metric="));
  CHECK_FALSE(Offers(keys, "function="));
  CHECK(At("voronoi(metric=|)")["is_word"] == true);
  CHECK(RowOf(At("voronoi(metric=|)"), "euclidean")["detail"] == "default");
  CHECK(LabelsOf(At("perlin(aligned=|)")) == std::vector<std::string>{"true", "false"});
  // Positional arguments cannot follow keys.
  CHECK_FALSE(Offers(At("perlin(octaves=3, |)"), "rock"));
  CHECK_FALSE(Offers(At("perlin(octaves=3, |)"), "octaves="));
  CHECK_FALSE(Offers(At("hill(|)"), "distribution="));  // formulas have no objects
  CHECK_FALSE(Offers(At("ridged(rock, |)"), "kind="));
  CHECK_FALSE(Offers(At("wat(|)"), "octaves="));
  // No positional argument is left.
  CHECK(Offers(At("perlin(4, 3, |)"), "turbulence="));
  CHECK_FALSE(Offers(At("perlin(4, 3, |)"), "x"));
  CHECK(Offers(At("max(1, 2, |)"), "x"));
}

TEST_CASE("colours stand where one may") {
  CHECK(Offers(At("te|", false, true), "teal"));
  CHECK_FALSE(Offers(At("te|"), "teal"));
  const JsonTree stops = At("ramp(rock, [[0, b|]])");
  CHECK(RowOf(stops, "black")["detail"] == "#000000");
  CHECK_FALSE(Offers(stops, "perlin"));
  // Types that return a colour come first.
  CHECK(RowOf(At("b|", false, true), "blend")["rank"] >
        RowOf(At("b|", false, true), "abs")["rank"]);
}

TEST_CASE("nothing is offered inside of numbers, texts and words, or unasked behind a value") {
  for (const char* formula :
       {"2|", "perlin(pattern='a|')", "perlin(4)|", "|", "rock |", "voronoi(8, F1|-F2)"}) {
    CAPTURE(formula);
    CHECK(LabelsOf(At(formula)).empty());
  }
  CHECK(Offers(At("|", true), "rock"));
  const JsonTree operators = At("rock |", true);
  CHECK(operators["options"].size() == FormulaOperators().size());
  CHECK(operators["options"][0]["insert"] == "+ ");
}

TEST_CASE("every call that is offered reads once its fields are filled") {
  const JsonTree offered = At("|", true, true);
  for (const JsonTree& row : offered["options"]) {
    if (!row.contains("insert") || row["label"] == "old moss") continue;
    const std::string text = row["insert"];
    CAPTURE(text);
    CHECK(text.starts_with(row["label"].get<std::string>() + "("));
    CHECK(std::ranges::count(text, '{') == std::ranges::count(text, '}'));
  }
}

TEST_CASE("functions of the recipe and the library are offered, with their parameters") {
  constexpr std::string_view kCalls[] = {"/grime(s, amount=0.5, how=F1)", "a (b)"};
  const NamesAtPlace names(kCalls, false);
  const auto options = [&](std::string_view formula) {
    return FormulaCompletions(formula, formula.size(), true, names.place());
  };
  const JsonTree call = RowOf(options("gr"), "grime");
  CHECK(call["kind"] == "function");
  CHECK(call["detail"] == "(s, amount=0.5, how=F1)");
  CHECK(call["insert"] == "grime(${1:s})");
  CHECK(Offers(options("ed"), "edge-wear"));
  CHECK(Offers(options("a"), "a (b)"));
  CHECK(RowOf(options("grime(x, "), "amount=")["detail"] == "0.5");
  CHECK_FALSE(Offers(options("grime(x, amount=1, "), "amount="));
  CHECK(FormulaPartRows("grime(x)", names.place())[0]["kind"] == "function");
}

}  // namespace
}  // namespace cobble
