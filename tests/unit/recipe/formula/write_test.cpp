// Tests the formulas that nodes are written as.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "recipe/formula/formula.h"
#include "recipe/formula/write.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

FormulaNames Names() {
  FormulaNames names;
  for (const char* name : {"rock", "moss", "moss-noise", "my rock", "teal"})
    names.Set(name, Json());
  names.Set("n", Json::Number(8));
  names.Resolve();
  return names;
}

// Returns the formula at /nodes/here of a node given as JSON, or "none".
std::string Written(const std::string& node) {
  Faults faults;
  const auto json = ParseJson(node, std::make_shared<const Source>(Source{"f"}), &faults);
  REQUIRE(json);
  int nodes = 0;
  const auto formula = WriteFormula(*json, Names(), "/nodes/here", &nodes);
  return formula ? formula->text : "none";
}

TEST_CASE("nodes are written as the calls and operators that people would write") {
  CheckAnswers([](const std::string& node) { return Written(node); });
}

TEST_CASE("what formulas cannot say stays a node") {
  CheckAnswers([](const std::string& node) { return Written(node); });
}

TEST_CASE("a formula is written as it stands, if its blanks and brackets are the usual ones") {
  CheckAnswers([](const std::string& formula) {
    const FormulaNames names = Names();
    int nodes = 0;
    const Json node = ExpandFormula(Json::Text(formula), {names, "/nodes/here", nullptr, &nodes});
    REQUIRE(node.object());
    const auto written = WriteFormula(node, names, "/nodes/here", &nodes);
    const std::string text = written ? written->text : "none";
    return text == formula ? "" : text;
  });
}

TEST_CASE("the nodes of a formula count") {
  Faults faults;
  const auto json = ParseJson(R"({"type": "add", "a": {"ref": "rock"}, "b": 1})",
                              std::make_shared<const Source>(Source{"f"}), &faults);
  int nodes = kMaxFormulaNodes - 1;
  CHECK(WriteFormula(*json, Names(), "/noise", &nodes));
  CHECK(nodes == kMaxFormulaNodes);
  CHECK_FALSE(WriteFormula(*json, Names(), "/noise", &nodes));
  CHECK(nodes == kMaxFormulaNodes);
}

TEST_CASE("a chain counts its parts, and a formula knows its own patterns") {
  const FormulaNames names = Names();
  const auto written = [&](const std::string& formula) {
    int nodes = 0;
    const Json node = ExpandFormula(Json::Text(formula), {names, "/nodes/here", nullptr, &nodes});
    return *WriteFormula(node, names, "/nodes/here", &nodes);
  };
  CHECK(written("rock + moss - 2 + rock*moss").parts == 4);
  CHECK(written("rock + moss*2*rock").parts == 2);
  CHECK(written("min(rock, moss)").parts == 1);
  CHECK_FALSE(written("rock + moss").has_own_patterns);
  CHECK_FALSE(written("perlin(3)").has_own_patterns);
  CHECK(written("-perlin(3)").has_own_patterns);
}

}  // namespace
}  // namespace cobble::test
