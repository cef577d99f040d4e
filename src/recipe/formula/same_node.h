// Compares trees of nodes.
#pragma once

#include "recipe/json/json.h"

namespace cobble {

// Returns whether two trees of nodes without formulas have the same values. The order of members
// does not matter; an input equals a list of it.
bool IsSameNode(const Json& a, const Json& b);

}  // namespace cobble
