// Coordinates and gradients along them, which depend on the position alone.
#pragma once

#include <cstdint>
#include <vector>

#include "noise/kernel.h"
#include "noise/sampling/repetition.h"

namespace cobble {

struct CoordinateArgs {
  enum Axis { kX, kY, kZ, kRadius, kAngle } axis = kX;
  int dimensions = 1;
  int slopes = 0;
  std::vector<Octave> octaves;  // one, for its slope_scale
  Repetition repetition;
  double low = 0, high = 0;  // the value is limited to low..high
};

struct GradientArgs {
  enum Kind { kLinear, kRadial } kind = kLinear;
  enum Repeat { kNone, kRepeat, kMirror } repeat = kNone;
  int dimensions = 2;
  int slopes = 0;
  std::vector<Octave> octaves;  // one, for its slope_scale
  Repetition repetition;
  // kLinear: t = start + dot(direction, q). kRadial: t = rate * |q - centre|.
  double start = 0, direction[2] = {};
  double centre[2] = {}, rate = 1;
};

Kernel SelectCoordinate(const CoordinateArgs& args, Frame::Kind kind, int64_t simd_target);
Kernel SelectGradient(const GradientArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
