// Piecewise cubics, as curves and ramps have them: finding a segment, and its value and slope.
#pragma once

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns the segment of x in each lane, by binary search. In: segments, a power of two; start(k),
// where segment k of each lane begins.
template <class Start>
HWY_INLINE VI SegmentOf(int segments, VF x, const Start& start) {
  const I32 di;
  VI at = hn::Zero(di);
  for (int half = segments / 2; half > 0; half /= 2) {
    const VI next = at + hn::Set(di, half);
    at = hn::IfThenElse(hn::RebindMask(di, x >= start(next)), next, at);
  }
  return at;
}

// c[0] + t (c[1] + t (c[2] + t c[3])), and its derivative.
HWY_INLINE VF Cubic(const VF* c, VF t) { return Fma(Fma(Fma(c[3], t, c[2]), t, c[1]), t, c[0]); }
HWY_INLINE VF CubicSlope(const VF* c, VF t) {
  return Fma(Fma(Broadcast(3.0f) * c[3], t, c[2] + c[2]), t, c[1]);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
