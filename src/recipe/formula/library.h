// The built-in library: the functions of presets/functions, which formulas of all recipes can call.
#pragma once

#include <string_view>

#include "recipe/formula/functions.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns them as an object like the key `functions` of a recipe, by name.
const Json& LibraryFunctions();

const Function* FindLibraryFunction(std::string_view name);  // or null

}  // namespace cobble
