// The arithmetic steps, compiled once per SIMD level.
#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/steps/arithmetic.h"
#include "noise/steps/zeros.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// ForVectors for vectors of doubles. The last vector may extend past n, within the padding.
template <class Body>
HWY_INLINE void ForPositions(int n, const Body& body) {
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(F64()))) body(k);
}

void PositionsOfRun(const Frame& frame, const Run& run, double* const* q) noexcept {
  for (int a = 0; a < 3; ++a)
    if (q[a] != nullptr) AffinePositions(frame, run, a, q[a]);
}

// One axis of an affine map, without the terms whose factor is 0: out = t + ((f0 p0 + f1 p1) + ..).
template <int kTerms>
void TransformAxis(double translation, const double* factors, const double* const* p, int n,
                   double* out) {
  const F64 d;
  const VD t = hn::Set(d, translation);
  if constexpr (kTerms == 0) return ForPositions(n, [&](int k) { hn::Store(t, d, out + k); });
  VD factor[kTerms + 1];
  for (int b = 0; b < kTerms; ++b) factor[b] = hn::Set(d, factors[b]);
  ForPositions(n, [&](int k) {
    VD sum = factor[0] * hn::Load(d, p[0] + k);
    for (int b = 1; b < kTerms; ++b) sum = sum + factor[b] * hn::Load(d, p[b] + k);
    hn::Store(t + sum, d, out + k);
  });
}

void Transform(const Affine& map, int n, const double* const* p, double* const* q) noexcept {
  for (std::size_t a = 0; a < 3; ++a) {
    if (q[a] == nullptr) continue;
    double factors[3];
    const double* used[3];
    int terms = 0;
    for (std::size_t b = 0; b < 3; ++b) {
      if (map.m[a][b] == 0) continue;
      factors[terms] = map.m[a][b];
      used[terms++] = p[b];
    }
    static constexpr decltype(&TransformAxis<0>) kByTerms[] = {
        &TransformAxis<0>, &TransformAxis<1>, &TransformAxis<2>, &TransformAxis<3>};
    kByTerms[terms](map.t[a], factors, used, n, q[a]);
  }
}

void Displace(const double* const* p, const float* const* offset, double amount,
              const double* limit, int n, double* const* q) noexcept {
  const F64 d;
  const hn::Rebind<float, F64> df;
  for (int a = 0; a < 3; ++a) {
    const double* const from = p[a];
    const float* const delta = offset[a];
    double* const out = q[a];
    if (out == nullptr) continue;
    if (delta == nullptr) {
      ForPositions(n, [&](int k) { hn::Store(hn::Load(d, from + k), d, out + k); });
    } else {
      const VD factor = hn::Set(d, amount), high = hn::Set(d, limit[a]), low = hn::Neg(high);
      ForPositions(n, [&](int k) {
        const VD by = factor * hn::PromoteTo(d, hn::Load(df, delta + k));
        hn::Store(hn::Load(d, from + k) + hn::Min(hn::Max(by, low), high), d, out + k);
      });
    }
  }
}

void PullBack(const Affine& map, int from, int to, int n, float* const* slope) noexcept {
  const F32 d;
  VF m[3][3];
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) m[a][b] = Broadcast(static_cast<float>(map.m[a][b]));
  ForVectors(n, [&](int k) {
    VF g[3];
    for (int a = 0; a < from; ++a) g[a] = hn::Load(d, slope[a] + k);
    for (int b = 0; b < to; ++b) {
      VF sum = m[0][b] * g[0];
      for (int a = 1; a < from; ++a) sum = Fma(m[a][b], g[a], sum);
      hn::Store(sum, d, slope[b] + k);
    }
  });
}

void Fill(float value, int n, float* out) noexcept {
  for (int k = 0; k < n; ++k) out[k] = value;
}

// The terms of a WarpSlope whose source has a slope.
struct WarpTerms {
  const float* g[3];
  const float* warp[3];  // kZeros where the displacement has no slope
  float fixed[3];
};

template <int kTerms>
void SumWarpTerms(const WarpTerms& terms, float amount, int n, float* out) {
  const F32 d;
  const WarpTerms t = terms;  // a copy that stores of samples cannot alias
  ForVectors(n, [&](int k) {
    VF sum = hn::Zero(d);
    for (int a = 0; a < kTerms; ++a) {
      const VF factor = Fma(Broadcast(amount), hn::Load(d, t.warp[a] + k), Broadcast(t.fixed[a]));
      sum = Fma(factor, hn::Load(d, t.g[a] + k), sum);
    }
    hn::Store(sum, d, out + k);
  });
}

void WarpSlope(const float* const* g, const float* const* warp, const float* fixed, float amount,
               int n, float* out) noexcept {
  WarpTerms terms{};
  int count = 0;
  for (int a = 0; a < 3; ++a) {
    if (g[a] == nullptr) continue;
    terms.g[count] = g[a];
    terms.warp[count] = warp[a] == nullptr ? kZeros : warp[a];
    terms.fixed[count++] = fixed[a];
  }
  if (count == 1) return SumWarpTerms<1>(terms, amount, n, out);
  if (count == 2) return SumWarpTerms<2>(terms, amount, n, out);
  SumWarpTerms<3>(terms, amount, n, out);
}

unsigned TestMask(const Slot& mask, int first, int end) noexcept {
  const F32 d;
  MF is_zero = hn::Zero(d) == hn::Zero(d), is_one = is_zero;
  for (int k = first; k < end; k += static_cast<int>(hn::Lanes(d))) {
    const VF value = hn::Load(d, mask.value + k);
    is_zero = hn::And(is_zero, value == hn::Zero(d));
    is_one = hn::And(is_one, value == Broadcast(1.0f));
  }
  for (const float* const slope : mask.slope) {
    if (slope == nullptr) continue;
    for (int k = first; k < end; k += static_cast<int>(hn::Lanes(d))) {
      const MF is_level = hn::Load(d, slope + k) == hn::Zero(d);
      is_zero = hn::And(is_zero, is_level);
      is_one = hn::And(is_one, is_level);
    }
  }
  return (hn::AllTrue(d, is_zero) ? 0 : 1) + (hn::AllTrue(d, is_one) ? 0 : 2);
}

const Arithmetic& ArithmeticHere() {
  static constexpr Arithmetic kArithmetic{&PositionsOfRun, &Transform, &Displace, &PullBack,
                                          &Fill,           &WarpSlope, &TestMask};
  return kArithmetic;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
