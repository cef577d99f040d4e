// Perlin's fade curve, which interpolates between lattice points, and its slope.
// Based on: Ken Perlin, "Improving Noise", 2002.
#pragma once

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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

// (15 - 10 s^2 + 3 s^4) / 16, the factor of s in the centred fades. In: s^2.
HWY_INLINE VF CentredFadeFactor(VF square) {
  return Fma(Fma(square, Broadcast(3.0f / 16), Broadcast(-10.0f / 16)), square,
             Broadcast(15.0f / 16));
}

// q(x) of the centred fraction s = 2 x - 1: 1/2 + s (15 - 10 s^2 + 3 s^4) / 16.
HWY_INLINE VF CentredFade(VF s) { return Fma(CentredFadeFactor(s * s), s, Broadcast(0.5f)); }

// q'(x) of the centred fraction s: 15/8 (1 - s^2)^2.
HWY_INLINE VF CentredFadeSlope(VF s) {
  const VF rest = Fma(hn::Neg(s), s, Broadcast(1.0f));
  return Broadcast(15.0f / 8) * rest * rest;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
