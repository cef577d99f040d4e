// Expands the formulas of flags and settings.
#include "recipe/reading/layer_formulas.h"

#include <algorithm>
#include <string_view>

#include "recipe/fields/fields.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/merge.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/set_path.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// Returns whether the word is a function ("sin"), about which the formula's message says more.
bool IsOperation(std::string_view word) {
  return std::ranges::count(FormulaFunctions(), word, &FormulaFunction::name) > 0 &&
         !IsFractalFunction(word);
}

}  // namespace

bool AreWords(const Json& json, const FormulaNames& names) {
  if (json.text()->empty() || IsOperation(*json.text())) return false;
  FormulaScanner scanner(*json.text());
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next()) {
    const bool is_letter = token.kind == FormulaToken::kOther && token.text.size() > 1;
    if (token.kind != FormulaToken::kName && token.kind != FormulaToken::kNumber && !is_letter)
      return false;
  }
  Faults problems;
  int nodes = 0;
  ExpandFormula(json, {names, "", &problems, &nodes});
  return !problems.empty() && !WrongChoiceHint(*FindField(ObjectKind::kNode, "type"), json).empty();
}

void ExpandAtPath(const std::string& path, FormulaExpander* expander, Json* value) {
  std::string pointer;
  for (const std::string& key : KeysOfPath(path)) pointer = ChildPointer(pointer, key);
  if (const auto named = NamedAtPath(path)) {
    expander->ExpandNamed(*named, pointer, value);
  } else if (const auto input = InputAtPath(path)) {
    expander->ExpandValue(*input, pointer, value);
  }
  if (IsNamedNode(path) && IsShortNode(*value)) *value = ExpandToNode(*value);
}

}  // namespace cobble
