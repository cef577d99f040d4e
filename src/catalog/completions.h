// Formulas for editors: their parts, and what may stand at a place.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/json/tree.h"
#include "recipe/formula/parts.h"

namespace cobble {

// Returns the rows of cobble_formula_parts.
JsonTree FormulaPartRows(std::string_view formula, const FormulaPlace& place);

// Returns the result of cobble_formula_completions.
JsonTree FormulaCompletions(std::string_view formula, std::size_t offset, bool is_asked,
                            const FormulaPlace& place);

}  // namespace cobble
