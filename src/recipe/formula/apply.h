// Functions of formulas, which expand to nodes: pow, sqrt, sin, cos, fract, step, saturate, lerp
// and rgb.
#pragma once

#include <vector>

#include "recipe/formula/build.h"
#include "recipe/formula/scanner.h"

namespace cobble {

// Applies the function `name` to its arguments, of which there are as many as it takes. Returns
// false after adding an error. Out: arguments, which it uses up.
bool ApplyFunction(FormulaBuilder& build, const FormulaToken& name,
                   std::vector<FormulaValue>* arguments, FormulaValue* value);

}  // namespace cobble
