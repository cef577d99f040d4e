// Lattice noise a sample a lane: for points anywhere, and for octaves of rotated pictures whose
// samples lie far apart.
//
// What a sample's cell alone decides, the gradients of its corners, is kept apart from what the
// sample adds, so that vectors of samples in one cell, which neighbours mostly are, share the
// former. Both read the same numbers, and no bit depends on which it was.
#include "noise/lattice/lattice.h"
#include "noise/math/fade-inl.h"
#include "noise/math/gradient-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_LATTICE_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#undef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The corners of a cell are numbered by which end of each axis they lie at, the last axis in the
// lowest bit. Their gradients, unscaled, a sample a lane.
template <class Gradient, int kDims>
struct CornerRows {
  static constexpr int kCorners = 1 << kDims;
  static constexpr int kParts = Gradient::kLinear ? kDims : 1;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));

  float* rows;  // of kLanes each

  static float* Take(Scratch& scratch) {
    return scratch.Take<float>(static_cast<std::size_t>(kCorners * kParts * kLanes));
  }
  HWY_INLINE float* Row(int corner, int part) const {
    return rows + (corner * kParts + part) * kLanes;
  }
};

// Hashes the corners from `first` on side by side, step by step, so that none waits for another.
template <class Gradient, int kDims, int kCount>
HWY_INLINE void StoreGradients(VU (&h)[kCount], const CornerRows<Gradient, kDims>& corners,
                               int first) {
  for (VU& each : h) each = Avalanche(each);
  for (int c = 0; c < kCount; ++c) {
    VF g[3];
    Gradient::template Bare<kDims>(h[c], g);
    for (int p = 0; p < corners.kParts; ++p) hn::Store(g[p], F32(), corners.Row(first + c, p));
  }
}

// The four corners that the last two axes make of one accumulator.
template <class Gradient, int kDims>
HWY_INLINE void HashSquare(VU from, const VU (*product)[2],
                           const CornerRows<Gradient, kDims>& corners, int first) {
  const VU lo = EatProduct(from, product[0][0]), hi = EatProduct(from, product[0][1]);
  VU h[4] = {EatProduct(lo, product[1][0]), EatProduct(lo, product[1][1]),
             EatProduct(hi, product[1][0]), EatProduct(hi, product[1][1])};
  StoreGradients(h, corners, first);
}

// The corners of the cells at `index`.
template <class Gradient, int kDims>
HWY_INLINE void HashCorners(const Octave& octave, const VI* index,
                            const CornerRows<Gradient, kDims>& corners) {
  const U32 du;
  VU product[kDims][2];
  for (int a = 0; a < kDims; ++a) {
    const VU prime = hn::Set(du, kPrimeC);
    product[a][0] = hn::BitCast(du, index[a]) * prime;
    product[a][1] = product[a][0] + prime;
    if (octave.period[a] != 0)
      product[a][1] = hn::BitCast(du, NextIndex(index[a], octave.period[a])) * prime;
  }
  const VU seed = hn::Set(du, octave.seed);
  if constexpr (kDims == 1) {
    VU h[2] = {EatProduct(seed, product[0][0]), EatProduct(seed, product[0][1])};
    StoreGradients(h, corners, 0);
  } else if constexpr (kDims == 2) {
    HashSquare(seed, product, corners, 0);
  } else {
    HashSquare(EatProduct(seed, product[0][0]), product + 1, corners, 0);
    HashSquare(EatProduct(seed, product[0][1]), product + 1, corners, 4);
  }
}

// Samples in their cells: offsets from both ends of each axis, fades and their slopes.
template <int kDims>
struct Offsets {
  VF g[kDims][2];
  VF t[kDims], dt[kDims];
};

template <int kDims, int kSlopes>
HWY_INLINE Offsets<kDims> OffsetsOf(const PointsScratch& s, int k) {
  Offsets<kDims> o;
  for (int a = 0; a < kDims; ++a) {
    const VF x = hn::Load(F32(), s.fraction[a] + k);
    o.g[a][0] = x;
    o.g[a][1] = x - Broadcast(1.0f);
    o.t[a] = Fade(x);
    if constexpr (kSlopes > 0) o.dt[a] = FadeSlope(x);
  }
  return o;
}

// Interpolates between the corners from kCorner on that lie at both ends of the axes kAxis ..
// kDims - 1, the last one innermost. read(corner, part): what CornerRows holds.
template <class Gradient, int kDims, int kSlopes, int kAxis, int kCorner, class Read>
HWY_INLINE Jet<kSlopes> Interpolate(const Offsets<kDims>& o, const Read& read) {
  Jet<kSlopes> jet;
  if constexpr (kAxis == kDims) {
    jet.v = read(kCorner, 0);
    if constexpr (Gradient::kLinear) {
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = read(kCorner, a);
      jet.v = read(kCorner, 0) * o.g[0][kCorner >> (kDims - 1)];
      for (int a = 1; a < kDims; ++a)
        jet.v = Fma(read(kCorner, a), o.g[a][(kCorner >> (kDims - 1 - a)) & 1], jet.v);
    } else {
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Zero(F32());
    }
  } else {
    constexpr int kUpper = kCorner + (1 << (kDims - 1 - kAxis));
    const auto lo = Interpolate<Gradient, kDims, kSlopes, kAxis + 1, kCorner>(o, read);
    const auto hi = Interpolate<Gradient, kDims, kSlopes, kAxis + 1, kUpper>(o, read);
    jet.v = Lerp(o.t[kAxis], lo.v, hi.v);
    // Where values do not depend on the offset, axes further out have no slope yet.
    for (int a = 0; a < kSlopes; ++a)
      jet.g[a] =
          Gradient::kLinear || a > kAxis ? Lerp(o.t[kAxis], lo.g[a], hi.g[a]) : hn::Zero(F32());
    if constexpr (kSlopes > 0) jet.g[kAxis] = Fma(o.dt[kAxis], hi.v - lo.v, jet.g[kAxis]);
  }
  return jet;
}

// One octave's samples, vector by vector in their order.
template <class Gradient, int kDims, int kSlopes>
class LatticeWalk {
 public:
  using Corners = CornerRows<Gradient, kDims>;

  HWY_INLINE LatticeWalk(const LatticeArgs& args, const Octave& octave, const PointsScratch& s,
                         const Corners& corners)
      : args_(args), octave_(octave), s_(s), corners_(corners) {}

  HWY_INLINE Jet<kSlopes> At(int k) {
    const F32 d;
    const Offsets<kDims> o = OffsetsOf<kDims, kSlopes>(s_, k);
    Jet<kSlopes> jet;
    if (InCell(k)) {
      const float* const cell = corners_.rows + lane_;
      jet = Interpolate<Gradient, kDims, kSlopes, 0, 0>(o, [&](int corner, int part) HWY_ATTR {
        return Broadcast(cell[(corner * Corners::kParts + part) * Corners::kLanes]);
      });
    } else {
      VI index[kDims];
      for (int a = 0; a < kDims; ++a) index[a] = hn::Load(I32(), s_.index[a] + k);
      HashCorners<Gradient, kDims>(octave_, index, corners_);
      Keep(k);
      jet = Interpolate<Gradient, kDims, kSlopes, 0, 0>(o, [&](int corner, int part) HWY_ATTR {
        return hn::Load(d, corners_.Row(corner, part));
      });
    }
    constexpr float kScale = Gradient::template kScale<kDims>;
    if constexpr (kScale != 1) {
      jet.v = jet.v * Broadcast(kScale);
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(kScale);
    }
    ApplyTurbulence(args_.turbulence, jet);
    return jet;
  }

 private:
  // Whether all lanes lie in the cell that is kept.
  HWY_INLINE bool InCell(int k) const {
    if (!has_cell_) return false;
    const I32 d;
    VI apart = hn::Xor(hn::Load(d, s_.index[0] + k), hn::Set(d, cell_[0]));
    for (int a = 1; a < kDims; ++a)
      apart = hn::Or(apart, hn::Xor(hn::Load(d, s_.index[a] + k), hn::Set(d, cell_[a])));
    return hn::AllTrue(d, apart == hn::Zero(d));
  }

  // Keeps the cell of the last lane, since more samples of it are likely to follow.
  HWY_INLINE void Keep(int k) {
    has_cell_ = true;
    lane_ = static_cast<int>(hn::Lanes(F32())) - 1;
    for (int a = 0; a < kDims; ++a) cell_[a] = s_.index[a][k + lane_];
  }

  const LatticeArgs& args_;
  const Octave& octave_;
  const PointsScratch& s_;
  const Corners corners_;
  bool has_cell_ = false;
  int lane_ = 0;
  int32_t cell_[kDims];
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
