// An operation on the three channels of a colour at once: two matrices with a curve between them,
// as in the conversions from linear Rec. 709 to Oklab and back.
#pragma once

#include <array>
#include <cstdint>

#include "core/affine.h"
#include "noise/kernel.h"

namespace cobble {

// (x, y, z) -> outer f(inner (x, y, z)) + offset, with the curve f applied to each component.
struct ColorArgs {
  enum Curve { kCubeRoot, kCube } curve = kCubeRoot;  // the root has slope 0 at 0
  std::array<Vector3, 3> inner, outer;                // rows
  Vector3 offset{0, 0, 0};
};

// In: ColorArgs, and one slot of n samples per channel; a null slope counts as 0. Out: one slot per
// channel, all with the same slopes. Values are computed in double, slopes in float.
// Cost (AVX2, ns per sample of three channels, kCubeRoot plus kCube): 7.5; with two slopes, 10.
using ColorRun = void (*)(const void* args, const Slot* in, int n, const Slot* out) noexcept;

ColorRun SelectColor(ColorArgs::Curve curve, int64_t simd_target);

}  // namespace cobble
