// The class _core.Program: a recipe compiled for maps, or for points.
#pragma once

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds the class to the module.
void AddProgram(pybind11::module_* module);

}  // namespace cobble::python
