// Formulas in flags and settings, each the value of a path.
#pragma once

#include <string>

#include "recipe/formula/expand.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns whether --noise has words that are not a formula but resemble a type, "Perlin Noise".
bool AreWords(const Json& json, const FormulaNames& names);

void ExpandAtPath(const std::string& path, FormulaExpander* expander, Json* value);

}  // namespace cobble
