// Compares trees of nodes.
#pragma once

#include "recipe/json/json.h"

namespace cobble {

// Returns whether two trees of nodes without formulas have the same values, whatever the order of
// their members; a single input is the same as a list of it.
bool IsSameNode(const Json& a, const Json& b);

}  // namespace cobble
