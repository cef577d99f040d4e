// Functions of formulas, such as pow, sin, step, lerp and rgb, which expand to nodes.
#pragma once

#include <vector>

#include "recipe/formula/build.h"
#include "recipe/formula/scanner.h"

namespace cobble {

// Returns false after adding an error. In: as many arguments as `name` takes; they are moved from.
bool ApplyFunction(FormulaBuilder& build, const FormulaToken& name,
                   std::vector<FormulaValue>* arguments, FormulaValue* value);

}  // namespace cobble
