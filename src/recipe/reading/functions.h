// Functions ("functions" in recipes and libraries): checks of their definitions.
#pragma once

#include "recipe/fields/field.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

class ObjectReader;

// Checks the functions in `json`, the value of `field`, but not their formulas, which are parsed
// when they are called. Adds errors to the faults of `in`, and the locations of functions and of
// their keys to its origins. In: names, which has all functions, to find circles; or null.
void CheckFunctions(const ObjectReader& in, const Field& field, const Json& json,
                    const FormulaNames* names);

}  // namespace cobble
