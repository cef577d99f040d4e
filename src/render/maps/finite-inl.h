// Slopes that a float holds, which those of extreme warps may not be.

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

// The largest number of that sign instead of infinity, 0 instead of NaN.
HWY_INLINE VF Finite(VF x) {
  const VF maximum = Broadcast(std::numeric_limits<float>::max());
  const VF size = hn::Abs(x);
  const VF held = hn::IfThenElse(size > maximum, hn::CopySign(maximum, x), x);
  return hn::IfThenElseZero(x == x, held);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
