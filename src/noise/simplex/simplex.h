// Simplex noise in 1 to 3 dimensions, tiled or not: the sum of kernels around the corners of the
// simplex that contains the sample. The arguments of its kernels and their selector.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

// The quantity at each lattice point: a gradient or a value.
enum class SimplexKind { kGradient, kValue };

struct SimplexArgs {
  SimplexKind kind = SimplexKind::kGradient;
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  int slopes = 0;  // number of slopes written: see Slot
  std::vector<Octave> octaves;
};

// Returns the kernel for args and frames of `kind`, at a SIMD level (SimdLevel::target).
Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
