// Which periods a tiled picture gives its noises, and whether they are whole.
#ifndef COBBLE_PROGRAM_TILING_H_
#define COBBLE_PROGRAM_TILING_H_

#include <vector>

#include "noise/kernel.h"
#include "program/octaves.h"

namespace cobble {

// Throws Error at /domain/rotate unless the rotation carries the picture's plane onto itself and
// the lattice onto itself: half turns about any axis, quarter turns about z on equal periods.
void CheckTiledRotation(const NoisePlace& place);

// Sets each octave's periods and the frequencies that fit them exactly.
// Throws Error at /.../frequency or /.../lacunarity where a period is not whole within 1e-9, naming
// what would fit, or passes 2^31 - 1 cells.
void FitPeriods(const NoisePlace& place, std::vector<Octave>& octaves);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_TILING_H_
