// Phases in turns (1 turn = 2 pi): products of doubles reduced to one turn without loss, and sine
// and cosine in float32.
#include "noise/math/vectors-inl.h"

#if defined(COBBLE_NOISE_MATH_SIN_TURNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#undef COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#else
#define COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Rounds half to even.
HWY_INLINE VD Nearest(VD x) {
#if HWY_TARGET == HWY_SCALAR
  // Highway 1.0.3 rounds the largest double below 0.5 to 1. Doubles from 2^52 on are whole.
  const F64 d;
  const VD large = hn::CopySignToAbs(hn::Set(d, 0x1p52), x);
  const VD rounded = hn::CopySign((x + large) - large, x);
  return hn::IfThenElse(hn::Abs(x) < hn::Set(d, 0x1p52), rounded, x);
#else
  return hn::Round(x);
#endif
}

// Returns a b - c, rounded once. In: c is the whole number nearest to the rounded product; a, b and
// the product are below 2^900. Without hardware FMA, the product's rounding error is computed
// exactly (Dekker) and the product minus c is exact, so only their sum is rounded.
// Based on: T. J. Dekker, "A floating-point technique for extending the available precision", 1971.
HWY_INLINE VD ProductMinus(VD a, VD b, VD c) {
  if constexpr (kHardwareFma) return hn::MulSub(a, b, c);
  const VD splitter = hn::Set(F64(), 0x1p27 + 1);
  const VD a_scaled = splitter * a, b_scaled = splitter * b;
  const VD a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b);
  const VD a_low = a - a_high, b_low = b - b_high;
  const VD product = a * b;
  const VD error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return (product - c) + error;
}

// Returns turns minus the nearest whole number: -0.5..0.5, exact.
HWY_INLINE VD WithinTurn(VD turns) { return turns - Nearest(turns); }

// Returns a b minus the whole number nearest to the rounded product: -0.5..0.5, exceeded by at most
// the product's rounding error. Error: 0.5 ULP of the result, however large a b is.
HWY_INLINE VD TurnsOfProduct(VD a, VD b) { return ProductMinus(a, b, Nearest(a * b)); }

// sin(2 pi x). In: -0.25..0.25. Source: minimax polynomial computed for cobble (Remez exchange,
// relative error 5.4e-9).
HWY_INLINE VF SinQuarter(VF x) {
  const VF square = x * x;
  VF sum = Broadcast(0x1.3daff6p+5f);
  for (const float factor : {-0x1.324ccap+6f, 0x1.4668bp+6f, -0x1.4abbc2p+5f, 0x1.921fb6p+2f})
    sum = Fma(sum, square, Broadcast(factor));
  return sum * x;
}

// sin(2 pi x) and cos(2 pi x). In: turns, -0.5..0.5. Out: -1..1, exceeded by at most the error.
// Error: below 2e-7 absolute, measured by tests/unit/noise. Cost: 10 and 8 operations.
HWY_INLINE VF SinTurns(VF x) {
  const VF magnitude = hn::Abs(x);
  return SinQuarter(hn::CopySignToAbs(hn::Min(magnitude, Broadcast(0.5f) - magnitude), x));
}

HWY_INLINE VF CosTurns(VF x) { return SinQuarter(Broadcast(0.25f) - hn::Abs(x)); }

struct SinMinusCos {
  VF sin, minus_cos;
};

// sin(2 pi x) and -cos(2 pi x), by the half angle: they are s c and s^2 - 1, with s = sqrt 2 sin(pi
// x) and c = sqrt 2 cos(pi x). In: below 2^22 in magnitude. Error: below 6e-7 absolute, measured by
// tests/unit/noise. Cost: 15 operations. Source: minimax polynomials computed for cobble (Remez
// exchange; s: relative error 5.4e-9, c: absolute error 6.6e-8).
HWY_INLINE SinMinusCos SinMinusCosTurns(VF turns) {
  // Adding it rounds to a whole number.
  const VF large = Broadcast(0x1.8p23f);
  const VF x = turns - ((turns + large) - large), square = x * x;
  VF s = Broadcast(0x1.c1471ap-4f), c = Broadcast(0x1.3e27aap-2f);
  for (const float factor : {-0x1.b12c7p-1f, 0x1.cd9ca8p+1f, -0x1.d3ba4ap+2f, 0x1.1c5832p+2f})
    s = Fma(s, square, Broadcast(factor));
  for (const float factor : {-0x1.e23130p+0f, 0x1.6f5354p+2f, -0x1.bea57ep+2f, 0x1.6a09e6p+0f})
    c = Fma(c, square, Broadcast(factor));
  s = s * x;
  return {s * c, Fma(s, s, Broadcast(-1))};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
