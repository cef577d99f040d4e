// Compares trees of nodes.
#ifndef COBBLE_RECIPE_FORMULA_SAME_NODE_H_
#define COBBLE_RECIPE_FORMULA_SAME_NODE_H_

#include "recipe/json/json.h"

namespace cobble {

// Returns whether two trees of nodes without formulas have the same values, whatever the order of
// their members; a single input is the same as a list of it.
bool IsSameNode(const Json& a, const Json& b);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FORMULA_SAME_NODE_H_
