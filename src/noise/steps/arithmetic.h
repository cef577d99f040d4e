// Steps of a Program on positions: affine maps, warps, and the matching transforms of slopes. Each
// works on one run. Arrays are padded and aligned like a Slot's and do not overlap unless stated.
#pragma once

#include <cstdint>

#include "core/affine.h"
#include "noise/kernel.h"

namespace cobble {

struct Arithmetic {
  // q = the positions of a run of a grid or affine frame. Here and below, null axes of q are not
  // computed, and axes of p that no result depends on are not read.
  void (*positions)(const Frame& frame, const Run& run, double* const* q) noexcept;
  // q = map(p).
  void (*transform)(const Affine& map, int n, const double* const* p, double* const* q) noexcept;
  // q = p + amount * offset; a null offset is 0. |amount * offset| is limited to limit[axis].
  void (*displace)(const double* const* p, const float* const* offset, double amount,
                   const double* limit, int n, double* const* q) noexcept;
  // Converts slopes in q = m p + t (`from` components) to slopes in p (`to` components), in place.
  void (*pull_back)(const Affine& map, int from, int to, int n, float* const* slope) noexcept;
  void (*fill)(float value, int n, float* out) noexcept;
  // Component b of the slope of a warp, with respect to the base position:
  //   out = sum_k g[k] (fixed[k] + amount warp[k])
  // g: the source's slope. warp[k]: component b of the slope of the k-th displacement. fixed[k]:
  // the derivative along b of axis k of the unwarped position. A null array counts as 0.
  void (*warp_slope)(const float* const* g, const float* const* warp, const float* fixed,
                     float amount, int n, float* out) noexcept;
  // Tests a mask from sample `first`, a multiple of kPad, to `end`. Returns 1 unless it is 0
  // everywhere, with slope 0, plus 2 unless it is 1 everywhere, with slope 0.
  unsigned (*mask)(const Slot& mask, int first, int end) noexcept;
};

const Arithmetic& SelectArithmetic(int64_t simd_target);

}  // namespace cobble
