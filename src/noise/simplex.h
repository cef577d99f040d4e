// Simplex noise: sums of kernels around the corners of the simplices that hold a sample, 1 to 3
// dimensions, tiled or not. What a Program hands over, and the selector of its kernels.
#ifndef COBBLE_NOISE_SIMPLEX_H_
#define COBBLE_NOISE_SIMPLEX_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

struct SimplexArgs {
  NodeType type = NodeType::kSimplex;  // or kSimplexValue
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  // Slopes that are written: 0 or `dimensions`, with respect to q times slope_scale.
  int slopes = 0;
  std::vector<Octave> octaves;  // slope_scale[a] belongs to axis a
};

// The kernel for args at a SIMD level (SimdLevel::target), for affine frames and points: a grid is
// an affine frame to it, since simplices follow no axis.
Kernel SelectSimplex(const SimplexArgs& args, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_SIMPLEX_H_
