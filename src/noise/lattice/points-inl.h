// Lattice noise with one sample per lane: for arbitrary points, and for the octaves of rotated
// pictures that have no DDA (frames-inl.h).
//
// Neighbouring samples are mostly in the same cell or in cells near each other. The gradients of
// the cells' corners are therefore computed separately from the interpolation. A vector of samples
// takes them
//   from a table, if its cells are in the table's box (corner_table-inl.h);
//   from the cached cell, if all lanes are in it (targets whose vectors are too short for tables);
//   otherwise by hashing a cell per lane.
// All interpolate the same values, so their results are bit-identical.
#include "noise/lattice/corner_table-inl.h"
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

// The gradients of a cell's corners, unscaled, one cell per lane. Corners are numbered by one bit
// per axis, 1 = upper end, the last axis in the lowest bit: 2D corner 1 is (0, 1).
template <class Gradient, int kDims>
struct CornerRows {
  static constexpr int kCorners = 1 << kDims;
  static constexpr int kComponents = Gradient::kLinear ? kDims : 1;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));

  float* rows;  // kCorners x kComponents rows of kLanes floats

  static float* Take(Scratch& scratch) {
    return scratch.Take<float>(static_cast<std::size_t>(kCorners * kComponents * kLanes));
  }
  HWY_INLINE float* Row(int corner, int component) const {
    return rows + (corner * kComponents + component) * kLanes;
  }
};

// Stores the gradients of kCount corners, starting at `first`. Interleaves their hashes step by
// step, for instruction-level parallelism.
template <class Gradient, int kDims, int kCount>
HWY_INLINE void StoreGradients(VU (&h)[kCount], const CornerRows<Gradient, kDims>& corners,
                               int first) {
  for (VU& each : h) each = Avalanche(each);
  for (int c = 0; c < kCount; ++c) {
    VF g[3];
    Gradient::template Unscaled<kDims>(h[c], g);
    for (int p = 0; p < corners.kComponents; ++p) hn::Store(g[p], F32(), corners.Row(first + c, p));
  }
}

// Stores the gradients of the four corners that share their indices on all axes except the last
// two. In: the accumulator with these indices mixed in; the indices on the last two axes times
// kPrimeC, at the lower and the upper end.
template <class Gradient, int kDims>
HWY_INLINE void HashSquare(VU from, const VU (*product)[2],
                           const CornerRows<Gradient, kDims>& corners, int first) {
  const VU lo = EatProduct(from, product[0][0]), hi = EatProduct(from, product[0][1]);
  VU h[4] = {EatProduct(lo, product[1][0]), EatProduct(lo, product[1][1]),
             EatProduct(hi, product[1][0]), EatProduct(hi, product[1][1])};
  StoreGradients(h, corners, first);
}

// Fills `corners` for the cells at `index`, one per lane.
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

// A vector of samples in their cells, by axis: offsets from the lower and the upper end, fades and
// the slopes of the fades.
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

// Interpolates between the corners that agree with kCorner on the axes before kAxis. A recursion
// over axes, the last one innermost; start with kAxis = kCorner = 0. read(corner, component)
// returns an element of CornerRows.
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
    // Value noise: only the axes interpolated so far have a slope.
    for (int a = 0; a < kSlopes; ++a)
      jet.g[a] =
          Gradient::kLinear || a > kAxis ? Lerp(o.t[kAxis], lo.g[a], hi.g[a]) : hn::Zero(F32());
    if constexpr (kSlopes > 0) jet.g[kAxis] = Fma(o.dt[kAxis], hi.v - lo.v, jet.g[kAxis]);
  }
  return jet;
}

// Computes one octave's samples, vector by vector in ascending order.
template <class Gradient, int kDims, int kSlopes>
class LatticeWalk {
 public:
  using Corners = CornerRows<Gradient, kDims>;
  using Table = CornerTable<Gradient, kDims>;

  // In: n = the number of samples.
  HWY_INLINE LatticeWalk(const LatticeArgs& args, const Octave& octave, const PointsScratch& s,
                         int n, const Corners& corners, Table& table)
      : args_(args), octave_(octave), s_(s), n_(n), corners_(corners), table_(table) {}

  HWY_INLINE Jet<kSlopes> At(int k) {
    const Offsets<kDims> o = OffsetsOf<kDims, kSlopes>(s_, k);
    Jet<kSlopes> jet = Table::kPaysOff ? FromTable(o, k) : FromCachedCell(o, k);
    constexpr float kScale = Gradient::template kScale<kDims>;
    if constexpr (kScale != 1) {
      jet.v = jet.v * Broadcast(kScale);
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(kScale);
    }
    ApplyTurbulence(args_.turbulence, jet);
    return jet;
  }

 private:
  HWY_INLINE Jet<kSlopes> FromTable(const Offsets<kDims>& o, int k) {
    VI index[kDims], entry;
    for (int a = 0; a < kDims; ++a) index[a] = hn::Load(I32(), s_.index[a] + k);
    if (table_.pause > 0) {
      --table_.pause;
      return FromHashes(o, index);
    }
    if (!table_.Find(index, &entry) && !(TryMoveTable(k) && table_.Find(index, &entry)))
      return FromHashes(o, index);
    return Interpolate<Gradient, kDims, kSlopes, 0, 0>(o, [&](int corner, int component) HWY_ATTR {
      return table_.Read(entry, corner, component);
    });
  }

  HWY_INLINE Jet<kSlopes> FromCachedCell(const Offsets<kDims>& o, int k) {
    if (InCachedCell(k)) {
      const float* const cell = corners_.rows + lane_;
      return Interpolate<Gradient, kDims, kSlopes, 0, 0>(
          o, [&](int corner, int component) HWY_ATTR {
            return Broadcast(cell[(corner * Corners::kComponents + component) * Corners::kLanes]);
          });
    }
    VI index[kDims];
    for (int a = 0; a < kDims; ++a) index[a] = hn::Load(I32(), s_.index[a] + k);
    const Jet<kSlopes> jet = FromHashes(o, index);
    CacheLastLane(k);
    return jet;
  }

  HWY_INLINE Jet<kSlopes> FromHashes(const Offsets<kDims>& o, const VI* index) {
    HashCorners<Gradient, kDims>(octave_, index, corners_);
    return Interpolate<Gradient, kDims, kSlopes, 0, 0>(o, [&](int corner, int component) HWY_ATTR {
      return hn::Load(F32(), corners_.Row(corner, component));
    });
  }

  // Moves the table to the cells of the vectors at k, 4 if they fit, else 2. A table for a single
  // vector would not pay off: returns false, and pauses the search, longer after each failure.
  HWY_NOINLINE bool TryMoveTable(int k) {
    constexpr int kServed[] = {4, 2};
    const I32 d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    for (const int served : kServed) {
      int32_t low[kDims], high[kDims];
      for (int a = 0; a < kDims; ++a) {
        VI minimum = hn::Load(d, s_.index[a] + k), maximum = minimum;
        for (int v = k + lanes; v < std::min(k + served * lanes, n_); v += lanes) {
          const VI index = hn::Load(d, s_.index[a] + v);
          minimum = hn::Min(minimum, index);
          maximum = hn::Max(maximum, index);
        }
        low[a] = hn::GetLane(hn::MinOfLanes(d, minimum));
        high[a] = hn::GetLane(hn::MaxOfLanes(d, maximum));
      }
      if (!table_.TryMoveTo(octave_, low, high)) continue;
      table_.last_pause = 0;
      return true;
    }
    table_.pause = table_.last_pause = std::min(2 * table_.last_pause + 4, 256);
    return false;
  }

  // Whether all lanes are in the cached cell.
  HWY_INLINE bool InCachedCell(int k) const {
    if (!is_cached_) return false;
    const I32 d;
    VI differs = hn::Xor(hn::Load(d, s_.index[0] + k), hn::Set(d, cell_[0]));
    for (int a = 1; a < kDims; ++a)
      differs = hn::Or(differs, hn::Xor(hn::Load(d, s_.index[a] + k), hn::Set(d, cell_[a])));
    return hn::AllTrue(d, differs == hn::Zero(d));
  }

  // Caches the cell of the last lane, which the next samples are likely to be in. Its gradients
  // stay in lane_ of corners_.
  HWY_INLINE void CacheLastLane(int k) {
    is_cached_ = true;
    lane_ = static_cast<int>(hn::Lanes(F32())) - 1;
    for (int a = 0; a < kDims; ++a) cell_[a] = s_.index[a][k + lane_];
  }

  const LatticeArgs& args_;
  const Octave& octave_;
  const PointsScratch& s_;
  const int n_;
  const Corners corners_;
  Table& table_;
  bool is_cached_ = false;
  int lane_ = 0;
  int32_t cell_[kDims];
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
