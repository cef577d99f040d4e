// Expands one formula.
#include "recipe/formula/formula.h"

#include <utility>

#include "recipe/fields/node_spec.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/scanner.h"

namespace cobble {

// A call without arguments.
bool IsTypeAlone(std::string_view formula, const FormulaNames& names) {
  const std::string_view name = WithoutBlanks(formula);
  const NodeSpec* const spec = FindNodeSpec(name);
  return spec && spec->name != kRefType && !names.Contains(name);
}

Json ExpandFormula(const Json& json, const FormulaSite& site) {
  if (const std::string& text = *json.text(); IsTypeAlone(text, site.names)) {
    Json node{Json::Object(), json.place};
    node.Add("type", Json{std::string(WithoutBlanks(text)), json.place});
    return node;
  }
  if (auto expanded = FormulaParser(site, json).Read()) return std::move(*expanded);
  Json unread{Json::Object(), json.place};
  unread.replaces = unread.is_unread = true;
  return unread;
}

}  // namespace cobble
