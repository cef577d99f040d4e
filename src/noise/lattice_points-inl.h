// Lattice noise a sample a lane: for rotated grids (affine frames) and for points anywhere.
#include "noise/gradient-inl.h"
#include "noise/lattice-inl.h"
#include "noise/lattice.h"
#include "noise/points-inl.h"

#if defined(COBBLE_NOISE_LATTICE_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#undef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The two lattice points around a sample on one axis.
struct Span {
  VU i0, i1;
  VF g0, g1;  // the sample's offsets from them
  VF t, dt;   // fade and its slope
};

// What the lattice point of that hash contributes at an offset.
template <class Gradient, int kDims, int kSlopes>
HWY_INLINE Jet<kSlopes> CornerJet(VU hash, const VF* offset) {
  VF g[3];
  Gradient::template Vector<kDims>(Avalanche(hash), g);
  Jet<kSlopes> jet;
  jet.v = g[0];
  if constexpr (Gradient::kLinear) {
    jet.v = g[0] * offset[0];
    for (int a = 1; a < kDims; ++a) jet.v = Fma(g[a], offset[a], jet.v);
  }
  for (int a = 0; a < kSlopes; ++a) jet.g[a] = Gradient::kLinear ? g[a] : Splat(0.0f);
  return jet;
}

// Interpolates between the 2^(kDims - kAxis) lattice points along the axes kAxis .. kDims - 1, the
// last one innermost, for the point reached so far on the axes before.
template <class Gradient, int kDims, int kSlopes, int kAxis>
HWY_INLINE Jet<kSlopes> Interpolate(const Span* spans, VU hash, VF* offset) {
  if constexpr (kAxis == kDims) {
    return CornerJet<Gradient, kDims, kSlopes>(hash, offset);
  } else {
    const Span& span = spans[kAxis];
    offset[kAxis] = span.g0;
    const auto lo =
        Interpolate<Gradient, kDims, kSlopes, kAxis + 1>(spans, Eat(hash, span.i0), offset);
    offset[kAxis] = span.g1;
    const auto hi =
        Interpolate<Gradient, kDims, kSlopes, kAxis + 1>(spans, Eat(hash, span.i1), offset);
    Jet<kSlopes> jet;
    jet.v = Lerp(span.t, lo.v, hi.v);
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = Lerp(span.t, lo.g[a], hi.g[a]);
    if constexpr (kSlopes > 0) jet.g[kAxis] = Fma(span.dt, hi.v - lo.v, jet.g[kAxis]);
    return jet;
  }
}

template <class Gradient, int kDimensions, int kSlopes>
struct LatticePoints : SplitByAxis<kDimensions> {
  using Args = LatticeArgs;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE Jet<kSlopes> Make(const LatticeArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    const U32 du;
    Span spans[kDims];
    for (int a = 0; a < kDims; ++a) {
      const VI index = hn::Load(I32(), s.index[a] + k);
      Span& span = spans[a];
      span.i0 = hn::BitCast(du, index);
      span.i1 = hn::BitCast(du, NextIndex(index, octave.period[a]));
      span.g0 = hn::Load(F32(), s.fraction[a] + k);
      span.g1 = span.g0 - Splat(1.0f);
      span.t = Fade(span.g0);
      if constexpr (kSlopes > 0) span.dt = FadeSlope(span.g0);
    }
    VF offset[kDims];
    Jet<kSlopes> jet =
        Interpolate<Gradient, kDims, kSlopes, 0>(spans, hn::Set(du, octave.seed), offset);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
