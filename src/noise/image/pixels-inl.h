// Cubic interpolation between the pixels of a plane.
#pragma once

#include <cstdint>

#include "noise/image/image.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The weights of four pixels, and their derivatives, for a sample between the second and third.
struct CubicWeights {
  VF weight[4], rate[4];
};

// The uniform cubic B-spline. In: t, 0..1. Based on: I. J. Schoenberg, "Contributions to the
// problem of approximation of equidistant data by analytic functions", 1946.
HWY_INLINE CubicWeights BSplineWeights(VF t) {
  const VF half = Broadcast(0.5f), sixth = Broadcast(1.0f / 6), one = Broadcast(1.0f);
  const VF s = one - t, square = t * t;
  return {{s * s * s * sixth, Fma(square, Fma(t, half, Broadcast(-1.0f)), Broadcast(2.0f / 3)),
           Fma(t, Fma(t, Fma(t, Broadcast(-0.5f), half), half), sixth), square * t * sixth},
          {s * s * Broadcast(-0.5f), t * Fma(t, Broadcast(1.5f), Broadcast(-2.0f)),
           Fma(t, Fma(t, Broadcast(-1.5f), one), half), square * half}};
}

// The Catmull-Rom spline. At t = 0 and 1, it is exactly the second or the third pixel.
// In: t, 0..1. Based on: E. Catmull, R. Rom, "A class of local interpolating splines", 1974.
HWY_INLINE CubicWeights CatmullRomWeights(VF t) {
  const VF half = Broadcast(0.5f), one = Broadcast(1.0f), two = Broadcast(2.0f);
  const VF square = t * t;
  return {
      {t * Fma(t, Fma(t, Broadcast(-0.5f), one), Broadcast(-0.5f)),
       Fma(square, Fma(t, Broadcast(1.5f), Broadcast(-2.5f)), one),
       t * Fma(t, Fma(t, Broadcast(-1.5f), two), half), square * Fma(t, half, Broadcast(-0.5f))},
      {Fma(t, Fma(t, Broadcast(-1.5f), two), Broadcast(-0.5f)),
       t * Fma(t, Broadcast(4.5f), Broadcast(-5.0f)),
       Fma(t, Fma(t, Broadcast(-4.5f), Broadcast(4.0f)), half),
       t * Fma(t, Broadcast(1.5f), Broadcast(-1.0f))}};
}

HWY_INLINE VF Weighted(const VF* weights, const VF* values) {
  VF sum = weights[0] * values[0];
  for (int k = 1; k < 4; ++k) sum = Fma(weights[k], values[k], sum);
  return sum;
}

#if HWY_TARGET != HWY_SCALAR

// Returns in each block of four lanes the four floats from base + at[0], at[4], ... on.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const float* base, const int32_t* at) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::LoadU(d, base + *at);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, LoadBlocks(half, base, at + hn::MaxLanes(half)),
                       LoadBlocks(half, base, at));
  }
}

#endif

// Sets to[c] to base[at + c] in each lane: loads of four floats and a transposition take half the
// time of four gathers.
HWY_INLINE void LoadFours(const float* base, VI at, VF* to) {
#if HWY_TARGET == HWY_SCALAR
  for (int c = 0; c < 4; ++c) to[c] = hn::GatherIndex(F32(), base + c, at);
#else
  const F32 d;
  HWY_ALIGN int32_t index[hn::MaxLanes(I32())];
  hn::Store(at, I32(), index);
  VF row[4];
  for (int r = 0; r < 4; ++r) row[r] = LoadBlocks(d, base, index + r);
  const VF even_low = hn::InterleaveLower(d, row[0], row[2]);
  const VF odd_low = hn::InterleaveLower(d, row[1], row[3]);
  const VF even_high = hn::InterleaveUpper(d, row[0], row[2]);
  const VF odd_high = hn::InterleaveUpper(d, row[1], row[3]);
  to[0] = hn::InterleaveLower(d, even_low, odd_low);
  to[1] = hn::InterleaveUpper(d, even_low, odd_low);
  to[2] = hn::InterleaveLower(d, even_high, odd_high);
  to[3] = hn::InterleaveUpper(d, even_high, odd_high);
#endif
}

template <ImageArgs::Filter kFilter>
HWY_INLINE CubicWeights WeightsAt(VF t) {
  if constexpr (kFilter == ImageArgs::kCatmullRom) return CatmullRomWeights(t);
  return BSplineWeights(t);
}

// Stores c - whole, rounded to 2^-24, so that a position on a pixel is exactly there.
HWY_INLINE void StoreFraction(VD c, VD whole, float* fraction) {
  const hn::Rebind<float, F64> df;
  const VD round = hn::Set(F64(), 0x1p28);
  hn::StoreU(hn::DemoteTo(df, (c - whole + round) - round), df, fraction);
}

// Interpolates between pixels (i - 1, j - 1) to (i + 2, j + 2). In: origin, pixel (0, 0); stride,
// of rows; the weights along x and y. Out: slopes per pixel. kSlopes: 0 or 2.
template <int kSlopes>
HWY_INLINE Jet<kSlopes> PixelJetAt(const float* origin, int64_t stride, VI i, VI j,
                                   const CubicWeights& across, const CubicWeights& down) {
  const VI at = j * hn::Set(I32(), static_cast<int32_t>(stride)) + i;
  const float* row = origin - stride - 1;
  VF rows[4], rates[4];  // along x, of each row
  for (int r = 0; r < 4; ++r, row += stride) {
    VF samples[4];
    LoadFours(row, at, samples);
    rows[r] = Weighted(across.weight, samples);
    if constexpr (kSlopes > 0) rates[r] = Weighted(across.rate, samples);
  }
  Jet<kSlopes> jet;
  jet.v = Weighted(down.weight, rows);
  if constexpr (kSlopes > 0) {
    jet.g[0] = Weighted(down.weight, rates);
    jet.g[1] = Weighted(down.rate, rows);
  }
  return jet;
}

// The Strategy (typed_kernel-inl.h) of a Samples, which has RunWith<kSlopes>(args, frame, run,
// slot) for 0 and 2 slopes.
template <class Args, class Samples>
struct PixelSamples : Stateless<Args> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run,
                             typename Stateless<Args>::State&, const Slot& slot) {
    if (slot.slope[0] != nullptr || slot.slope[1] != nullptr)
      Samples::template RunWith<2>(args, frame, run, slot);
    else
      Samples::template RunWith<0>(args, frame, run, slot);
  }
};

template <class Args, template <ImageArgs::Filter> class Samples>
Kernel SelectByFilter(ImageArgs::Filter filter) {
  if (filter == ImageArgs::kBSpline)
    return TypedKernel<PixelSamples<Args, Samples<ImageArgs::kBSpline>>>::kKernel;
  return TypedKernel<PixelSamples<Args, Samples<ImageArgs::kCatmullRom>>>::kKernel;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
