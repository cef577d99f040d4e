// Perlin's fade curve, which interpolates between lattice points, and its slope.
// Based on: Ken Perlin, "Improving Noise", 2002.
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_FADE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_FADE_INL_H_
#undef COBBLE_NOISE_MATH_FADE_INL_H_
#else
#define COBBLE_NOISE_MATH_FADE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// q(t) = t^3 (6 t^2 - 15 t + 10), for t in 0..1.
HWY_INLINE VF Fade(VF t) {
  const VF inner = Fma(Fma(t, Broadcast(6.0f), Broadcast(-15.0f)), t, Broadcast(10.0f));
  return t * t * t * inner;
}

// q'(t) = 30 (t^2 - t)^2.
HWY_INLINE VF FadeSlope(VF t) {
  const VF w = Fma(t, t, hn::Neg(t));
  return Broadcast(30.0f) * w * w;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
