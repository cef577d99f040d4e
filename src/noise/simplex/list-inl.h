// The lattice points around some rows of a tile, as simplex noise on grids and affine frames sums
// them up: found, hashed and placed once for these rows.
//
// Positions are numbers of 2^-26 of the lattice's unit, modulo 2^32: differences of them are exact,
// whatever tile or list of points they are taken from, up to kFarthestOffset.
#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"
#include "noise/simplex/points-inl.h"
#include "noise/simplex/simplex_lattice.h"

#if defined(COBBLE_NOISE_SIMPLEX_LIST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SIMPLEX_LIST_INL_H_
#undef COBBLE_NOISE_SIMPLEX_LIST_INL_H_
#else
#define COBBLE_NOISE_SIMPLEX_LIST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Rows that are summed up at once, at most.
inline constexpr int kMaxSplatRows = 4;

inline constexpr double kFixedUnit = 0x1p26;
inline constexpr float kUnitOfFixed = 0x1p-26f;
inline constexpr double kFarthestOffset = 31;  // units; 2^31 of these numbers are 32

// Where positions stand, modulo 2^32.
template <class D>
HWY_INLINE hn::Vec<hn::Rebind<int32_t, D>> FixedOf(D d, hn::Vec<D> position) {
  return WrapIndex(d, hn::Floor(position * hn::Set(d, kFixedUnit) + hn::Set(d, 0.5)), 0);
}
HWY_INLINE int32_t FixedOf(double position) {
  const hn::CappedTag<double, 1> d;
  return hn::GetLane(FixedOf(d, hn::Set(d, position)));
}

// From samples to lattice points, as the frame of an octave has it, in the lattice's units.
struct SplatSteps {
  double origin[3], column[3], row[3];
  double square;  // of the column's step
  int list_rows;  // how many rows share a list

  // Where the sample (i, j) stands.
  double At(int axis, double i, double j) const {
    return (origin[axis] + j * row[axis]) + i * column[axis];
  }
};

// A number a point, `count` of them and some more that may be read.
struct PointList {
  int count;
  double* n[3];     // indices
  int32_t* key[3];  // what the point is hashed by
  int32_t* at[3];   // where it stands
  float* g[3];      // gradient, or value
  // As the list's first row sees them from the tile's first column: the offset, and the column that
  // is nearest.
  float* from[3];
  float* centre;
  // As the present rows see them: the columns that the kernel can reach in any of them; row by row,
  // the squares of the offsets along the axes that do not follow the columns, less r, the
  // gradient's value for these offsets, and the one along the rows.
  int32_t *begin, *end;
  float *rest[kMaxSplatRows], *base[kMaxSplatRows], *offset[kMaxSplatRows];
};

inline void LayOutList(std::size_t points, int dimensions, Scratch& scratch, PointList* list) {
  const std::size_t maximum = points + kPad;
  for (int a = 0; a < dimensions; ++a) {
    list->n[a] = scratch.Take<double>(maximum);
    list->key[a] = scratch.Take<int32_t>(maximum);
    list->at[a] = scratch.Take<int32_t>(maximum);
    list->g[a] = scratch.Take<float>(maximum);
    list->from[a] = scratch.Take<float>(maximum);
  }
  for (int32_t** row : {&list->begin, &list->end}) *row = scratch.Take<int32_t>(maximum);
  list->centre = scratch.Take<float>(maximum);
  for (int r = 0; r < kMaxSplatRows; ++r)
    for (float** row : {&list->rest[r], &list->base[r], &list->offset[r]})
      *row = scratch.Take<float>(maximum);
}

// How far kernels reach, and what rounding may take of it.
template <int kDims>
HWY_INLINE double ReachOf(const SimplexShape<kDims>& shape) {
  return std::sqrt(static_cast<double>(shape.radius)) + 0.01;
}

// The extents of a box around `columns` samples of list_rows rows, and their kernels.
template <int kDims>
inline std::size_t MaxListed(const SplatSteps& steps, const SimplexShape<kDims>& shape,
                             const SimplexLattice& lattice, int columns) {
  double extents[3];
  for (int a = 0; a < kDims; ++a)
    extents[a] = std::abs(steps.column[a]) * columns + std::abs(steps.row[a]) * steps.list_rows +
                 2 * ReachOf(shape);
  return MaxLatticePoints(lattice, extents);
}

// The box around `columns` samples from (i, j) on, of list_rows rows, and their kernels.
template <int kDims>
inline LatticeBox BoxAround(const SplatSteps& steps, const SimplexShape<kDims>& shape, double i,
                            double j, int columns) {
  LatticeBox box;
  for (int a = 0; a < kDims; ++a) {
    const double at = steps.At(a, i, j), along = steps.column[a] * columns,
                 down = steps.row[a] * steps.list_rows;
    const double reach = ReachOf(shape) + std::abs(at) * 0x1p-48;
    box.low[a] = at + std::min(along, 0.0) + std::min(down, 0.0) - reach;
    box.high[a] = at + std::max(along, 0.0) + std::max(down, 0.0) + reach;
  }
  return box;
}

// What the points are hashed by, from their indices.
template <int kDims>
HWY_INLINE void MakeKeys(const Octave& octave, const PointList& list) {
  const F64 d;
  const I32 di;
  const bool doubles = octave.period[0] != 0 && kDims > 1;
  for (int k = 0; k < list.count; k += static_cast<int>(hn::Lanes(d))) {
    VD n[kDims];
    for (int a = 0; a < kDims; ++a) n[a] = hn::Load(d, list.n[a] + k);
    if (doubles) DoublePosition<kDims>(n);
    for (int a = 0; a < kDims; ++a)
      hn::StoreU(WrapIndex(d, n[a], KeyPeriod<kDims>(octave, a)), hn::Rebind<int32_t, F64>(),
                 list.key[a] + k);
  }
  if (!doubles) return;
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

// Where the points stand, and how the sample (i, j) sees them.
template <int kDims>
HWY_INLINE void PlacePoints(const SplatSteps& steps, const SimplexLattice& lattice, double i,
                            double j, const PointList& list) {
  const F64 d;
  const hn::Rebind<float, F64> df;
  const double inverse = steps.square > 0 ? 1 / steps.square : 0;
  for (int k = 0; k < list.count; k += static_cast<int>(hn::Lanes(d))) {
    VD centre = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) {
      VD x = hn::Zero(d);
      for (int b = 0; b < kDims; ++b)
        x = x + hn::Load(d, list.n[b] + k) * hn::Set(d, lattice.step[b][a]);
      hn::StoreU(FixedOf(d, x), hn::Rebind<int32_t, F64>(), list.at[a] + k);
      const VD from = x - hn::Set(d, steps.At(a, i, j));
      hn::StoreU(hn::DemoteTo(df, from), df, list.from[a] + k);
      centre = centre + from * hn::Set(d, steps.column[a] * inverse);
    }
    hn::StoreU(hn::DemoteTo(df, centre), df, list.centre + k);
  }
}

// Lists the points around the tile's `columns` samples from (i, j) on and the rows below.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeList(const Octave& octave, const SplatSteps& steps, double i, double j,
                           int columns, PointList& list) {
  const bool tiled = octave.period[0] != 0;
  const SimplexShape<kDims> shape(tiled);
  const SimplexLattice lattice(kDims, tiled);
  const int maximum = static_cast<int>(MaxListed(steps, shape, lattice, columns));
  int longest = 0;
  for (int a = 1; a < kDims; ++a)
    if (std::abs(steps.column[a]) > std::abs(steps.column[longest])) longest = a;
  list.count =
      ListLatticePoints(lattice, BoxAround(steps, shape, i, j, columns), longest, maximum, list.n);
  for (int a = 0; a < kDims; ++a) std::fill_n(list.n[a] + list.count, kPad, 0.0);
  MakeKeys<kDims>(octave, list);
  MakeGradients<Gradient>(octave, shape, list);
  PlacePoints<kDims>(steps, lattice, i, j, list);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
