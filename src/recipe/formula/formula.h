// Formulas: nodes in one line, "ridged(simplex(2), 6) - 0.5*dust", wherever a recipe has a node. A
// formula expands to the JSON of nodes before the recipe is read, so everything behind the reader
// knows nodes alone.
#pragma once

#include <string>
#include <string_view>

#include "recipe/formula/names.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"

namespace cobble {

// Limits on what the formulas of a recipe expand to, and on the brackets and calls of one.
inline constexpr int kMaxFormulaNodes = 10000, kMaxFormulaDepth = 256, kMaxFormulaBrackets = 64;

// What an expansion refers to and adds to.
struct FormulaSite {
  const FormulaNames& names;
  std::string pointer;        // JSON pointer to the formula; patterns of its noises contain it
  Faults* faults;             // null: errors are not reported
  int* nodes;                 // made by the formulas of the recipe so far
  bool may_be_color = false;  // the formula may be that of a colour
};

// Returns whether the formula is the name of a type alone, "perlin", and not that of a node.
bool IsTypeAlone(std::string_view formula, const FormulaNames& names);

// Returns what the formula in `json`, a text, expands to: an object, a number, or a colour as text.
// Adds an error to the site's faults if it is invalid, and returns an object that is_unread. The
// places of all values are in the formula.
Json ExpandFormula(const Json& json, const FormulaSite& site);

}  // namespace cobble
