// Writes files, as the command `cobble render` does.
#pragma once

#include <pybind11/pybind11.h>

namespace cobble::python {

// Adds the functions write_pictures and write_set.
void AddWrite(pybind11::module_* module);

}  // namespace cobble::python
