// Hints for what is no formula: other languages' operators and functions, and misspelt names.
#ifndef COBBLE_RECIPE_FORMULA_WORDS_H_
#define COBBLE_RECIPE_FORMULA_WORDS_H_

#include <string>
#include <string_view>

#include "recipe/formula/names.h"

namespace cobble {

// Returns what to write instead of an operator that formulas do not have; empty if it is unknown.
std::string OperatorHint(std::string_view op);
// Returns what to write instead of a text that starts like a number.
std::string NumberHint(std::string_view text);
// Returns what to write instead of a name that is unknown. In: rest, the text behind the name.
std::string NameHint(std::string_view name, std::string_view rest, const FormulaNames& names,
                     bool may_be_color);
// Returns what to call instead of a function that is unknown.
std::string CallHint(std::string_view name, const FormulaNames& names);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FORMULA_WORDS_H_
