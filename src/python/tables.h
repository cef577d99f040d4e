// The tables of presets, maps, formats, types of nodes and functions as lists of dicts.
#ifndef COBBLE_PYTHON_TABLES_H_
#define COBBLE_PYTHON_TABLES_H_

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds a function for each table.
void AddTables(pybind11::module_* module);

}  // namespace cobble::python

#endif  // COBBLE_PYTHON_TABLES_H_
