// Shared by the noises of values or gradients at the corners of cells: value, perlin, simplex and
// simplex-value. They have the keys of noises, `turbulence` and `aligned`.
#pragma once

#include "nodes/shared/noise.h"
#include "noise/lattice/lattice.h"
#include "noise/simplex/simplex.h"

namespace cobble::nodes {

// In: spec, without arguments and fields.
NodeType LatticeNoise(LatticeKind kind, NodeSpec spec);
NodeType SimplexNoise(SimplexKind kind, NodeSpec spec);

}  // namespace cobble::nodes
