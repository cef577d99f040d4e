// The C interface: formulas for editors.
#include <string_view>
#include <vector>

#include "c/guard.h"
#include "c/objects.h"
#include "catalog/completions.h"
#include "core/json/print.h"

namespace cobble::c {
namespace {

std::vector<std::string_view> NamesAt(const char* const* names, size_t count) {
  std::vector<std::string_view> all;
  if (count > 0) Needed(names, "names");
  for (size_t k = 0; k < count; ++k) all.push_back(TextAt(names[k], "names"));
  return all;
}

}  // namespace
}  // namespace cobble::c

using cobble::c::FlagAt;
using cobble::c::TextAt;

cobble_status cobble_formula_parts(const char* formula, int32_t may_be_color,
                                   const char* const* names, size_t count, cobble_bytes** json,
                                   cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    const auto all = cobble::c::NamesAt(names, count);
    const cobble::FormulaPlace place{all, FlagAt(may_be_color, "may_be_color")};
    return cobble::PrintJsonLine(cobble::FormulaPartRows(TextAt(formula, "formula"), place));
  });
}

cobble_status cobble_formula_completions(const char* formula, size_t offset, int32_t is_asked,
                                         int32_t may_be_color, const char* const* names,
                                         size_t count, cobble_bytes** json, cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    const auto all = cobble::c::NamesAt(names, count);
    const cobble::FormulaPlace place{all, FlagAt(may_be_color, "may_be_color")};
    return cobble::PrintJsonLine(cobble::FormulaCompletions(TextAt(formula, "formula"), offset,
                                                            FlagAt(is_asked, "is_asked"), place));
  });
}
