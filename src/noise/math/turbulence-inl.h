// Turbulence: the function that is applied to the value v of each octave before summation.
// none: v. absolute: |v|, slope 0 where v is 0. smooth: S(|v|) = v^2 (3 - 2 |v|).
// Based on: Ken Perlin, "An Image Synthesizer", 1985; the smooth variant of Jasper Flick
// (catlikecoding.com, "Pseudorandom Noise: Noise Variants"), 2021.
#include "cobble/enums.h"
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_TURBULENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_TURBULENCE_INL_H_
#undef COBBLE_NOISE_MATH_TURBULENCE_INL_H_
#else
#define COBBLE_NOISE_MATH_TURBULENCE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// In: any turbulence except kNone.
HWY_INLINE VF TurbulentValue(Turbulence turbulence, VF v) {
  if (turbulence == Turbulence::kAbsolute) return hn::Abs(v);
  return v * v * Fma(hn::Abs(v), Broadcast(-2.0f), Broadcast(3.0f));
}

// Returns the derivative of TurbulentValue, the factor for slopes of v.
HWY_INLINE VF TurbulentFactor(Turbulence turbulence, VF v) {
  if (turbulence == Turbulence::kAbsolute) {
    const VF sign = hn::CopySign(Broadcast(1.0f), v);
    return hn::IfThenZeroElse(v == Broadcast(0.0f), sign);
  }
  return Broadcast(6.0f) * Fma(hn::Neg(v), hn::Abs(v), v);  // 6 v (1 - |v|)
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
