// The sum of hill noise's octaves, each flattened first; then applies a distribution's quantile
// function to it, u, uniform in 0..1, and its derivative to slopes.
//
// Both u and 1 - u are inputs, each without cancellation near 0, so both tails are smooth. Error,
// measured by tests/unit/noise: Weibull 2e-6 of value and slope, relative, 2e-6 / beta for beta <
// 1; normal 1.5e-6 deviations, slope 1e-5, relative; exponential 1e-6 of both, relative; triangular
// 1e-6 of high - low, slope 1e-6, relative.
// Source: closed forms; for the normal distribution, minimax polynomials computed for cobble (Remez
// exchange, relative error 2.7e-7 and 1.9e-7) of quantile / (2 u - 1) in w = -ln(4 u (1 - u)), the
// variable of M. Giles, "Approximating the erfinv function", 2010.
#include "noise/hill/hill.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"

#if defined(COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#undef COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#else
#define COBBLE_NOISE_HILL_DISTRIBUTION_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The curve that makes the distribution of a sum of waves uniform: r = 0.5 + 0.5 sign(z) sqrt(1 -
// exp(-2 z^2 / pi)), an approximation of the standard normal distribution function.
// Based on: Bruce Hill, "Hill Noise", 2017; the approximation: G. Polya, "Remarks on computing the
// probability integral in one and two dimensions", 1949.
// In: |z| below 1e19. Out: r in 0..1, dr/dz, and the tail min(r, 1 - r). Error: below 1e-7; for
// slope and tail below 1.2e-5, relative, down to 1e-37. Measured by tests/unit/noise.
class Flattened {
 public:
  // |z| below 2^-30, where r is 0.5 in float32, counts as 2^-30, to avoid 0 / 0.
  explicit HWY_INLINE Flattened(VF z)
      : z_(z),
        magnitude_(hn::Max(hn::Abs(z), Broadcast(0x1p-30f))),
        exp_(magnitude_ * magnitude_ * Broadcast(-0.636619772f)),
        root_(hn::Sqrt(exp_.OneMinusExp())) {}

  HWY_INLINE VF Value() const {
    return Broadcast(0.5f) + hn::CopySign(Broadcast(0.5f) * root_, z_);
  }
  HWY_INLINE VF Slope() const { return exp_.Exp() * magnitude_ / (root_ * Broadcast(3.14159265f)); }
  // Returns min(r, 1 - r), without cancellation.
  HWY_INLINE VF Tail() const { return Broadcast(0.5f) * exp_.Exp() / (Broadcast(1.0f) + root_); }
  // Whether the tail is r rather than 1 - r.
  HWY_INLINE MF IsLow() const { return z_ < hn::Zero(F32()); }

 private:
  const VF z_, magnitude_;
  const ExpParts exp_;
  const VF root_;
};

// The mean u of a run's octaves, and its slopes. Each is padded like a Slot, or null.
struct HillSums {
  float* u = nullptr;
  float* complement = nullptr;  // 1 - u without cancellation; null for the uniform distribution
  float* slope[3] = {nullptr, nullptr, nullptr};
};

// Adds an octave's contribution to the samples at k. In: z, the sum of the octave's waves.
template <int kSlopes>
HWY_INLINE void AddFlattened(const Octave& octave, const Jet<kSlopes>& z, bool is_first,
                             const HillSums& sums, int k) {
  const Flattened flattened(z.v);
  if (sums.complement == nullptr) {
    AddContribution(octave.amplitude, flattened.Value(), is_first, sums.u + k);
  } else {
    const VF tail = flattened.Tail(), rest = Broadcast(1.0f) - tail;
    const MF low = flattened.IsLow();
    AddContribution(octave.amplitude, hn::IfThenElse(low, tail, rest), is_first, sums.u + k);
    AddContribution(octave.amplitude, hn::IfThenElse(low, rest, tail), is_first,
                    sums.complement + k);
  }
  if constexpr (kSlopes > 0) {
    const VF slope = flattened.Slope();
    for (int a = 0; a < kSlopes; ++a)
      if (sums.slope[a] != nullptr)
        AddContribution(octave.slope_scale[a], slope * z.g[a], is_first, sums.slope[a] + k);
  }
}

// A probability and its complement, each at least kMinTail.
struct Probability {
  VF u, complement;  // complement = 1 - u
};

// A quantile and its derivative with respect to u.
struct QuantileJet {
  VF value, slope;
};

// Returns -ln(1 - u), accurate over the whole range 0..1.
HWY_INLINE VF Exponent(const Probability& p) {
  const VF half = Broadcast(0.5f);
  const VF near_one = Log(p.complement), near_zero = LogComplement(hn::Min(p.u, half));
  return hn::Neg(hn::IfThenElse(p.complement < half, near_one, near_zero));
}

// The quantile functions. Their parameters are QuantileArgs::parameters.
struct WeibullQuantile {
  const float* parameters;

  HWY_INLINE QuantileJet operator()(const Probability& p) const {
    const VF x = Exponent(p), inverse_beta = Broadcast(parameters[1]);
    const VF value = Broadcast(parameters[0]) * Exp(Log(x) * inverse_beta);
    return {value, value * inverse_beta / (x * p.complement)};
  }
};

struct ExponentialQuantile {
  const float* parameters;

  HWY_INLINE QuantileJet operator()(const Probability& p) const {
    const VF mean = Broadcast(parameters[0]);
    return {Exponent(p) * mean, mean / p.complement};
  }
};

struct NormalQuantile {
  const float* parameters;

  HWY_INLINE QuantileJet operator()(const Probability& p) const {
    const VF x = Standard(p), deviation = Broadcast(parameters[1]);
    const VF density_inverse = Broadcast(2.50662827f) * Exp(Broadcast(0.5f) * x * x);
    return {Fma(x, deviation, Broadcast(parameters[0])), deviation * density_inverse};
  }

 private:
  // Returns the quantile for mean 0 and deviation 1.
  static HWY_INLINE VF Standard(const Probability& p) {
    const VF w = hn::Max(hn::Neg(Log(Broadcast(4.0f) * p.u * p.complement)), hn::Zero(F32()));
    const MF middle = w < Broadcast(5.0f);
    if (HWY_LIKELY(hn::AllTrue(F32(), middle))) {
      const VF x = w - Broadcast(2.5f);
      VF sum = Broadcast(kMiddle[7]);
      for (int k = 6; k >= 0; --k) sum = Fma(sum, x, Broadcast(kMiddle[k]));
      return (p.u - p.complement) * sum;
    }
    const VF x = hn::IfThenElse(middle, w - Broadcast(2.5f), hn::Sqrt(w) - Broadcast(3.0f));
    VF sum = hn::IfThenElse(middle, Broadcast(kMiddle[7]), Broadcast(0.0f));
    for (int k = 6; k >= 0; --k)
      sum = Fma(sum, x, hn::IfThenElse(middle, Broadcast(kMiddle[k]), Broadcast(kTail[k])));
    return (p.u - p.complement) * sum;
  }

  // Coefficients in powers of w - 2.5 for w < 5, else of sqrt(w) - 3.
  static constexpr float kMiddle[8] = {0x1.0fc8bap+1f,   0x1.652cc8p-2f,  -0x1.831048p-8f,
                                       -0x1.d12064p-10f, 0x1.424a34p-12f, -0x1.849094p-18f,
                                       -0x1.2e5c42p-18f, 0x1.df49e0p-22f};
  static constexpr float kTail[7] = {0x1.00696ep+2f,  0x1.6aa534p+0f, 0x1.b49966p-7f,
                                     -0x1.6274e2p-7f, 0x1.0f7d96p-7f, -0x1.4b3ab6p-8f,
                                     0x1.8ff21ap-10f};
};

struct TriangularQuantile {
  const float* parameters;

  HWY_INLINE QuantileJet operator()(const Probability& p) const {
    const VF up = Broadcast(parameters[3]) * hn::Sqrt(p.u),
             down = Broadcast(parameters[4]) * hn::Sqrt(p.complement);
    const MF rises = p.u < Broadcast(parameters[2]);
    const VF value =
        hn::IfThenElse(rises, Broadcast(parameters[0]) + up, Broadcast(parameters[1]) - down);
    const VF slope = hn::IfThenElse(rises, up / p.u, down / p.complement);
    return {value, Broadcast(0.5f) * slope};
  }
};

// Writes n samples from the sums to the slot, which may share arrays with them.
template <class Quantile>
HWY_NOINLINE void ApplyQuantile(const Quantile& quantile, const QuantileArgs& args, int n,
                                const HillSums& sums, const Slot& slot) {
  const F32 d;
  const VF minimum = Broadcast(static_cast<float>(kMinTail));
  ForVectors(n, [&](int k) {
    const VF u = hn::Load(d, sums.u + k), complement = hn::Load(d, sums.complement + k);
    const QuantileJet jet = quantile({hn::Max(u, minimum), hn::Max(complement, minimum)});
    hn::Store(Limit(jet.value, args.low, args.high), d, slot.value + k);
    const MF limited = hn::Min(u, complement) < minimum;
    for (int a = 0; a < 3; ++a) {
      if (slot.slope[a] == nullptr || sums.slope[a] == nullptr) continue;
      const VF slope = jet.slope * hn::Load(d, sums.slope[a] + k);
      hn::Store(hn::IfThenZeroElse(limited, slope), d, slot.slope[a] + k);
    }
  });
}

// Writes u, clamped to 0..1, which rounding may exceed.
inline HWY_NOINLINE HWY_MAYBE_UNUSED void CopyUniform(int n, const HillSums& sums,
                                                      const Slot& slot) {
  const F32 d;
  ForVectors(n, [&](int k) {
    const VF u = hn::Load(d, sums.u + k);
    hn::Store(hn::Min(hn::Max(u, hn::Zero(d)), Broadcast(1.0f)), d, slot.value + k);
    for (int a = 0; a < 3; ++a)
      if (slot.slope[a] != nullptr && sums.slope[a] != nullptr)
        hn::Store(hn::Load(d, sums.slope[a] + k), d, slot.slope[a] + k);
  });
}

inline void ApplyQuantile(const QuantileArgs& args, int n, const HillSums& sums, const Slot& slot) {
  const float* const parameters = args.parameters;
  switch (args.type) {
    case DistributionType::kUniform:
      return CopyUniform(n, sums, slot);
    case DistributionType::kWeibull:
      return ApplyQuantile(WeibullQuantile{parameters}, args, n, sums, slot);
    case DistributionType::kNormal:
      return ApplyQuantile(NormalQuantile{parameters}, args, n, sums, slot);
    case DistributionType::kExponential:
      return ApplyQuantile(ExponentialQuantile{parameters}, args, n, sums, slot);
    case DistributionType::kTriangular:
      return ApplyQuantile(TriangularQuantile{parameters}, args, n, sums, slot);
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
