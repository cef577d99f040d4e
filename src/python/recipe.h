// The class _core.Recipe: a recipe that may be changed until it is compiled.
#pragma once

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds the class, and functions that read recipes from files.
void AddRecipe(pybind11::module_* module);

}  // namespace cobble::python
