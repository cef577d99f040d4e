// Phases and their sines: products of doubles reduced to a turn without loss, and sine and cosine
// of turns in float32.
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_SIN_TURNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#undef COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#else
#define COBBLE_NOISE_MATH_SIN_TURNS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// How many vectors of doubles hold the lanes of one of floats.
inline constexpr int kHalves = static_cast<int>(hn::MaxLanes(F32()) / hn::MaxLanes(F64()));

// The nearest whole number, halves to even.
HWY_INLINE VD Nearest(VD x) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  // Highway 1.0.3's rounds the double below 0.5 to 1. From 2^52 on every double is whole.
  const F64 d;
  const VD large = hn::CopySignToAbs(hn::Set(d, 0x1p52), x);
  const VD rounded = hn::CopySign((x + large) - large, x);
  return hn::IfThenElse(hn::Abs(x) < hn::Set(d, 0x1p52), rounded, x);
#else
  return hn::Round(x);
#endif
}

// a b - c, rounded once. In: c is the whole number nearest to the rounded product, which is below
// 2^900, a and b too. Without hardware: the product's error is exact (Dekker), so is the difference
// of the rounded product and c; their sum is what is rounded.
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

// What is left of turns without whole ones: -0.5..0.5, exactly.
HWY_INLINE VD WithinTurn(VD turns) { return turns - Nearest(turns); }

// The product a b without whole turns. Out: -0.5..0.5, but for what the product's own rounding
// is worth. Error: half a last bit of the result, however large a b is.
HWY_INLINE VD TurnsOfProduct(VD a, VD b) { return ProductMinus(a, b, Nearest(a * b)); }

// Float32 of the doubles that make(0) and, in the upper half, make(1) give. In: no overflow.
template <class Make>
HWY_INLINE VF NarrowHalves(const Make& make) {
#if HWY_TARGET == HWY_SCALAR
  return hn::DemoteTo(F32(), make(0));
#else
  const hn::Rebind<float, F64> half;
  return hn::Combine(F32(), hn::DemoteTo(half, make(1)), hn::DemoteTo(half, make(0)));
#endif
}

// sin(2 pi x).
// In: -0.25..0.25. Source: the minimax polynomial (Remez' exchange, relative error 5.4e-9).
HWY_INLINE VF SinQuarter(VF x) {
  const VF square = x * x;
  VF sum = Broadcast(0x1.3daff6p+5f);
  for (const float factor : {-0x1.324ccap+6f, 0x1.4668bp+6f, -0x1.4abbc2p+5f, 0x1.921fb6p+2f})
    sum = Fma(sum, square, Broadcast(factor));
  return sum * x;
}

// sin(2 pi x) and cos(2 pi x).
// In: turns, -0.5..0.5. Out: -1..1, or past it by the error. Error: below 2e-7 absolutely, measured
// by tests/unit/noise. Cost: 10 and 8 operations.
HWY_INLINE VF SinTurns(VF x) {
  const VF all = hn::Abs(x);
  return SinQuarter(hn::CopySignToAbs(hn::Min(all, Broadcast(0.5f) - all), x));
}

HWY_INLINE VF CosTurns(VF x) { return SinQuarter(Broadcast(0.25f) - hn::Abs(x)); }

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
