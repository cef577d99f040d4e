// Distributions: what is uniform in 0..1 is put through the quantile function of a law, and its
// slopes through the function's own slope.
//
// Both u and 1 - u are given, each exact however near to 0, so that both tails of a law are smooth.
// Error, measured by tests/unit/noise: Weibull 2e-6 of value and slope, 2e-6 / beta for beta < 1;
// normal 1.5e-6 deviations, 1e-5 of the slope; exponential 1e-6 of both; triangular 1e-6 of
// high - low, 1e-6 of the slope.
// Source: closed forms; of the normal law own minimax polynomials (Remez' exchange, relative error
// 2.7e-7 and 1.9e-7) of the quantile over 1 - 2u in w = -ln(4 u (1 - u)), a variable that M. Giles
// found: "Approximating the erfinv function", 2010.
#include "noise/hill/sums-inl.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/limit-inl.h"
#include "noise/math/vectors-inl.h"

#if defined(COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#undef COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#else
#define COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A probability with its complement, each at least kMinTail, and a law's quantile with its slope.
struct Probability {
  VF below, above;
};

struct QuantileJet {
  VF value, slope;
};

// -ln(1 - u).
HWY_INLINE VF Exponent(const Probability& u) {
  const VF half = Broadcast(0.5f);
  const VF near_one = Log(u.above), near_zero = LogComplement(hn::Min(u.below, half));
  return hn::Neg(hn::IfThenElse(u.above < half, near_one, near_zero));
}

struct WeibullQuantile {
  const float* by;

  HWY_INLINE QuantileJet operator()(const Probability& u) const {
    const VF x = Exponent(u), inverse_beta = Broadcast(by[1]);
    const VF value = Broadcast(by[0]) * Exp(Log(x) * inverse_beta);
    return {value, value * inverse_beta / (x * u.above)};
  }
};

struct ExponentialQuantile {
  const float* by;

  HWY_INLINE QuantileJet operator()(const Probability& u) const {
    const VF mean = Broadcast(by[0]);
    return {Exponent(u) * mean, mean / u.above};
  }
};

struct NormalQuantile {
  const float* by;

  HWY_INLINE QuantileJet operator()(const Probability& u) const {
    const VF x = Standard(u), deviation = Broadcast(by[1]);
    const VF density_inverse = Broadcast(2.50662827f) * Exp(Broadcast(0.5f) * x * x);
    return {Fma(x, deviation, Broadcast(by[0])), deviation * density_inverse};
  }

 private:
  // Of mean 0 and deviation 1.
  static HWY_INLINE VF Standard(const Probability& u) {
    const VF w = hn::Max(hn::Neg(Log(Broadcast(4.0f) * u.below * u.above)), hn::Zero(F32()));
    const MF middle = w < Broadcast(5.0f);
    const VF x = hn::IfThenElse(middle, w - Broadcast(2.5f), hn::Sqrt(w) - Broadcast(3.0f));
    VF sum = hn::IfThenElse(middle, Broadcast(kMiddle[7]), Broadcast(0.0f));
    for (int k = 6; k >= 0; --k)
      sum = Fma(sum, x, hn::IfThenElse(middle, Broadcast(kMiddle[k]), Broadcast(kTail[k])));
    return (u.below - u.above) * sum;
  }

  // In powers of w - 2.5, where w is below 5, else of sqrt(w) - 3.
  static constexpr float kMiddle[8] = {0x1.0fc8bap+1f,   0x1.652cc8p-2f,  -0x1.831048p-8f,
                                       -0x1.d12064p-10f, 0x1.424a34p-12f, -0x1.849094p-18f,
                                       -0x1.2e5c42p-18f, 0x1.df49e0p-22f};
  static constexpr float kTail[7] = {0x1.00696ep+2f,  0x1.6aa534p+0f, 0x1.b49966p-7f,
                                     -0x1.6274e2p-7f, 0x1.0f7d96p-7f, -0x1.4b3ab6p-8f,
                                     0x1.8ff21ap-10f};
};

struct TriangularQuantile {
  const float* by;

  HWY_INLINE QuantileJet operator()(const Probability& u) const {
    const VF up = Broadcast(by[3]) * hn::Sqrt(u.below), down = Broadcast(by[4]) * hn::Sqrt(u.above);
    const MF rises = u.below < Broadcast(by[2]);
    const VF value = hn::IfThenElse(rises, Broadcast(by[0]) + up, Broadcast(by[1]) - down);
    const VF slope = hn::IfThenElse(rises, up / u.below, down / u.above);
    return {value, Broadcast(0.5f) * slope};
  }
};

// Writes n samples of the slot from the sums, which may be the slot's own rows.
template <class Quantile>
HWY_NOINLINE void ApplyQuantile(const Quantile& quantile, const QuantileArgs& args, int n,
                                const HillSums& sums, const Slot& slot) {
  const F32 d;
  const VF minimum = Broadcast(static_cast<float>(kMinTail));
  ForVectors(n, [&](int k) {
    const VF below = hn::Load(d, sums.below + k), above = hn::Load(d, sums.above + k);
    const QuantileJet jet = quantile({hn::Max(below, minimum), hn::Max(above, minimum)});
    hn::Store(Limit(jet.value, args.low, args.high), d, slot.value + k);
    const MF limited = hn::Min(below, above) < minimum;
    for (int a = 0; a < 3; ++a) {
      if (slot.slope[a] == nullptr || sums.slope[a] == nullptr) continue;
      const VF slope = jet.slope * hn::Load(d, sums.slope[a] + k);
      hn::Store(hn::IfThenZeroElse(limited, slope), d, slot.slope[a] + k);
    }
  });
}

// u as it is: what rounding left beyond 0..1 is cut.
inline HWY_NOINLINE HWY_MAYBE_UNUSED void CopyUniform(int n, const HillSums& sums,
                                                      const Slot& slot) {
  const F32 d;
  ForVectors(n, [&](int k) {
    const VF u = hn::Load(d, sums.below + k);
    hn::Store(hn::Min(hn::Max(u, hn::Zero(d)), Broadcast(1.0f)), d, slot.value + k);
    for (int a = 0; a < 3; ++a)
      if (slot.slope[a] != nullptr && sums.slope[a] != nullptr)
        hn::Store(hn::Load(d, sums.slope[a] + k), d, slot.slope[a] + k);
  });
}

inline void ApplyQuantile(const QuantileArgs& args, int n, const HillSums& sums, const Slot& slot) {
  const float* const by = args.parameters;
  switch (args.type) {
    case DistributionType::kUniform:
      return CopyUniform(n, sums, slot);
    case DistributionType::kWeibull:
      return ApplyQuantile(WeibullQuantile{by}, args, n, sums, slot);
    case DistributionType::kNormal:
      return ApplyQuantile(NormalQuantile{by}, args, n, sums, slot);
    case DistributionType::kExponential:
      return ApplyQuantile(ExponentialQuantile{by}, args, n, sums, slot);
    case DistributionType::kTriangular:
      return ApplyQuantile(TriangularQuantile{by}, args, n, sums, slot);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
