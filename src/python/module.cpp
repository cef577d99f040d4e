// The compiled part of the Python package cobble.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "cli/run.h"
#include "cobble/cobble_c.h"
#include "cobble/version.h"
#include "python/errors.h"
#include "python/parts.h"
#include "python/run.h"
#include "recipe/formula/compose.h"

namespace cobble::python {
namespace {

// Runs the command. In: arguments, as bytes, starting with the program's name.
int Main(std::vector<std::string> arguments) {
  std::vector<char*> argv(arguments.size() + 1);
  for (std::size_t k = 0; k < arguments.size(); ++k) argv[k] = arguments[k].data();
  return RunProcess(static_cast<int>(arguments.size()), argv.data());
}

// Returns what cobble has, as JSON: see cobble_describe.
py::str Catalog() {
  cobble_bytes* json = nullptr;
  Checked([&](cobble_error** error) { return cobble_describe(&json, error); });
  const std::unique_ptr<cobble_bytes, decltype(&cobble_bytes_free)> owned(json, &cobble_bytes_free);
  return {cobble_bytes_data(json), cobble_bytes_size(json)};
}

py::str Compose(const std::string& op, const std::vector<std::string>& parts) {
  return TextOf(ComposedFormula(op, parts));
}

void Fill(py::module_* module) {
  module->attr("version") = std::string(Version());
  module->attr("noise_version") = kNoiseVersion;
  module->def("main", &Main);
  py::module_::import("atexit").attr("register")(py::cpp_function(&EndRuns));
  py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") =
                                                         py::cpp_function(&ForgetRuns));
  AddRecipe(module);
  AddProgram(module);
  module->def("catalog", &Catalog);
  module->def("compose", &Compose);
  AddWrite(module);
}

bool IsMainInterpreter() { return PyInterpreterState_Get() == PyInterpreterState_Main(); }

}  // namespace
}  // namespace cobble::python

// What the macro PYBIND11_MODULE defines, except that a subinterpreter, which would wait for a lock
// forever, gets an error first. Python requires this name.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" PYBIND11_EXPORT PyObject* PyInit__core();

PyObject* PyInit__core() {
  // NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
  PYBIND11_CHECK_PYTHON_VERSION
  if (!cobble::python::IsMainInterpreter()) {
    PyErr_SetString(PyExc_ImportError, "cobble runs in the main interpreter only");
    return nullptr;
  }
  PYBIND11_ENSURE_INTERNALS_READY
  static pybind11::module_::module_def definition;
  try {
    auto module = pybind11::module_::create_extension_module("_core", nullptr, &definition);
    cobble::python::Fill(&module);
    return module.ptr();
  }
  PYBIND11_CATCH_INIT_EXCEPTIONS
}
