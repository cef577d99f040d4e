// Formulas of flags and settings, each the value of a path.
#pragma once

#include <string>

#include "recipe/formula/expand.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns whether --noise has words, "Perlin Noise", that are no formula, but like a type: the
// reader's message about a type knows which.
bool AreWords(const Json& json, const FormulaNames& names);

// Expands the formulas in the value of a path.
void ExpandAtPath(const std::string& path, FormulaExpander* expander, Json* value);

}  // namespace cobble
