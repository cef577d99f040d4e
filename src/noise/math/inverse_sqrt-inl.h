// 1 / sqrt(m), from a polynomial and one step of Newton's method: several times faster than a
// square root and a division, and bit-identical on every target, unlike the estimates of CPUs.
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_INVERSE_SQRT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_INVERSE_SQRT_INL_H_
#undef COBBLE_NOISE_MATH_INVERSE_SQRT_INL_H_
#else
#define COBBLE_NOISE_MATH_INVERSE_SQRT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// In: m in 1/3..1. Error: 2e-7 relative.
// Source: the polynomial minimises the relative error on 1/3..1, to 1.8e-4; Newton squares it.
HWY_INLINE VF InverseSqrt(VF m) {
  VF y = Fma(m, Broadcast(-0x1.b9a33cp+1f), Broadcast(0x1.bca5cap+3f));
  y = Fma(y, m, Broadcast(-0x1.6f0e36p+4f));
  y = Fma(y, m, Broadcast(0x1.40d770p+4f));
  y = Fma(y, m, Broadcast(-0x1.4421c8p+3f));
  y = Fma(y, m, Broadcast(0x1.c943bap+1f));
  return y * Fma(m * Broadcast(-0.5f) * y, y, Broadcast(1.5f));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
