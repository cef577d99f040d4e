// Simplex noise: sums of kernels around the corners of the simplices that hold a sample, 1 to 3
// dimensions, tiled or not. What a Program hands over, and the selector of its kernels.
#ifndef COBBLE_NOISE_SIMPLEX_SIMPLEX_H_
#define COBBLE_NOISE_SIMPLEX_SIMPLEX_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

struct SimplexArgs {
  NodeType type = NodeType::kSimplex;  // or kSimplexValue
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  // Slopes that are written. kGrid: 0 or 2, with respect to P's x and y. kAffine and kPoints: 0 or
  // `dimensions`, with respect to q times slope_scale. (As for LatticeArgs.)
  int slopes = 0;
  std::vector<Octave> octaves;  // slope_scale as for SelectLattice
};

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectSimplex(const SimplexArgs& args, Frame::Form form, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_SIMPLEX_SIMPLEX_H_
