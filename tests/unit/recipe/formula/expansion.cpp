// Expands single formulas.
#include "unit/recipe/formula/expansion.h"

#include <doctest/doctest.h>

#include <memory>

#include "recipe/formula/expand.h"
#include "recipe/formula/formula.h"
#include "recipe/json/json.h"

namespace cobble::test {

Expansion Expand(std::string_view formula, const std::string& nodes) {
  const auto source = std::make_shared<const Source>(Source{.name = "f"});
  Faults none, faults;
  const auto recipe = ParseJson("{\"nodes\": {" + nodes + "}}", source, &none);
  REQUIRE(recipe);
  FormulaNames names;
  AddNames(recipe->At("nodes"), &names);
  names.Resolve();

  Expansion result;
  Json text = Json::Text(formula);
  text.place = {source};
  const Json json = ExpandFormula(text, {names, "/nodes/here", &faults, &result.nodes});
  result.json = WriteJsonLine(json);
  for (const Issue& issue : faults.Issues())
    result.error += std::to_string(issue.formula_offset + 1) + ": " + issue.message.Text() +
                    (issue.hint.empty() ? "" : "; ") + issue.hint.Text();
  return result;
}

std::string Expanded(std::string_view formula, const std::string& nodes) {
  const Expansion expansion = Expand(formula, nodes);
  return expansion.error.empty() ? expansion.json : expansion.error;
}

std::string Repeated(std::string_view part, int count, std::string_view separator) {
  std::string text;
  for (int i = 0; i < count; ++i) text.append(i == 0 ? "" : separator).append(part);
  return text;
}

}  // namespace cobble::test
