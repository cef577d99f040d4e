// Checks the requirements of noise types: combinations of values that a noise does not support.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble {

// A key whose value is incompatible with that of another key.
struct Violation {
  std::string_view key;
  std::string message;
};

// Returns the violated requirements of the node's type, at most one for each key. The node must
// have values for all its keys, except for those that are mutually exclusive with others.
std::vector<Violation> ViolatedRequirements(const Node& node);

}  // namespace cobble
