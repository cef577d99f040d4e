// Simplex noise, 1D to 3D, tiled or not: kernels summed around the corners of a sample's simplex.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

enum class SimplexKind { kGradient, kValue };

struct SimplexArgs {
  SimplexKind kind = SimplexKind::kGradient;
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  int slopes = 0;  // number of slopes written: see Slot
  std::vector<Octave> octaves;
};

Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
