// Simplex noise: sums of kernels around the corners of the simplices that hold a sample, 1 to 3
// dimensions, tiled or not. What a Program hands over, and the selector of its kernels.
#ifndef COBBLE_NOISE_SIMPLEX_SIMPLEX_H_
#define COBBLE_NOISE_SIMPLEX_SIMPLEX_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

// What lattice points hold: gradients, or values.
enum class SimplexKind { kGradient, kValue };

struct SimplexArgs {
  SimplexKind kind = SimplexKind::kGradient;
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  int slopes = 0;  // how many are written: see Slot
  std::vector<Octave> octaves;
};

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_SIMPLEX_SIMPLEX_H_
