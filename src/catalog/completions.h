// Formulas for editors: their parts, and what may stand at a place.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/json/tree.h"
#include "recipe/formula/parts.h"

namespace cobble {

// The names of nodes and the calls of functions, "/grime(s, amount=0.5)", that formulas may use.
class NamesAtPlace {
 public:
  NamesAtPlace(std::span<const std::string_view> names, bool may_be_color);
  NamesAtPlace(const NamesAtPlace&) = delete;
  NamesAtPlace& operator=(const NamesAtPlace&) = delete;

  const FormulaPlace& place() const { return place_; }

 private:
  std::vector<std::string_view> names_;
  std::vector<Function> functions_;
  FormulaPlace place_;
};

// Returns the rows of cobble_formula_parts.
JsonTree FormulaPartRows(std::string_view formula, const FormulaPlace& place);

// Returns the result of cobble_formula_completions.
JsonTree FormulaCompletions(std::string_view formula, std::size_t offset, bool is_asked,
                            const FormulaPlace& place);

}  // namespace cobble
