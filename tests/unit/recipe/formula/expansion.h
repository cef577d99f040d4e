// Support for tests of formulas: what one expands to.
#ifndef COBBLE_TESTS_UNIT_RECIPE_FORMULA_EXPANSION_H_
#define COBBLE_TESTS_UNIT_RECIPE_FORMULA_EXPANSION_H_

#include <string>
#include <string_view>

namespace cobble::test {

struct Expansion {
  std::string json;   // on one line; "0" if there is an error
  std::string error;  // "column: message; hint", or empty
  int nodes = 0;
};

// Expands a formula at /nodes/here of a recipe whose nodes are these JSON members: "n": 8.
Expansion Expand(std::string_view formula, const std::string& nodes = {});

// Returns the JSON, or the error.
std::string Expanded(std::string_view formula, const std::string& nodes = {});

// Returns the copies of a part of a formula with a separator between them.
std::string Repeated(std::string_view part, int count, std::string_view separator = {});

}  // namespace cobble::test

#endif  // COBBLE_TESTS_UNIT_RECIPE_FORMULA_EXPANSION_H_
