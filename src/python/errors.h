// The border between C++ and Python: errors become exceptions of the class cobble.Error.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "c/guard.h"
#include "cobble/cobble_c.h"

namespace cobble::python {

namespace py = pybind11;

// Returns a text of the library as a str. Bytes that are not UTF-8, as in some paths, become
// replacement characters.
py::str TextOf(const std::string& text);

// Returns the issues of an error as dicts of cobble.Issue's fields, and frees the error.
py::list TakeIssues(cobble_error* error);

// Throws the cobble.Error of a failed call, and frees `error`.
[[noreturn]] void Raise(cobble_error* error);

// Calls call(&error), a function of the C interface. Throws cobble.Error if it fails.
template <typename Call>
void Checked(const Call& call) {
  cobble_error* error = nullptr;
  if (call(&error) != COBBLE_OK) Raise(error);
}

// Calls call(), which must not call Python. Throws cobble.Error if it throws.
template <typename Call>
void Guarded(const Call& call) {
  Checked([&](cobble_error** error) { return c::Guard(error, call); });
}

// Throws the TypeError "NAME must be WANTED, not GOT", where GOT is the type of `got`.
[[noreturn]] void RefuseType(const std::string& name, const std::string& wanted,
                             const py::handle& got);

}  // namespace cobble::python
