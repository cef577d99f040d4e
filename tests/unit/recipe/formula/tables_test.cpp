// Tests that the tables of formulas agree with the parser.
#include "recipe/formula/tables.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "support/errors.h"

namespace cobble {
namespace {

using Tree = nlohmann::ordered_json;

// Returns the recipe whose map is a formula of nodes called `a`, `source`, ..., and of numbers.
Recipe ReadFormula(const std::string& formula) {
  Tree recipe = {{"cobble", 1}, {"noise", "perlin"}, {"maps", {{"m", formula}}}};
  for (const char* node : {"a", "c", "t", "source", "green", "blue", "red", "base", "over", "by"})
    recipe["nodes"][node] = {{"type", "perlin"}, {"pattern", node}};
  recipe["nodes"]["b"] = 3;
  for (const char* number : {"edge", "levels", "level", "exponent", "value"})
    recipe["nodes"][number] = 0.5;
  recipe["nodes"]["levels"] = 12;
  recipe["nodes"]["low"] = 0.25;
  recipe["nodes"]["high"] = 0.75;
  return ReadRecipe(recipe.dump(), "f");
}

// Whether a name can stand for the value of the key.
bool TakesName(const Field& field) {
  return field.type == FieldType::kInput || field.type == FieldType::kInputs ||
         field.type == FieldType::kNumber || field.type == FieldType::kInteger;
}

TEST_CASE("a function is what its row says") {
  for (const FormulaFunction& function : FormulaFunctions()) {
    const std::string call = CallText(function);
    CAPTURE(call);
    CHECK(ReadFormula(call) == ReadFormula(std::string(function.node)));
    // Its default is the node's.
    if (const std::size_t optional = call.find(", octaves="); optional != std::string::npos)
      CHECK(ReadFormula(call.substr(0, optional) + ")") == ReadFormula(call));
    const auto commas =
        static_cast<std::size_t>(std::ranges::count(std::string(function.places), ','));
    CHECK(commas + 1 == function.maximum);
    CHECK_FALSE(function.summary.empty());
  }
}

TEST_CASE("an operator is what its rows say") {
  for (const FormulaOperator& op : FormulaOperators()) {
    CAPTURE(op.form);
    CHECK(op.form.find(op.op) != std::string::npos);
    CHECK(ReadFormula(std::string(op.form)) == ReadFormula(std::string(op.node)));
  }
}

// A frequency must be a number, so a formula that reads there is a number.
bool IsNumber(const std::string& formula) {
  return test::Succeeds([&] { ReadFormula("perlin(" + formula + ")"); });
}

TEST_CASE("the rule of numbers names the calls that are numbers, and no others") {
  const std::string rule(std::ranges::find(FormulaRules(), "numbers", &Detail::word)->text);
  CAPTURE(rule);
  const auto call_of_ones = [](std::string_view name, std::size_t count) {
    std::string call = std::string(name) + "(1";
    for (std::size_t k = 1; k < count; ++k) call += ", 1";
    return call + ")";
  };
  const auto is_named = [&](std::string_view name) {
    return rule.find('`' + std::string(name) + '`') != rule.npos;
  };
  std::size_t numbers = 0;
  for (const NodeSpec* spec : NodeSpecs()) {
    if (spec->arguments.empty()) continue;
    const bool is_number = IsNumber(call_of_ones(spec->name, spec->arguments.size()));
    CAPTURE(spec->name);
    CHECK(is_number == is_named(spec->name));
    CHECK(is_number == (FindFoldedCall(spec->name) != nullptr));
    numbers += is_number ? 1 : 0;
  }
  CHECK(numbers == FoldedCalls().size());
  for (const FormulaFunction& function : FormulaFunctions())
    CHECK_MESSAGE(
        IsNumber(call_of_ones(function.name, function.maximum)) == is_named(function.name),
        function.name);
  CHECK_FALSE(IsNumber("clamp(1, 1, 0)"));  // refused as a node
}

TEST_CASE("the call of a type has its places and their defaults") {
  int read = 0;
  for (const NodeSpec* spec : NodeSpecs()) {
    const std::string call = CallText(*spec);
    CAPTURE(call);
    std::string required;
    bool is_readable = spec->name != kRefType && call.find("...") == std::string::npos;
    for (const std::string_view argument : spec->arguments) {
      const Field& field = *FindField(ObjectKind::kNode, argument, NodeTypeNumber(spec->name));
      CHECK(call.find(argument) != std::string::npos);
      CHECK((call.find(std::string(argument) + "=") == std::string::npos) == field.required);
      if (!field.required) continue;
      is_readable = is_readable && TakesName(field);
      required += (required.empty() ? "" : ", ") + std::string(argument);
    }
    if (!is_readable) continue;
    CHECK(ReadFormula(call) == ReadFormula(std::string(spec->name) + "(" + required + ")"));
    ++read;
  }
  CHECK(read > 45);
  const auto call_of = [](std::string_view type) { return CallText(*FindNodeSpec(type)); };
  CHECK(call_of("terrace") == "terrace(source, levels, sharpness=0.8)");
  CHECK(call_of("remap") == "remap(source, from=..., to=[0, 1])");
  CHECK(call_of("cell") == "cell(frequency=4, function=F1)");
  CHECK(call_of("max") == "max(a, b, ...)");
  CHECK(call_of("ref") == "ref('NAME')");
}

}  // namespace
}  // namespace cobble
