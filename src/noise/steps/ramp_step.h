// A ramp: colours along a scale of numbers, all three channels at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noise/steps/color_step.h"

namespace cobble {

// Segment k covers x[k] .. x[k + 1] with the same cubic of t for all samples:
//     t = rate[k] (v - x[k]), or S(t) of it if is_smooth, S(t) = t^2 (3 - 2 t)
//     channel a = c[a][0][k] + t (c[a][1][k] + t (c[a][2][k] + t c[a][3][k]))
// Segment 0, for v below x[1] = x[0], and the last before the padding are constant, with rate 0.
struct RampTable {
  // Arrays have this size: a power of two, at least kMinSegments. Padding begins at infinity.
  static constexpr int kMinSegments = 16;  // lanes of the widest vectors
  int segments = 0;
  bool is_smooth = false;
  bool is_cubic = false;  // false: c[a][2] and c[a][3] are 0
  bool is_srgb = false;   // channels are sRGB, and are decoded to linear light
  std::vector<float> x, rate;
  std::array<std::array<std::vector<float>, 4>, 3> c;
};

// In: a RampTable, and one slot of n samples. Out: one slot per channel, as for ColorRun.
// Error: below half a step of 16 bits as stored in sRGB, for ramps of up to 64 stops
// (tests/property/nodes/colors_test).
// Cost (AVX-512, ns per sample of three channels, Oklab, 16 segments, no slopes): 0.7.
ColorRun SelectRamp(const RampTable& table, int64_t simd_target);

}  // namespace cobble
