// Errors of the library as Python exceptions.
#include "python/errors.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace cobble::python {
namespace {

// Options that no Python function has.
constexpr std::string_view kNoArguments[] = {"max_pixels", "preset", "per_row"};

// Returns a hint for Python, where images are arguments. Empty if it names a missing option.
std::string HintText(const Phrase& hint) {
  for (const Phrase::Part& part : hint.parts())
    if (part.is_option && std::ranges::count(kNoArguments, part.text) > 0) return {};
  std::string text;
  for (const Phrase::Part& part : hint.parts()) {
    const bool is_image = part.is_option && part.text == "image";
    text += is_image ? "images={\"" + part.value.substr(0, part.value.find('=')) + "\": array}"
                     : Phrase(part).Text();
  }
  return text;
}

}  // namespace

py::str TextOf(const std::string& text) {
  PyObject* const decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::list TakeIssues(cobble_error* error) {
  const std::unique_ptr<cobble_error, decltype(&cobble_error_free)> owned(error,
                                                                          &cobble_error_free);
  py::list issues;
  cobble_issue issue = COBBLE_ISSUE_INIT;
  for (std::size_t k = 0; cobble_error_issue(error, k, &issue) != 0; ++k) {
    py::dict row;
    row["where"] = TextOf(issue.where);
    row["message"] = TextOf(issue.message);
    row["hint"] = TextOf(HintText(c::HintOf(error, k)));
    row["option"] = TextOf(issue.option);
    row["pointer"] = TextOf(issue.pointer);
    row["line"] = issue.line;
    row["column"] = issue.column;
    row["formula"] = TextOf(issue.formula);
    row["offset"] = issue.offset;
    row["suggestion"] = TextOf(issue.suggestion);
    issues.append(row);
  }
  return issues;
}

void Raise(cobble_error* error) {
  const cobble_status status = cobble_error_status(error);
  const py::object type = py::module_::import("cobble._errors").attr("Error");
  const py::object exception = type(status, TakeIssues(error));
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw py::error_already_set();
}

void RefuseType(const std::string& name, const std::string& wanted, const py::handle& got) {
  throw py::type_error(name + " must be " + wanted + ", not " +
                       py::type::of(got).attr("__name__").cast<std::string>());
}

}  // namespace cobble::python
