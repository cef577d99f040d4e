// Expands one formula.
#include "recipe/formula/formula.h"

#include <utility>

#include "recipe/fields/node_spec.h"
#include "recipe/formula/parser.h"

namespace cobble {
namespace {

// A type alone is a call without arguments.
bool IsTypeAlone(std::string_view text, const FormulaNames& names) {
  const NodeSpec* const spec = FindNodeSpec(text);
  return spec && spec->name != kRefType && !names.Contains(text);
}

}  // namespace

Json ExpandFormula(const Json& json, const FormulaSite& site) {
  const std::string& text = *json.text();
  if (IsTypeAlone(text, site.names)) {
    Json node{Json::Object(), json.place};
    node.Add("type", json);
    return node;
  }
  auto expanded = FormulaParser(site, json).Read();
  return expanded ? std::move(*expanded) : Json{0.0, json.place};
}

}  // namespace cobble
