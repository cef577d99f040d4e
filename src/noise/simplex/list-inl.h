// The lattice points whose kernels reach a few rows of a tile, each found, hashed and placed once.
//
// Positions are fixed-point numbers with 26 fractional bits in lattice units, modulo 2^32.
// Differences up to kMaxFixedOffset are exact, whatever tile or list the positions come from.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"
#include "noise/simplex/simplex_lattice.h"
#include "noise/simplex/tiled_corners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The maximum number of rows that are summed together.
inline constexpr int kMaxSplatRows = 4;

inline constexpr double kFixedOne = 0x1p26;  // 1 lattice unit
inline constexpr float kFixedUlp = 0x1p-26f;
// Lattice units. Signed differences wrap at 2^31, which is 32 units.
inline constexpr double kMaxFixedOffset = 31;

// Converts a position in lattice units to a fixed-point number, rounded to nearest, modulo 2^32.
template <class D>
HWY_INLINE hn::Vec<hn::Rebind<int32_t, D>> ToFixed(D d, hn::Vec<D> position) {
  return WrapIndex(d, hn::Floor(position * hn::Set(d, kFixedOne) + hn::Set(d, 0.5)), 0);
}
HWY_INLINE int32_t ToFixed(double position) {
  const hn::CappedTag<double, 1> d;
  return hn::GetLane(ToFixed(d, hn::Set(d, position)));
}

// A Frame in the lattice units of one octave.
struct LatticeFrame {
  double origin[3], column[3], row[3];
  double column_squared;  // squared length of the column's step
  int list_rows;          // number of rows that share a list

  double At(int axis, double i, double j) const {
    return (origin[axis] + j * row[axis]) + i * column[axis];
  }
};

// `count` points as a structure of arrays, each padded by kPad readable elements.
struct PointList {
  int count;
  double* index[3];      // the lattice index, integral
  int32_t* key[3];       // the hash input: the index modulo the period
  int32_t* position[3];  // fixed point
  float* g[3];           // the gradient; or, in g[0], the value
  // Relative to the corner, the sample in the list's first row and the tile's first column: the
  // offset point - corner in lattice units, and the column of that row nearest to the point
  // (fractional, counted from the corner, possibly outside the tile).
  float* from_corner[3];
  float* nearest_column;
  // For the rows being summed: the range of columns that the kernel may reach in any of them.
  int32_t *begin, *end;
  // By row, grids only: |d|^2 - R^2 and ramp(d), summed over the axes that are constant along the
  // row, and d along the row axis (rows-inl.h).
  float *partial_excess[kMaxSplatRows], *partial_ramp[kMaxSplatRows], *row_offset[kMaxSplatRows];
};

inline void LayOutList(std::size_t max_points, int dimensions, Scratch& scratch, PointList* list) {
  const std::size_t size = max_points + kPad;
  for (int a = 0; a < dimensions; ++a) {
    list->index[a] = scratch.Take<double>(size);
    list->key[a] = scratch.Take<int32_t>(size);
    list->position[a] = scratch.Take<int32_t>(size);
    list->g[a] = scratch.Take<float>(size);
    list->from_corner[a] = scratch.Take<float>(size);
  }
  for (int32_t** row : {&list->begin, &list->end}) *row = scratch.Take<int32_t>(size);
  list->nearest_column = scratch.Take<float>(size);
  for (int r = 0; r < kMaxSplatRows; ++r)
    for (float** row : {&list->partial_excess[r], &list->partial_ramp[r], &list->row_offset[r]})
      *row = scratch.Take<float>(size);
}

// Returns the kernels' radius in lattice units, with a margin for rounding.
template <int kDims>
HWY_INLINE double ReachOf(const SimplexShape<kDims>& shape) {
  return std::sqrt(static_cast<double>(shape.radius_squared)) + 0.01;
}

// Returns an upper bound on the points whose kernels reach list_rows rows of `columns` samples.
template <int kDims>
inline std::size_t MaxListedPoints(const LatticeFrame& frame, const SimplexShape<kDims>& shape,
                                   const SimplexLattice& lattice, int columns) {
  double extents[3];
  for (int a = 0; a < kDims; ++a)
    extents[a] = std::abs(frame.column[a]) * columns + std::abs(frame.row[a]) * frame.list_rows +
                 2 * ReachOf(shape);
  return MaxLatticePoints(lattice, extents);
}

// Returns a box of the points whose kernels reach samples (i .. i + columns, j .. j + list_rows).
template <int kDims>
inline LatticeBox BoxAround(const LatticeFrame& frame, const SimplexShape<kDims>& shape, double i,
                            double j, int columns) {
  LatticeBox box;
  for (int a = 0; a < kDims; ++a) {
    const double at = frame.At(a, i, j), along = frame.column[a] * columns,
                 down = frame.row[a] * frame.list_rows;
    const double reach = ReachOf(shape) + std::abs(at) * 0x1p-48;
    box.low[a] = at + std::min(along, 0.0) + std::min(down, 0.0) - reach;
    box.high[a] = at + std::max(along, 0.0) + std::max(down, 0.0) + reach;
  }
  return box;
}

template <int kDims>
HWY_INLINE void MakeKeys(const Octave& octave, const PointList& list) {
  const F64 d;
  const I32 di;
  const bool is_loop = IsLoop<kDims>(octave);
  const bool uses_doubled = IsTiled<kDims>(octave) && kDims > 1 && !is_loop;
  for (int k = 0; k < list.count; k += static_cast<int>(hn::Lanes(d))) {
    VD index[kDims];
    for (int a = 0; a < kDims; ++a) index[a] = hn::Load(d, list.index[a] + k);
    if constexpr (kDims == 3)
      if (is_loop) ReduceLoop(octave.period[2], index);
    if (uses_doubled) DoublePosition<kDims>(index);
    for (int a = 0; a < kDims; ++a)
      hn::StoreU(WrapIndex(d, index[a], is_loop ? 0 : KeyPeriod<kDims>(octave, a)),
                 hn::Rebind<int32_t, F64>(), list.key[a] + k);
  }
  if (!uses_doubled) return;
  ForVectors(list.count, [&](int k) {
    VI x[kDims];
    for (int a = 0; a < kDims; ++a) x[a] = hn::Load(di, list.key[a] + k);
    HalvePosition<kDims>(x);
    for (int a = 0; a < kDims; ++a) hn::Store(x[a], di, list.key[a] + k);
  });
}

template <class Gradient, int kDims>
HWY_INLINE void MakeGradients(const Octave& octave, const SimplexShape<kDims>& shape,
                              const PointList& list) {
  ForVectors(list.count, [&](int k) {
    VU hash = hn::Set(U32(), octave.seed);
    for (int a = 0; a < kDims; ++a)
      hash = Eat(hash, hn::BitCast(U32(), hn::Load(I32(), list.key[a] + k)));
    VF g[3];
    Gradient::template Vector<kDims>(Avalanche(hash), shape, g);
    for (int a = 0; a < (Gradient::kLinear ? kDims : 1); ++a) hn::Store(g[a], F32(), list.g[a] + k);
  });
}

// Fills in the positions, both absolute and relative to corner (i, j).
template <int kDims>
HWY_INLINE void PlacePoints(const LatticeFrame& frame, const SimplexLattice& lattice, double i,
                            double j, const PointList& list) {
  const F64 d;
  const hn::Rebind<float, F64> df;
  const double inverse = frame.column_squared > 0 ? 1 / frame.column_squared : 0;
  for (int k = 0; k < list.count; k += static_cast<int>(hn::Lanes(d))) {
    VD nearest = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) {
      VD x = hn::Zero(d);
      for (int b = 0; b < kDims; ++b)
        x = x + hn::Load(d, list.index[b] + k) * hn::Set(d, lattice.basis[b][a]);
      hn::StoreU(ToFixed(d, x), hn::Rebind<int32_t, F64>(), list.position[a] + k);
      const VD from_corner = x - hn::Set(d, frame.At(a, i, j));
      hn::StoreU(hn::DemoteTo(df, from_corner), df, list.from_corner[a] + k);
      // The projection of from_corner onto the column's step, in units of that step.
      nearest = nearest + from_corner * hn::Set(d, frame.column[a] * inverse);
    }
    hn::StoreU(hn::DemoteTo(df, nearest), df, list.nearest_column + k);
  }
}

// Lists the points whose kernels reach `columns` columns and list_rows rows from corner (i, j) on.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeList(const Octave& octave, const LatticeFrame& frame, double i, double j,
                           int columns, PointList& list) {
  const bool tiled = IsTiled<kDims>(octave);
  const SimplexShape<kDims> shape(tiled);
  const SimplexLattice lattice(kDims, tiled);
  const int maximum = static_cast<int>(MaxListedPoints(frame, shape, lattice, columns));
  int longest_axis = 0;  // the axis along which a row is longest
  for (int a = 1; a < kDims; ++a)
    if (std::abs(frame.column[a]) > std::abs(frame.column[longest_axis])) longest_axis = a;
  list.count = ListLatticePoints(lattice, BoxAround(frame, shape, i, j, columns), longest_axis,
                                 maximum, list.index);
  for (int a = 0; a < kDims; ++a) std::fill_n(list.index[a] + list.count, kPad, 0.0);
  MakeKeys<kDims>(octave, list);
  MakeGradients<Gradient>(octave, shape, list);
  PlacePoints<kDims>(frame, lattice, i, j, list);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
