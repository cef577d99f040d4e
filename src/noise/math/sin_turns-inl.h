// Phases in turns (1 turn = 2 pi): products of doubles reduced to one turn without loss, and sine
// and cosine in float32.
#include "core/math.h"
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

// Returns x / whole, rounded once. Where multiplication is fused, as the product with 1 / whole,
// whose error is far smaller than the distance of x / whole from the middle between two doubles,
// which is not below 1 / (2 whole) ULP. In: x is 0 or not below 2^-900; whole is below 2^10.
HWY_INLINE VD DividedBy(VD x, int whole) {
  const F64 d;
  if constexpr (!kHardwareFma) return x / hn::Set(d, whole);
  const double high = 1.0 / whole, first = static_cast<float>(high), second = high - first;
  const double low = ((1 - first * whole) - second * whole) / whole;  // the products are exact
  return hn::MulAdd(x, hn::Set(d, high), x * hn::Set(d, low));
}

// The sum of (-1)^k x^(2k) first! / (2k + first)! for k = 0 .. 9.
template <int kFirst>
HWY_INLINE VD AlternatingSeries(VD square) {
  const VD one = hn::Set(F64(), 1);
  VD sum = one;
  for (int n = 18 + kFirst; n > kFirst; n -= 2) sum = one - DividedBy(square, n * (n - 1)) * sum;
  return sum;
}

struct SinCosD {
  VD sin, cos;
};

// The same bits as cobble::SinCosTurns (core/math.h), which says what they are.
HWY_INLINE SinCosD SinCosTurns(VD turns) {
  const F64 d;
  const auto times = [&](double factor, VD x) { return hn::Set(d, factor) * x; };
  const VD quarters = hn::Floor(times(4, turns) + hn::Set(d, 0.5));
  const VD rest = (turns - times(0.25, quarters)) * hn::Set(d, 2 * kPi), square = rest * rest;
  const VD s = rest * AlternatingSeries<1>(square), c = AlternatingSeries<0>(square);
  const VD quadrant = quarters - times(4, hn::Floor(times(0.25, quarters)));
  const auto is_odd = hn::Or(quadrant == hn::Set(d, 1), quadrant == hn::Set(d, 3));
  const auto is_left = hn::Or(quadrant == hn::Set(d, 1), quadrant == hn::Set(d, 2));
  const VD sin = hn::IfThenElse(is_odd, c, s), cos = hn::IfThenElse(is_odd, s, c);
  return {hn::IfThenElse(quadrant > hn::Set(d, 1.5), hn::Neg(sin), sin),
          hn::IfThenElse(is_left, hn::Neg(cos), cos)};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
