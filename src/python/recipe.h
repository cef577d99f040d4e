// The class _core.Recipe: a recipe, which can be changed and compiled.
#pragma once

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds the classes Recipe and Image to the module.
void AddRecipe(pybind11::module_* module);

}  // namespace cobble::python
