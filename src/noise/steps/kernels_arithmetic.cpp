// The arithmetic steps, compiled once per SIMD target. Loops without Highway code are vectorised by
// the compiler.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/steps/kernels_arithmetic.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/steps/arithmetic.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

void PositionsOfRun(const Frame& frame, const Run& run, double* const* q) noexcept {
  for (int a = 0; a < 3; ++a) AffinePositions(frame, run, a, q[a]);
}

void Transform(const Affine& map, int n, const double* const* p, double* const* q) noexcept {
  const double* HWY_RESTRICT x = p[0];
  const double* HWY_RESTRICT y = p[1];
  const double* HWY_RESTRICT z = p[2];
  for (int a = 0; a < 3; ++a) {
    const Vector3 m = map.m[static_cast<std::size_t>(a)];
    const double t = map.t[static_cast<std::size_t>(a)];
    double* HWY_RESTRICT out = q[a];
    for (int k = 0; k < n; ++k) out[k] = t + ((m[0] * x[k] + m[1] * y[k]) + m[2] * z[k]);
  }
}

void Displace(const double* const* p, const float* const* offset, double amount, int n,
              double* const* q) noexcept {
  for (int a = 0; a < 3; ++a) {
    const double* HWY_RESTRICT from = p[a];
    const float* HWY_RESTRICT delta = offset[a];
    double* HWY_RESTRICT out = q[a];
    if (delta == nullptr) {
      for (int k = 0; k < n; ++k) out[k] = from[k];
    } else {
      for (int k = 0; k < n; ++k) out[k] = from[k] + amount * static_cast<double>(delta[k]);
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

void WarpSlope(const float* const* g, const float* const* warp, const float* fixed, float amount,
               int n, float* out) noexcept {
  const F32 d;
  ForVectors(n, [&](int k) {
    VF sum = hn::Zero(d);
    for (int a = 0; a < 3; ++a) {
      if (g[a] == nullptr) continue;
      VF factor = Broadcast(fixed[a]);
      if (warp[a] != nullptr) factor = Fma(Broadcast(amount), hn::Load(d, warp[a] + k), factor);
      sum = Fma(factor, hn::Load(d, g[a] + k), sum);
    }
    hn::Store(sum, d, out + k);
  });
}

const Arithmetic& ArithmeticHere() {
  static constexpr Arithmetic kArithmetic{&PositionsOfRun, &Transform, &Displace,
                                          &PullBack,       &Fill,      &WarpSlope};
  return kArithmetic;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

const Arithmetic& SelectArithmetic(int64_t simd_target) {
  return COBBLE_SELECT(ArithmeticHere, simd_target)();
}

}  // namespace cobble
#endif  // HWY_ONCE
