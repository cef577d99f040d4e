// Powers of float32 numbers.
//
// PowerOf. In: x, normal, positive and finite; exponent, at most 1e3 in magnitude, with x^exponent
// below 2^127. Out: x^exponent; results below 2^-126 become 2^-126.
// Error: 0.51 ULP, measured by tests/unit/noise. Cost: about 2 ns per sample (AVX2), less for
// products.
// Source: exponents 0.5, 1, 1.5 .. 8 by products and square roots. Others in double, as
// 2^(exponent log2 x), with minimax polynomials computed for cobble (Remez exchange, relative error
// 4.3e-12 and 4.1e-11) of log2 m = 2 / ln 2 atanh((m - 1) / (m + 1)) for sqrt(1/2) <= m < sqrt 2,
// and of 2^z for |z| <= 1/2; powers of two are split off.
#include "noise/math/exp_log-inl.h"
#include "noise/math/vectors-inl.h"

#if defined(COBBLE_NOISE_MATH_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_POWER_INL_H_
#undef COBBLE_NOISE_MATH_POWER_INL_H_
#else
#define COBBLE_NOISE_MATH_POWER_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The maximum exponent whose power is a product, if twice the exponent is whole.
inline constexpr float kMaxProductExponent = 8;

inline bool IsProductExponent(float exponent) {
  const float doubled = 2 * exponent;
  return exponent > 0 && exponent <= kMaxProductExponent &&
         doubled == static_cast<float>(static_cast<int>(doubled));
}

// In: x as in PowerOf; an exponent for which IsProductExponent is true.
inline HWY_NOINLINE HWY_MAYBE_UNUSED VF PowerByProducts(VF x, float exponent) {
  const F64 d;
  const auto doubled = static_cast<int>(2 * exponent);
  return NarrowHalves([&](int half) {
    const VD base = WidenHalf(x, half);
    VD product = doubled % 2 == 0 ? hn::Set(d, 1.0) : hn::Sqrt(base);
    VD square = base;  // base^1, base^2, base^4, ..
    for (int left = doubled / 2; left > 0; left /= 2) {
      if (left % 2 != 0) product = product * square;
      if (left > 1) square = square * square;
    }
    return hn::Max(product, hn::Set(d, 0x1p-126));
  });
}

// Returns log2(2^power m). Error: 4.3e-12, relative.
HWY_INLINE VD Log2(VD power, VD m) {
  const F64 d;
  const VD one = hn::Set(d, 1.0);
  const VD s = (m - one) / (m + one);
  const VD square = s * s;
  VD sum = hn::Set(d, 0x1.5ce7cdb546e63p-2);
  for (const double factor :
       {0x1.a58d8fbecefc8p-2, 0x1.27777fda6a884p-1, 0x1.ec709d12e1508p-1, 0x1.71547652bede5p+1})
    sum = sum * square + hn::Set(d, factor);
  return power + s * sum;
}

// Returns 2^y. In: -1022..1023. Error: 4.1e-11, relative.
HWY_INLINE VD Exp2(VD y) {
  const F64 d;
  const U64 du;
  // Adding 2^52 rounds to a whole number and leaves it in the low bits of the sum; with the bias,
  // it is the exponent field of 2^whole.
  const VD biased = y + hn::Set(d, 0x1p52 + 1023);
  const VD z = y - (biased - hn::Set(d, 0x1p52 + 1023));
  VD sum = hn::Set(d, 0x1.fe17856b36eb8p-17);
  for (const double factor :
       {0x1.446a1fd6f73a4p-13, 0x1.5d8a708707370p-10, 0x1.3b29dc40dc6e6p-7, 0x1.c6b08aaf30084p-5,
        0x1.ebfbe0a4be790p-3, 0x1.62e42ff116283p-1, 0x1.ffffffffabbcep-1})
    sum = sum * z + hn::Set(d, factor);
  return sum * hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(du, biased)));
}

inline HWY_NOINLINE HWY_MAYBE_UNUSED VF PowerByLogarithm(VF x, float exponent) {
  const F64 d;
  const PowerParts parts(x);
  return NarrowHalves([&](int half) {
    const VD y = hn::Set(d, static_cast<double>(exponent)) *
                 Log2(WidenHalf(parts.power, half), WidenHalf(parts.m, half));
    return Exp2(hn::Min(hn::Max(y, hn::Set(d, -126.0)), hn::Set(d, 127.0)));
  });
}

HWY_INLINE VF PowerOf(VF x, float exponent) {
  if (exponent == 2) return hn::Max(x * x, Broadcast(0x1p-126f));
  if (exponent == 0.5f) return hn::Sqrt(x);
  if (IsProductExponent(exponent)) return PowerByProducts(x, exponent);
  return PowerByLogarithm(x, exponent);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
