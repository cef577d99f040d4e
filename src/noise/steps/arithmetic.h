// The steps of a Program that are about positions: affine maps, warps, and slopes through both.
// Each works on one run: arrays of kRunLength + kPad elements, aligned to kAlign, none
// overlapping another unless it says so.
#ifndef COBBLE_NOISE_STEPS_ARITHMETIC_H_
#define COBBLE_NOISE_STEPS_ARITHMETIC_H_

#include <cstdint>

#include "core/affine.h"
#include "noise/kernel.h"

namespace cobble {

struct Arithmetic {
  // The positions of the run in an affine frame.
  void (*positions)(const Frame& frame, const Run& run, double* const* q) noexcept;
  // q = map(p).
  void (*transform)(const Affine& map, int n, const double* const* p, double* const* q) noexcept;
  // q = p + amount * by; a null `by` leaves its axis as it is.
  void (*displace)(const double* const* p, const float* const* by, double amount, int n,
                   double* const* q) noexcept;
  // Slopes with respect to p from slopes with respect to q = m p + t, in place: the first `from`
  // slopes become the first `to`.
  void (*pull_back)(const Affine& map, int from, int to, int n, float* const* slope) noexcept;
  void (*fill)(float value, int n, float* out) noexcept;
  // One component of the slope of a warp, out = sum_k g[k] (fixed[k] + amount by[k]): g is the
  // source's slope, null where it is 0; by[k] that component of by_k's, null where it is 0; fixed
  // that of the map from the base to the positions that are warped.
  void (*warp_slope)(const float* const* g, const float* const* by, const float* fixed,
                     float amount, int n, float* out) noexcept;
};

const Arithmetic& SelectArithmetic(int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_STEPS_ARITHMETIC_H_
