// The noise in a lattice cell as a polynomial, for rotated pictures, and a cache of such cells.
//
// In a cell, each axis a has three coordinates:
//   x_a   the fraction, 0..1
//   s_a = 2 x_a - 1          the centred fraction, -1..1
//   u_a = fade(x_a) - 1/2    the centred fade, -1/2..1/2
// Interpolating the corners' contributions n gives a sum over all subsets S of the axes,
//   v = sum of M_S * (product of u_a for a in S)
// In 2D, where n_01 is the corner at the lower end of axis 0 and the upper end of axis 1:
//
//   v = M_0 + M_1 u_1 + M_2 u_0 + M_3 u_0 u_1
//
//   M_0 = (n_00 + n_01 + n_10 + n_11) / 4        subset {}
//   M_1 = (n_01 - n_00 + n_11 - n_10) / 2        subset {1}
//   M_2 = (n_10 - n_00 + n_11 - n_01) / 2        subset {0}
//   M_3 =  n_11 - n_10 - n_01 + n_00             subset {0, 1}
//
// Value noise: n is a constant, and so is M_S = q_S.
// Perlin noise: n = g . (x - corner) is linear in s, and so is M_S = q_S + sum over a of p_aS s_a.
//
// Polynomials order axes like the DDA, main axis first (row_dda-inl.h); corners like the frame.
#pragma once

#include <algorithm>
#include <bit>

#include "noise/math/gradient-inl.h"
#include "noise/sampling/corners-inl.h"
#include "noise/sampling/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The gradients of a cell's corners, unscaled, one cell per lane. Corners: see EatCorners.
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

// The memory layout of a cell's polynomial: kRows rows of kStride floats, one column per subset.
// Subsets are numbered like corners (CornerRows). For 2D Perlin noise with 8 lanes:
//
//               subset  {}   {1}   {0}  {0,1}
//   row 0, constants    q_0  q_1   q_2  q_3   | 4 floats of padding
//   row 1, s_0          p_00 p_01  p_02 p_03  |
//   row 2, s_1          p_10 p_11  p_12 p_13  |     p_aS: slope of M_S in s_a
//   row 3, along        p_0S + ratio_1 p_1S   |     slope of M_S in s_0 along the picture's row
//
// Value noise has only row 0.
template <class Gradient, int kDims>
struct CellPolynomial {
  static constexpr int kSubsets = 1 << kDims;
  static constexpr int kRows = Gradient::kLinear ? kDims + 2 : 1;
  static constexpr int kAlong = kDims + 1;  // the last row
  // Padded, since rows are read in whole vectors.
  static constexpr int kStride = std::max(kSubsets, static_cast<int>(hn::MaxLanes(F32())));
  static constexpr int kSize = kRows * kStride;
};

// A direct-mapped cache of cell polynomials. A cell's entry is its key modulo the cache's size.
// Keys grow by 1 with every boundary that a row crosses (RowDda), and the size is at least the
// number of cells of a row, so cells of one row never evict each other.
struct CellCache {
  uint32_t mask;       // size - 1; the size is a power of 2
  uint32_t* index[3];  // each entry's cell, the tag
  bool* valid;
  float* polynomials;  // CellPolynomial::kSize floats per entry
  // Entries claimed by FindOrClaim but not yet computed by FillMissing, with their cells.
  uint32_t* missing_index[3];
  uint32_t* missing_entry;
  int missing_count;
};

// In: the maximum number of cells in a row.
template <class Gradient, int kDims>
inline void LayOutCache(std::size_t max_cells, Scratch& scratch, CellCache* cache) {
  const std::size_t size = std::bit_ceil(max_cells);
  cache->mask = static_cast<uint32_t>(size - 1);
  for (int a = 0; a < kDims; ++a) {
    cache->index[a] = scratch.Take<uint32_t>(size);
    cache->missing_index[a] = scratch.Take<uint32_t>(max_cells + kPad);
  }
  cache->valid = scratch.Take<bool>(size);
  cache->polynomials = scratch.Take<float>(size * CellPolynomial<Gradient, kDims>::kSize);
  cache->missing_entry = scratch.Take<uint32_t>(max_cells + kPad);
}

// Returns the entry of a cell. On a miss, claims it for the cell and lists it for FillMissing.
template <int kDims>
HWY_INLINE uint32_t FindOrClaim(CellCache& cache, const uint32_t* index, uint32_t key) {
  const uint32_t entry = key & cache.mask;
  bool found = cache.valid[entry];
  for (int a = 0; a < kDims; ++a) found = found && cache.index[a][entry] == index[a];
  if (found) return entry;
  cache.valid[entry] = true;
  for (int a = 0; a < kDims; ++a)
    cache.index[a][entry] = cache.missing_index[a][cache.missing_count] = index[a];
  cache.missing_entry[cache.missing_count++] = entry;
  return entry;
}

// Converts one value per corner to one value per subset, in place: on each axis, (lower, upper)
// becomes (mean, difference). Applied to n it gives M.
template <int kDims>
HWY_INLINE void CornersToSubsets(VF* n) {
  for (int bit = 1; bit < 1 << kDims; bit *= 2)
    for (int c = 0; c < 1 << kDims; ++c) {
      if ((c & bit) != 0) continue;
      const VF lo = n[c], hi = n[c | bit];
      n[c] = Broadcast(0.5f) * (lo + hi);
      n[c | bit] = hi - lo;
    }
}

// Computes a corner's contribution n as coefficients: row[0] is the constant, row[a + 1] the slope
// in s_a of the frame's axis a. n is the sum of g_a x_a = g_a / 2 (s_a + 1) over the axes where the
// corner is at the lower end, and of g_a (x_a - 1) = g_a / 2 (s_a - 1) over the others.
template <class Gradient, int kDims>
HWY_INLINE void CornerCoefficients(const CornerRows<Gradient, kDims>& corners, int corner,
                                   VF* row) {
  const F32 d;
  if constexpr (!Gradient::kLinear) {
    row[0] = hn::Load(d, corners.Row(corner, 0));
  } else {
    const VF scale = Broadcast(0.5f * Gradient::template kScale<kDims>);
    row[0] = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) {
      const VF p = hn::Load(d, corners.Row(corner, a)) * scale;
      const bool upper = ((corner >> (kDims - 1 - a)) & 1) != 0;
      row[0] = upper ? row[0] - p : row[0] + p;
      row[a + 1] = p;
    }
  }
}

// The DDA's axes (DdaSetup): axis[a] is the frame's axis, ratio[a] the change of s_a per s_0.
struct AxisOrder {
  const int* axis;
  const float* ratio;

  // Converts a subset from the frame's order of axes to the DDA's.
  template <int kDims>
  HWY_INLINE int Subset(int subset) const {
    int to = 0;
    for (int a = 0; a < kDims; ++a)
      to |= ((subset >> (kDims - 1 - axis[a])) & 1) << (kDims - 1 - a);
    return to;
  }
};

// Computes the polynomials, except `along` rows, of the cells in the first `count` lanes.
template <class Gradient, int kDims>
HWY_INLINE void StorePolynomials(const CornerRows<Gradient, kDims>& corners, const AxisOrder& axes,
                                 const uint32_t* entry, int count, float* polynomials) {
  using Layout = CellPolynomial<Gradient, kDims>;
  constexpr int kComputed = Gradient::kLinear ? kDims + 1 : 1;  // rows
  const F32 d;
  VF rows[kComputed][Layout::kSubsets];
  for (int c = 0; c < Layout::kSubsets; ++c) {
    VF row[kComputed];
    CornerCoefficients<Gradient, kDims>(corners, c, row);
    for (int r = 0; r < kComputed; ++r) rows[r][c] = row[r];
  }
  for (int r = 0; r < kComputed; ++r) CornersToSubsets<kDims>(rows[r]);
  // Transpose from one cell per lane to one cell per entry.
  HWY_ALIGN float lanes[Layout::kRows][hn::MaxLanes(F32())];
  for (int c = 0; c < Layout::kSubsets; ++c) {
    for (int r = 0; r < kComputed; ++r) hn::Store(rows[r][c], d, lanes[r]);
    float* const first = polynomials + axes.Subset<kDims>(c);
    for (int lane = 0; lane < count; ++lane) {
      float* const to = first + entry[lane] * Layout::kSize;
      to[0] = lanes[0][lane];
      if constexpr (Gradient::kLinear) {
        for (int a = 0; a < kDims; ++a)
          to[(a + 1) * Layout::kStride] = lanes[axes.axis[a] + 1][lane];
      }
    }
  }
}

template <class Gradient, int kDims>
HWY_INLINE void StoreAlongRows(const AxisOrder& axes, const uint32_t* entry, int count,
                               float* polynomials) {
  using Layout = CellPolynomial<Gradient, kDims>;
  const F32 d;
  for (int lane = 0; lane < count; ++lane) {
    float* const p = polynomials + entry[lane] * Layout::kSize + Layout::kStride;
    for (int c = 0; c < Layout::kSubsets; c += static_cast<int>(hn::Lanes(d))) {
      VF along = hn::Load(d, p + c);
      for (int a = 1; a < kDims; ++a)
        along = Fma(hn::Load(d, p + a * Layout::kStride + c), Broadcast(axes.ratio[a]), along);
      hn::Store(along, d, p + kDims * Layout::kStride + c);
    }
  }
}

// Computes the cells that FindOrClaim has listed, and empties the list. In: `corners` is scratch.
template <class Gradient, int kDims>
HWY_NOINLINE void FillMissing(const Octave& octave, const CornerRows<Gradient, kDims>& corners,
                              const AxisOrder& axes, CellCache& cache) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  for (int k = 0; k < cache.missing_count; k += lanes) {
    VI index[kDims];
    for (int a = 0; a < kDims; ++a)
      index[axes.axis[a]] = hn::BitCast(I32(), hn::Load(U32(), cache.missing_index[a] + k));
    ForCorners<Gradient, kDims>(octave, index, [&](int corner, const VF* g) HWY_ATTR {
      for (int p = 0; p < corners.kComponents; ++p) hn::Store(g[p], F32(), corners.Row(corner, p));
    });
    const int count = std::min(lanes, cache.missing_count - k);
    const uint32_t* const entry = cache.missing_entry + k;
    StorePolynomials<Gradient, kDims>(corners, axes, entry, count, cache.polynomials);
    if constexpr (Gradient::kLinear)
      StoreAlongRows<Gradient, kDims>(axes, entry, count, cache.polynomials);
  }
  cache.missing_count = 0;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
