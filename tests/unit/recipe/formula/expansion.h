// For tests of formulas: what one expands to.
#pragma once

#include <string>
#include <string_view>

namespace cobble::test {

struct Expansion {
  std::string json;   // on one line; "0" if there is an error
  std::string error;  // "column: message; hint", or empty
  int nodes = 0;
};

// Expands a formula at /nodes/here in a recipe with these nodes, as JSON members: "n": 8.
Expansion Expand(std::string_view formula, const std::string& nodes = {});

std::string Expanded(std::string_view formula, const std::string& nodes = {});

std::string Repeated(std::string_view part, int count, std::string_view separator = {});

}  // namespace cobble::test
