// The periods of noises in a tiled picture.
#ifndef COBBLE_PROGRAM_TILING_H_
#define COBBLE_PROGRAM_TILING_H_

#include <vector>

#include "noise/kernel.h"
#include "program/octaves.h"

namespace cobble {

// Throws Error at a `rotate` key unless the rotation maps the picture's plane and the lattice onto
// themselves: 180 degrees about any axis, or 90 degrees about z if both periods are equal or the
// noise is one-dimensional.
void CheckTiledRotation(const NoiseContext& noise);

// Sets each octave's periods in cells, and rounds its frequencies so that the periods are exact.
// Throws Error at the node's frequency or lacunarity if a period is not a whole number of cells
// within a relative error of 1e-9 (the hint says what would fit), or if it exceeds 2^31 - 1 cells.
void FitPeriods(const NoiseContext& noise, std::vector<Octave>& octaves);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_TILING_H_
