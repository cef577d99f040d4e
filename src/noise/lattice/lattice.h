// Lattice noise: value and Perlin noise, 1 to 3 dimensions. The arguments of its kernels and their
// selector.
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

// Returns the kernel for args and frames of `kind`, at a SIMD level (SimdLevel::target).
Kernel SelectLattice(const LatticeArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
