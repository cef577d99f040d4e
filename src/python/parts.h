// The parts of the module _core. Each function adds one.
#pragma once

#include <pybind11/pybind11.h>

namespace cobble::python {

// The classes Recipe, which can be changed and compiled, and Image.
void AddRecipe(pybind11::module_* module);

// The class Program: a recipe compiled for maps, or for points.
void AddProgram(pybind11::module_* module);

// The functions write_pictures and write_set, which write files as the command does.
void AddWrite(pybind11::module_* module);

}  // namespace cobble::python
