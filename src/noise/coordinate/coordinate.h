// Coordinates and gradients along them, which depend on the position alone.
#pragma once

#include <cstdint>

#include "noise/kernel.h"

namespace cobble {

// In both: one octave, for its slope_scale.
struct CoordinateArgs : NoiseArgs {
  enum Axis { kX, kY, kZ, kRadius, kAngle } axis = kX;
  Repetition repetition;
  double low = 0, high = 0;  // the value is limited to low..high
};

struct GradientArgs : NoiseArgs {
  enum Kind { kLinear, kRadial, kLatitude, kLongitude } kind = kLinear;
  enum Repeat { kNone, kRepeat, kMirror } repeat = kNone;
  Repetition repetition;
  // kLinear: t = start + dot(direction, q). kRadial: t = rate * |q - centre|. The others, with 3
  // dimensions: see SpherePlace (math/sphere-inl.h); neither repeated nor reduced.
  double start = 0, direction[2] = {};
  double centre[2] = {}, rate = 1;
};

Kernel SelectCoordinate(const CoordinateArgs& args, Frame::Kind kind, int64_t simd_target);
Kernel SelectGradient(const GradientArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
