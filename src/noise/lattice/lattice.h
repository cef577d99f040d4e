// Lattice noise: value and Perlin noise, 1 to 3 dimensions. What a Program hands over, and the
// selector of its kernels.
#ifndef COBBLE_NOISE_LATTICE_LATTICE_H_
#define COBBLE_NOISE_LATTICE_LATTICE_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

struct LatticeArgs {
  NodeType type = NodeType::kPerlin;  // kValue or kPerlin
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  // Slopes that are written. kGrid: 0 or 2, with respect to P's x and y (see slope_scale). kAffine
  // and kPoints: 0 or `dimensions`, with respect to q times slope_scale.
  int slopes = 0;
  std::vector<Octave> octaves;
};

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
// kGrid: Octave::slope_scale[0] belongs to the axis that depends on the column (and makes the slope
// in P's x), slope_scale[1] to the one that depends on the row (P's y); 0 where there is none.
// Others: slope_scale[a] belongs to axis a.
Kernel SelectLattice(const LatticeArgs& args, Frame::Form form, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_LATTICE_LATTICE_H_
