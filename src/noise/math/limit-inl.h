// Clamping to a range, bit-identical on every machine.

#if defined(COBBLE_NOISE_MATH_LIMIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_LIMIT_INL_H_
#undef COBBLE_NOISE_MATH_LIMIT_INL_H_
#else
#define COBBLE_NOISE_MATH_LIMIT_INL_H_
#endif

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns x clamped to low..high. If x equals a limit, returns the limit, which matters for -0 and
// 0. Min and Max guarantee this on x86 and in Highway's scalar code, but not on Arm.
HWY_INLINE VF Limit(VF x, float low, float high) {
#if HWY_TARGET == HWY_NEON
  const VF minimum = Broadcast(low), maximum = Broadcast(high);
  x = hn::IfThenElse(x > minimum, x, minimum);
  return hn::IfThenElse(x < maximum, x, maximum);
#else
  return hn::Min(hn::Max(x, Broadcast(low)), Broadcast(high));
#endif
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
