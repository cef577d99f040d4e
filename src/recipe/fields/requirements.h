// Checks the requirements of noise types, which exclude combinations of values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble {

// A key whose value is incompatible with another key's.
struct Violation {
  std::string_view key;
  std::string message;
};

// Returns the violated requirements of the node's type, at most one for each key. The node must
// have values for all its keys, except those that others exclude.
std::vector<Violation> ViolatedRequirements(const Node& node);

}  // namespace cobble
