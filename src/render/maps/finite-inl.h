// Makes slopes finite: extreme warps may overflow float32.

#if defined(COBBLE_RENDER_MAPS_FINITE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_RENDER_MAPS_FINITE_INL_H_
#undef COBBLE_RENDER_MAPS_FINITE_INL_H_
#else
#define COBBLE_RENDER_MAPS_FINITE_INL_H_
#endif

#include <limits>

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Replaces +-infinity with the largest finite float of the same sign, and NaN with 0.
HWY_INLINE VF Finite(VF x) {
  const VF maximum = Broadcast(std::numeric_limits<float>::max());
  const VF magnitude = hn::Abs(x);
  const VF clamped = hn::IfThenElse(magnitude > maximum, hn::CopySign(maximum, x), x);
  return hn::IfThenElseZero(x == x, clamped);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
