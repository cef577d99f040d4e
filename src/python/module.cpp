// The compiled part of the Python module cobble, which the package's Python code wraps.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cli/run.h"
#include "cobble/version.h"
#include "python/program.h"
#include "python/recipe.h"
#include "python/run.h"
#include "python/tables.h"
#include "python/write.h"

namespace cobble::python {
namespace {

// Runs the command. In: arguments, as bytes, the first of which is the name of the program.
int Main(std::vector<std::string> arguments) {
  std::vector<char*> argv(arguments.size() + 1);
  for (std::size_t k = 0; k < arguments.size(); ++k) argv[k] = arguments[k].data();
  return RunProcess(static_cast<int>(arguments.size()), argv.data());
}

}  // namespace
}  // namespace cobble::python

PYBIND11_MODULE(_core, module) {
  module.attr("version") = std::string(cobble::Version());
  module.attr("noise_version") = cobble::kNoiseVersion;
  module.def("main", &cobble::python::Main);
  pybind11::module_::import("atexit").attr("register")(
      pybind11::cpp_function(&cobble::python::EndRuns));
  cobble::python::AddRecipe(&module);
  cobble::python::AddProgram(&module);
  cobble::python::AddTables(&module);
  cobble::python::AddWrite(&module);
}
