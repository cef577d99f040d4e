// White noise: a hash for each cell, in 1 to 3 dimensions. The arguments of its kernel and its
// selector.
#pragma once

#include <cstdint>
#include <vector>

#include "noise/kernel.h"

namespace cobble {

// One octave, whose amplitude is 1. Writes no slopes: they are 0.
struct WhiteArgs {
  int dimensions = 2;
  int slopes = 0;
  std::vector<Octave> octaves;
};

// Returns the kernel for args and frames of `kind`, at a SIMD level (SimdLevel::target).
Kernel SelectWhite(const WhiteArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
