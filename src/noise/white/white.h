// White noise: a hash for each cell, 1D to 3D.
#pragma once

#include <cstdint>
#include <vector>

#include "noise/kernel.h"

namespace cobble {

// One octave of amplitude 1. Slopes are 0 and not written.
struct WhiteArgs {
  int dimensions = 2;
  int slopes = 0;
  std::vector<Octave> octaves;
};

Kernel SelectWhite(const WhiteArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
