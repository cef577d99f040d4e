// Lattice noise, 1D to 3D: value and Perlin noise.
#pragma once

#include <cstdint>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

// The quantity at each lattice point: a value (value noise) or a gradient (Perlin noise).
enum class LatticeKind { kValue, kPerlin };

struct LatticeArgs : NoiseArgs {
  LatticeKind kind = LatticeKind::kPerlin;
  Turbulence turbulence = Turbulence::kNone;
};

Kernel SelectLattice(const LatticeArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
