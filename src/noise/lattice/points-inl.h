// Lattice noise, one sample per lane, at points or in rotated pictures: interpolation between the
// corners of cells (sampling/corners-inl.h), and the Noise of CornerOctave.
#pragma once

#include "noise/lattice/lattice.h"
#include "noise/math/fade-inl.h"
#include "noise/math/gradient-inl.h"
#include "noise/sampling/corner_octave-inl.h"
#include "noise/sampling/points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A vector of samples in their cells, by axis: offsets from both ends, fades and their slopes.
template <int kDims>
struct Offsets {
  VF g[kDims][2];
  VF t[kDims], dt[kDims];

  // In: s = 2 x - 1 by axis, x = the fraction.
  template <int kSlopes>
  HWY_INLINE void Set(const VF* centred) {
    const VF half = Broadcast(0.5f);
    for (int a = 0; a < kDims; ++a) {
      const VF s = centred[a];
      // The product is exact, so MulAdd rounds once on every target.
      g[a][0] = hn::MulAdd(s, half, half);
      g[a][1] = hn::MulAdd(s, half, hn::Neg(half));
      t[a] = CentredFade(s);
      if constexpr (kSlopes > 0) dt[a] = CentredFadeSlope(s);
    }
  }
};

// Interpolates between the corners below a node. A recursion over axes, the last one innermost;
// start with kAxis = 0 and the root. kPath has one bit per axis chosen, 1 = upper end.
template <class Gradient, int kDims, int kSlopes, int kAxis, int kPath, class Corners>
HWY_INLINE Jet<kSlopes> InterpolateBelow(const Offsets<kDims>& o, const Corners& corners,
                                         const typename Corners::Node& node) {
  Jet<kSlopes> jet;
  if constexpr (kAxis == kDims) {
    VF g[3];
    corners.Read(node, g);
    if constexpr (Gradient::kLinear) {
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = g[a];
      jet.v = g[0] * o.g[0][kPath >> (kDims - 1)];
      for (int a = 1; a < kDims; ++a)
        jet.v = Fma(g[a], o.g[a][(kPath >> (kDims - 1 - a)) & 1], jet.v);
    } else {
      jet.v = g[0];
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Zero(F32());
    }
  } else {
    const auto lo = InterpolateBelow<Gradient, kDims, kSlopes, kAxis + 1, 2 * kPath>(
        o, corners, corners.template Step<kAxis>(node, 0));
    const auto hi = InterpolateBelow<Gradient, kDims, kSlopes, kAxis + 1, 2 * kPath + 1>(
        o, corners, corners.template Step<kAxis>(node, 1));
    jet.v = Lerp(o.t[kAxis], lo.v, hi.v);
    // Value noise: only the axes interpolated so far have a slope.
    for (int a = 0; a < kSlopes; ++a)
      jet.g[a] =
          Gradient::kLinear || a > kAxis ? Lerp(o.t[kAxis], lo.g[a], hi.g[a]) : hn::Zero(F32());
    if constexpr (kSlopes > 0) jet.g[kAxis] = Fma(o.dt[kAxis], hi.v - lo.v, jet.g[kAxis]);
  }
  return jet;
}

template <class Gradient, int kDims, int kSlopes, class Corners>
HWY_INLINE Jet<kSlopes> Interpolate(const Offsets<kDims>& o, const Corners& corners) {
  return InterpolateBelow<Gradient, kDims, kSlopes, 0, 0>(o, corners, corners.Root());
}

// What a corner holds: the Gradient of CornerTable.
template <class LatticeGradient>
struct LatticeCorner : LatticeGradient, CellCorner {};

template <class LatticeGradient, int kAxes, int kSlopeCount>
struct LatticePoints {
  using Args = LatticeArgs;
  using Gradient = LatticeCorner<LatticeGradient>;
  using Hashed = HashedCorners<Gradient, kAxes>;
  static constexpr int kDims = kAxes, kSlopes = kSlopeCount;
  static constexpr bool kCells = true;

  static HWY_INLINE void Hash(const Octave& octave, const VI* index, const VF* /*centred*/,
                              typename Hashed::Hashes& hashes) {
    VU accumulators[1 << kDims];
    EatCorners<kDims>(octave, index, accumulators);
    hashes.Set(accumulators);
  }

  template <class Corners>
  static HWY_INLINE Jet<kSlopes> Make(const LatticeArgs& args, const VF* centred,
                                      const Corners& corners) {
    Offsets<kDims> offsets;
    offsets.template Set<kSlopes>(centred);
    auto jet = Interpolate<Gradient, kDims, kSlopes>(offsets, corners);
    constexpr float kScale = Gradient::template kScale<kDims>;
    if constexpr (kScale != 1) {
      jet.v = jet.v * Broadcast(kScale);
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(kScale);
    }
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
