// Exponential and logarithm of float32, for smooth minima and distributions.
//
// Exp. In: x, clamped to -87..88. Out: e^x. Error: below 1 ULP.
// ExpParts(x).OneMinusExp(). In: x at most 0, clamped to -87 from below. Out: 1 - e^x. Error: below
// 1.5 ULP.
// Log. In: normal, positive and finite. Out: ln x. Error: below 2 ULP; for x in 0.7..1.42 also at
// most 5e-8 absolute.
// LogComplement. In: 0..1 - 2^-20. Out: ln(1 - x). Error: below 3 ULP.
// All errors are measured by tests/unit/noise.
// Source: Taylor series of e^r for |r| <= ln 2 / 2, and of the inverse hyperbolic tangent,
// ln m = 2 atanh((m - 1) / (m + 1)), for sqrt(1/2) <= m <= sqrt 2; powers of two are split off.
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_EXP_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_EXP_LOG_INL_H_
#undef COBBLE_NOISE_MATH_EXP_LOG_INL_H_
#else
#define COBBLE_NOISE_MATH_EXP_LOG_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// ln 2 as a sum. The low bits of kLn2High are 0, so its products with small integers are exact.
inline constexpr float kLn2High = 0x1.62e4p-1f;
inline constexpr float kLn2Low = 0x1.7f7d1cp-20f;

// e^x = scale * (1 + r factor), with scale a power of two.
struct ExpParts {
  VF scale, r, factor;

  explicit HWY_INLINE ExpParts(VF x) {
    const I32 di;
    x = hn::Min(hn::Max(x, Broadcast(-87.0f)), Broadcast(88.0f));
    const VF power = hn::Floor(Fma(x, Broadcast(1.44269504f), Broadcast(0.5f)));
    r = Fma(power, Broadcast(-kLn2High), x);
    r = Fma(power, Broadcast(-kLn2Low), r);
    factor = Broadcast(1.0f / 5040);
    for (const float next : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f})
      factor = Fma(factor, r, Broadcast(next));
    const VI exponent = hn::ConvertTo(di, power) + hn::Set(di, 127);
    scale = hn::BitCast(F32(), hn::ShiftLeft<23>(exponent));
  }

  HWY_INLINE VF Exp() const { return Fma(factor, r, Broadcast(1.0f)) * scale; }
  // Returns 1 - e^x, without cancellation.
  HWY_INLINE VF OneMinusExp() const {
    return Fma(hn::Neg(scale), r * factor, Broadcast(1.0f) - scale);
  }
};

HWY_INLINE VF Exp(VF x) { return ExpParts(x).Exp(); }

// A positive, normal float x as 2^power m, with sqrt(1/2) <= m < sqrt 2: subtracting the bits of
// sqrt(1/2) leaves the power in the exponent field.
struct PowerParts {
  VF power, m;

  explicit HWY_INLINE PowerParts(VF x) {
    const I32 di;
    const VI bits = hn::BitCast(di, x);
    const VI exponent = hn::ShiftRight<23>(bits - hn::Set(di, 0x3F3504F3));
    power = hn::ConvertTo(F32(), exponent);
    m = hn::BitCast(F32(), bits - hn::ShiftLeft<23>(exponent));
  }
};

HWY_INLINE VF Log(VF x) {
  const auto [power, m] = PowerParts(x);
  const VF one = Broadcast(1.0f);
  const VF s = (m - one) / (m + one);
  const VF square = s * s;
  VF sum = Broadcast(2.0f / 11);
  for (const float factor : {2.0f / 9, 2.0f / 7, 2.0f / 5, 2.0f / 3})
    sum = Fma(sum, square, Broadcast(factor));
  const VF low = Fma(sum * square, s, Fma(power, Broadcast(kLn2Low), s + s));
  return Fma(power, Broadcast(kLn2High), low);
}

// Corrects for the rounding error of 1 - x, to first order.
HWY_INLINE VF LogComplement(VF x) {
  const VF one = Broadcast(1.0f), rounded = one - x;
  return Log(rounded) - (x - (one - rounded)) / rounded;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
