// The key `strength` of nodes that take their source for a surface.
#pragma once

#include "program/compile.h"

namespace cobble::nodes {

// Returns the height of the surface where the source is 1, in units: the node's own strength or,
// without one, that of the recipe's world or normal. Throws Error if a unit is not equally many
// metres in all directions.
double StrengthOf(const Compiler& compiler, const NodeContext& context);

}  // namespace cobble::nodes
