// Lattice noise, one sample per lane, at points or in rotated pictures: the Noise of CornerOctave.
#pragma once

#include "noise/lattice/interpolate-inl.h"
#include "noise/lattice/lattice.h"
#include "noise/math/gradient-inl.h"
#include "noise/sampling/corner_octave-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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
