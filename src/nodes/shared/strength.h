// The key `strength` of nodes that treat their source as a surface.
#pragma once

#include "program/compile.h"

namespace cobble::nodes {

// Returns the surface's height where the source is 1, in units: the node's strength or, without
// one, the recipe's (world or normal). Throws Error if a unit's metres depend on the direction.
double StrengthOf(const Compiler& compiler, const NodeContext& context);

}  // namespace cobble::nodes
