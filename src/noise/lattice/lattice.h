// Lattice noise: value and Perlin noise, 1 to 3 dimensions. What a Program hands over, and the
// selector of its kernels.
#ifndef COBBLE_NOISE_LATTICE_LATTICE_H_
#define COBBLE_NOISE_LATTICE_LATTICE_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

// What lattice points hold: values, or gradients.
enum class LatticeKind { kValue, kPerlin };

struct LatticeArgs {
  LatticeKind kind = LatticeKind::kPerlin;
  Turbulence turbulence = Turbulence::kNone;
  int dimensions = 2;
  int slopes = 0;  // how many are written: see Slot
  std::vector<Octave> octaves;
};

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectLattice(const LatticeArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_LATTICE_LATTICE_H_
