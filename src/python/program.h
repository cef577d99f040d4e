// The class _core.Program: a recipe compiled for maps, or for points.
#ifndef COBBLE_PYTHON_PROGRAM_H_
#define COBBLE_PYTHON_PROGRAM_H_

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds the class.
void AddProgram(pybind11::module_* module);

}  // namespace cobble::python

#endif  // COBBLE_PYTHON_PROGRAM_H_
