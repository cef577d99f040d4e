// The sums of the kernels around samples. Real is a vector of floats or of doubles.
#pragma once

#include <type_traits>

#include "noise/math/sin_turns-inl.h"
#include "noise/waves/cells.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Doubles are not fused, since not all machines have an instruction for it.
HWY_INLINE VD Fma(VD a, VD b, VD c) { return a * b + c; }
HWY_INLINE bool IsNowherePositive(VF x) { return hn::AllFalse(F32(), x > hn::Zero(F32())); }

// The type of constants.
template <class Real>
using NarrowOf = hn::TFromV<Real>;

template <class Real, class Number>
HWY_INLINE Real Of(Number x) {
  if constexpr (std::is_same_v<Real, Number>)
    return x;
  else
    return hn::Set(hn::DFromV<Real>(), static_cast<NarrowOf<Real>>(x));
}

// The sine and cosine of a kernel's phase at a sample, times the kernel's weight.
template <class Real>
struct Wave {
  Real sin, cos;
};

// Samples split the phase into a part along x, u, and a part along y, v, and compute
//   cos(u + v) = cos u cos v - sin u sin v and sin(u + v) = sin u cos v + cos u sin v,
// since rows of samples share u with each other, and v along the row.
HWY_INLINE VF Minus(VF x) { return Broadcast(0) - x; }
// 1 - 0.64 (x^2 + y^2). 0.64 is 1 / R^2, rounded up, so that no kernel reaches farther than R.
HWY_INLINE VF AlongAxis(VF x, VF one) { return Fma(x * Broadcast(-0x1.47ae16p-1f), x, one); }
HWY_INLINE VF LeftAlongY(VF y) { return AlongAxis(y, Broadcast(1)); }
HWY_INLINE VF Left(VF x, VF along_y) { return AlongAxis(x, along_y); }

// Returns -sin v and -cos v, times the weight.
template <bool kWeights>
HWY_INLINE SinMinusCos WaveAlongY(VF minus_turns, VF minus_phase, VF y, VF weight) {
  const SinMinusCos wave = SinMinusCosTurns(Fma(minus_turns, y, minus_phase));
  if constexpr (!kWeights) return wave;
  return {wave.sin * weight, wave.minus_cos * weight};
}

HWY_INLINE Wave<VF> WaveOf(const SinMinusCos& along_x, VF minus_sin, VF cos, VF minus_cos) {
  return {Fma(along_x.sin, cos, along_x.minus_cos * minus_sin),
          Fma(along_x.sin, minus_sin, along_x.minus_cos * minus_cos)};
}

// The sums over kernels of w, w_k w, w_k w cos A and w_k w sin A, w_k = a kernel's weight, and
// their slopes in cells, divided by kWindowSlope. Without weights, each w_k is 1 and is not summed.
template <class Real>
struct WaveSums {
  Real window, weight, cos, sin;
  Real d_window[2], d_weight[2], d_cos[2], d_sin[2];

  HWY_INLINE WaveSums() {
    const Real zero = Of<Real>(0);
    window = weight = cos = sin = zero;
    for (int a = 0; a < 2; ++a) d_window[a] = d_weight[a] = d_cos[a] = d_sin[a] = zero;
  }

  // Adds a kernel whose point is at (x, y) from the sample, in cells, or exactly 0 if it does not
  // reach the sample. In: left, of (x, y); make_wave(), which returns a Wave.
  template <bool kSlopes, bool kWeights, class Number, class MakeWave>
  HWY_INLINE void Add(const WaveKernel<Number>& kernel, Real x, Real y, Real left,
                      const MakeWave& make_wave) {
    if (!IsNowherePositive(left)) AddReaching<kSlopes, kWeights>(kernel, x, y, left, make_wave);
  }

  // The same without a test that it reaches any sample, in an order that keeps few numbers live.
  template <bool kSlopes, bool kWeights, class Number, class MakeWave>
  HWY_INLINE void AddReaching(const WaveKernel<Number>& kernel, Real x, Real y, Real left,
                              const MakeWave& make_wave) {
    const Real e = hn::Max(left, Of<Real>(0)), square = e * e, full = square * e;
    window = window + full;
    if constexpr (kSlopes) AddSlope(square, x, y, d_window);
    if constexpr (kWeights) {
      if (!kernel.has_weight) return;
      const Real share = Of<Real>(kernel.weight);
      weight = Fma(full, share, weight);
      if constexpr (kSlopes) AddSlope(square * share, x, y, d_weight);
    }
    const Wave<Real> wave = make_wave();
    AddPart<kSlopes>(full * wave.cos, kernel.of_cos, cos, d_sin);
    AddPart<kSlopes>(full * wave.sin, kernel.of_sin, sin, d_cos);
    if constexpr (kSlopes) {
      AddSlope(square * wave.cos, x, y, d_cos);
      AddSlope(square * wave.sin, x, y, d_sin);
    }
  }

 private:
  // Adds w cos A or w sin A to its sum, and its share to the other's slope.
  template <bool kSlopes, class Number>
  static HWY_INLINE void AddPart(Real part, const Number* of_part, Real& sum, Real* slope) {
    sum = sum + part;
    if constexpr (!kSlopes) return;
    for (int a = 0; a < 2; ++a) slope[a] = Fma(part, Of<Real>(of_part[a]), slope[a]);
  }

  static HWY_INLINE void AddSlope(Real part, Real x, Real y, Real* slope) {
    slope[0] = Fma(part, x, slope[0]);
    slope[1] = Fma(part, y, slope[1]);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
