// The sums of the kernels around a sample. Real is a vector of samples in float32, or one sample in
// double.
#include <cmath>
#include <type_traits>

#include "core/math.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/waves/cells.h"

#if defined(COBBLE_NOISE_WAVES_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_WAVES_SUMS_INL_H_
#undef COBBLE_NOISE_WAVES_SUMS_INL_H_
#else
#define COBBLE_NOISE_WAVES_SUMS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Doubles do not fuse: not all machines have an instruction for it.
HWY_INLINE double Fma(double a, double b, double c) { return a * b + c; }
HWY_INLINE double Root(double x) { return std::sqrt(x); }
HWY_INLINE VF Root(VF x) { return hn::Sqrt(x); }
HWY_INLINE double Larger(double a, double b) { return a > b ? a : b; }
HWY_INLINE VF Larger(VF a, VF b) { return hn::Max(a, b); }
HWY_INLINE double Smaller(double a, double b) { return a < b ? a : b; }
HWY_INLINE VF Smaller(VF a, VF b) { return hn::Min(a, b); }
HWY_INLINE bool IsNowherePositive(double x) { return !(x > 0); }
HWY_INLINE bool IsNowherePositive(VF x) { return hn::AllFalse(F32(), x > hn::Zero(F32())); }

template <class Real>
HWY_INLINE Real Of(double x) {
  if constexpr (std::is_same_v<Real, double>)
    return x;
  else
    return Broadcast(static_cast<float>(x));
}

struct Wave {
  VF sin, cos;
};

HWY_INLINE SinCos WaveOf(double turns) { return SinCosTurns(turns); }
HWY_INLINE Wave WaveOf(VF turns) {
  const VF within = turns - hn::Floor(turns + Broadcast(0.5f));
  return {SinTurns(within), CosTurns(within)};
}

// The sums over kernels of w, w_k w, w_k w cos A and w_k w sin A, w_k = the weight of a kernel, and
// their slopes in cells, divided by kWindowSlope. Without weights, each w_k is 1, and their sum is
// not computed.
template <class Real>
struct WaveSums {
  Real window, weight, cos, sin;
  Real d_window[2], d_weight[2], d_cos[2], d_sin[2];

  HWY_INLINE WaveSums() {
    const Real zero = Of<Real>(0);
    window = weight = cos = sin = zero;
    for (int a = 0; a < 2; ++a) d_window[a] = d_weight[a] = d_cos[a] = d_sin[a] = zero;
  }

  // Adds a kernel whose point is at (x, y) from the sample, in cells. What does not reach the
  // sample adds exactly 0. 0.64 is 1 / R^2, rounded up, so that no kernel reaches farther than R.
  template <bool kSlopes, bool kWeights, class Number>
  HWY_INLINE void Add(const WaveKernel<Number>& kernel, Real x, Real y) {
    constexpr double kPerSquare = std::is_same_v<Real, double> ? 0.64 : double{0x1.47ae16p-1f};
    const Real left = Fma(Fma(x, x, y * y), Of<Real>(-kPerSquare), Of<Real>(1));
    if (IsNowherePositive(left)) return;
    const Real e = Larger(left, Of<Real>(0)), square = e * e, full = square * e;
    window = window + full;
    if constexpr (kSlopes) {
      d_window[0] = Fma(square, x, d_window[0]);
      d_window[1] = Fma(square, y, d_window[1]);
    }
    if (kWeights && kernel.weight == 0) return;
    const auto wave = WaveOf(Fma(Of<Real>(kernel.turns[0]), x,
                                 Fma(Of<Real>(kernel.turns[1]), y, Of<Real>(kernel.phase))));
    const Real w = kWeights ? full * Of<Real>(kernel.weight) : full;
    const Real w_cos = w * wave.cos, w_sin = w * wave.sin;
    if constexpr (kWeights) weight = weight + w;
    cos = cos + w_cos;
    sin = sin + w_sin;
    if constexpr (kSlopes) {
      const Real slope = kWeights ? square * Of<Real>(kernel.weight) : square;
      const Real s_cos = slope * wave.cos, s_sin = slope * wave.sin;
      const Real place[2] = {x, y};
      for (int a = 0; a < 2; ++a) {
        if constexpr (kWeights) d_weight[a] = Fma(slope, place[a], d_weight[a]);
        d_cos[a] = Fma(s_cos, place[a], Fma(w_sin, Of<Real>(kernel.of_sin[a]), d_cos[a]));
        d_sin[a] = Fma(s_sin, place[a], Fma(w_cos, Of<Real>(kernel.of_cos[a]), d_sin[a]));
      }
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
