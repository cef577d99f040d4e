// Formulas: nodes in one line, "ridged(simplex(2), 6) - 0.5*dust", wherever a recipe has a node.
// They expand to the JSON of nodes before the recipe is read; all later code knows only nodes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "recipe/fields/field.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"

namespace cobble {

// Limits on what a recipe's formulas expand to, and on the nested brackets and calls of one.
inline constexpr int kMaxFormulaNodes = 10000, kMaxFormulaDepth = 256, kMaxFormulaBrackets = 64;

struct FormulaScope;

// The nodes that calls of functions share by refs, by names that no node of a recipe can have.
using SharedNodes = std::map<std::string, Json, std::less<>>;

// What an expansion refers to and adds to.
struct FormulaSite {
  const FormulaNames& names;
  std::string pointer;  // JSON pointer to the formula, part of its noises' patterns
  Faults* faults;       // null: does not report errors
  int* nodes;           // made by the recipe's formulas so far
  bool may_be_color = false;
  bool keeps_parts = false;  // gives numbers and colours inside nodes Json::formula, see Replace
  SharedNodes* shared = nullptr;        // null: does not keep them
  const FormulaScope* scope = nullptr;  // of the call of a function, if the formula is in its body
  // What the patterns of noises start with; empty: the pointer and a blank.
  std::string patterns{};

  std::string PatternsStart() const { return patterns.empty() ? pointer + ' ' : patterns; }
};

// Returns whether the formula is only the name of a type, "perlin", and not of a node.
bool IsTypeAlone(std::string_view formula, const FormulaNames& names);

// Returns what the formula in `json`, a text, expands to: an object, a number, or a colour as text.
// All values have places in the formula. If it is invalid, adds an error to the site's faults and
// returns an object that is_unread.
Json ExpandFormula(const Json& json, const FormulaSite& site);

// Returns the number, colour or list of them that the formula in `json`, a text, gives as the value
// of a key of numbers or colours. If it is invalid, the result is null and is_unread.
Json ExpandValueFormula(const Field& field, const Json& json, const FormulaSite& site);

}  // namespace cobble
