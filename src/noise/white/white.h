// White noise: a hash for each cell, 1D to 3D.
#pragma once

#include <cstdint>

#include "noise/kernel.h"

namespace cobble {

// One octave of amplitude 1. Slopes are 0 and not written.
struct WhiteArgs : NoiseArgs {};

Kernel SelectWhite(const WhiteArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
