// Lattice noise, 1D to 3D: value and Perlin noise.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

// The quantity at each lattice point: a value (value noise) or a gradient (Perlin noise).
enum class LatticeKind { kValue, kPerlin };

struct LatticeArgs {
  LatticeKind kind = LatticeKind::kPerlin;
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  int slopes = 0;  // number of slopes written: see Slot
  std::vector<Octave> octaves;
};

Kernel SelectLattice(const LatticeArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
