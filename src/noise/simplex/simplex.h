// Simplex noise, 1D to 3D, tiled or not: kernels summed around the corners of a sample's simplex.
#pragma once

#include <cstdint>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

enum class SimplexKind { kGradient, kValue };

struct SimplexArgs : NoiseArgs {
  SimplexKind kind = SimplexKind::kGradient;
  Turbulence turbulence = Turbulence::kNone;
};

Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
