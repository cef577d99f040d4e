// Cell noise on grids (grid_axes.h).
//
// The points of a lattice row's cubes are computed once. Each row of samples is cut into spans of
// columns in one cube. For each span:
//   1. CollectPoints (once per cube): collects the points around the span, with their partial
//      distances, which lack the offsets along the column axis.
//   2. CullPoints: bounds each point's distance to the span's samples. A point whose minimum
//      exceeds the kCount-th smallest maximum cannot be among the kCount nearest points of any
//      sample; the other points are copied to a dense list.
//   3. NearestOfPoints: compares every sample with the points of the list.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/cell/cubes.h"
#include "noise/cell/nearest-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns the maximum number of points in the cubes around a sample.
inline std::size_t MaxNeighbours(const CellArgs& args) {
  int cubes = 1;
  for (int axis = 0; axis < 3; ++axis) cubes *= 2 * args.reach(axis) + 1;
  return static_cast<std::size_t>(cubes * kMaxCubePoints);
}

inline NeighbourRange CubeColumns(const CellArgs& args) { return {args.reach(0), args.reach(0)}; }

// A list of the points around a cube, relative to one row of samples in it.
struct NeighbourPoints {
  float* x;                // along the column axis, from the cube's lower side
  float* partial;          // partial distance: accumulated offsets along the other axes
  float* carried;          // for slopes: the offset along the row axis; else see CubePoints
  float* min_accumulated;  // minimum of the accumulated offsets over a span's samples
  int count;
};

struct CellOctave {
  GridColumns columns;
  ColumnSpan* spans;
  int span_count;
  CubeRow rows[2 * kMaxCubeReach +
               1];      // the lattice rows around the samples, in ascending order of their index
  ColumnPoints merged;  // their points
  RowWindow window;     // the lattice row of the samples
  int32_t fixed_index;  // the samples' lattice index along the fixed axis
  float fixed_fraction;
};

struct CellTile {
  CellOctave* octaves;
  double* q;                  // the columns' positions
  float* contribution[3];     // one octave's value and slopes, by column
  NeighbourPoints all, kept;  // before and after culling
};

inline void LayOutNeighbours(const CellArgs& args, Scratch& scratch, NeighbourPoints* points) {
  for (float** table : {&points->x, &points->partial, &points->carried, &points->min_accumulated})
    *table = scratch.Take<float>(MaxNeighbours(args) + kPad);
}

inline void LayOutCubePoints(std::size_t columns, std::size_t points, bool carries,
                             Scratch& scratch, CubePoints* out) {
  out->begin = scratch.Take<int32_t>(columns + 1);
  for (float** table : {&out->x, &out->y, &out->fixed}) *table = scratch.Take<float>(points + kPad);
  out->carried = carries ? scratch.Take<float>(points + kPad) : nullptr;
}

// Returns the maximum length of a span if columns are `step` cubes apart. Short spans keep fewer
// points, but culling costs the same for any length. The limits were found by measurement.
inline int MaxSpan(double step) {
  return static_cast<int>(std::clamp(0.5 / std::abs(step), 32.0, 64.0));
}

// What kernels of any number of slopes share.
struct CellGridBase {
  using Args = CellArgs;
  using State = CellTile;
  static constexpr int kMaxColumns = kShortRun;

  static HWY_NOINLINE void LayOut(const CellArgs& args, const Frame& frame, int columns,
                                  Scratch& scratch, CellTile& t) {
    const int axis = GridAxesOf(frame, args.dimensions).column;
    const auto width = static_cast<std::size_t>(Padded(columns));
    t.octaves = scratch.Take<CellOctave>(args.octaves.size());
    t.q = scratch.Take<double>(width + kPad);
    for (float*& contribution : t.contribution) contribution = scratch.Take<float>(width + kPad);
    for (NeighbourPoints* points : {&t.all, &t.kept}) LayOutNeighbours(args, scratch, points);
    ForRecords(t.octaves, args.octaves.size(), [&](CellOctave& s, std::size_t o) {
      const std::size_t corners =
          MaxIndices(frame, axis, args.octaves[o], static_cast<int>(width), CubeColumns(args));
      LayOutColumns(width + kPad, corners, false, scratch, &s.columns);
      s.spans = scratch.Take<ColumnSpan>(width);
      const int rows = 2 * args.reach(1) + 1, layers = 2 * args.reach(2) + 1;
      const std::size_t points = corners * kMaxCubePoints;
      for (int row = 0; row < rows; ++row)
        for (int layer = 0; layer < layers; ++layer)
          LayOutCubePoints(corners, points, args.is_of_nearest(), scratch,
                           &s.rows[row].layer[layer]);
      const auto all = points * static_cast<std::size_t>(rows * layers);
      LayOutCubePoints(corners, all, args.is_of_nearest(), scratch, &s.merged.points);
      s.merged.column = scratch.Take<float>(all + kPad);
    });
  }

  static HWY_NOINLINE void Prepare(const CellArgs& args, const Frame& frame, const Tile& tile,
                                   const CellTile& t) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const int width = Padded(tile.columns);
    ColumnPositions(frame, axes.column, tile, width, t.q);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      CellOctave& s = t.octaves[o];
      MakeColumns(t.q, width, AxisOf(args.octaves[o], axes.column), frame.column[axes.column] < 0,
                  CubeColumns(args), false, s.columns);
      std::fill_n(s.columns.x + width, kPad, 0.0f);  // read by vectors that extend past the end
      const double step = frame.column[axes.column] * args.octaves[o].frequency[axes.column];
      s.span_count = CutColumnSpans(s.columns, width, MaxSpan(step), s.spans);
      s.fixed_index = 0;
      s.fixed_fraction = 0;
      if (args.dimensions == 3)
        SplitOne(frame.origin[axes.fixed], AxisOf(args.octaves[o], axes.fixed), &s.fixed_index,
                 &s.fixed_fraction);
      s.window.is_valid = false;
    }
  }
};

// Moves to samples in lattice row `index`. Cubes already computed are kept.
HWY_NOINLINE inline void MoveToCubes(const CellArgs& args, const Octave& octave,
                                     const GridAxes& axes, CellOctave& s, int32_t index) {
  const int reach = args.reach(2);
  const auto make = [&](CubeRow& row, int32_t row_index) {
    for (int shift = -reach; shift <= reach; ++shift) {
      const int32_t fixed = ShiftIndex(s.fixed_index, shift, octave.period[axes.fixed]);
      MakePoints(args, octave.seed, axes,
                 {s.columns.index, s.columns.index_count, row_index, fixed,
                  static_cast<float>(shift) - s.fixed_fraction},
                 row.layer[shift + reach]);
    }
  };
  if (MoveRows(s.window, index, octave.period[axes.row], s.rows, args.reach(1), make))
    MergeColumns(args, s.rows, s.columns.index_count, s.merged);
}

// Step 1: fills in `all` for one cube and the row of samples at `fraction` in it.
HWY_INLINE void CollectPoints(const CellArgs& args, const ColumnPoints& merged, int cell,
                              float fraction, bool carries_y, NeighbourPoints& all) {
  const F32 d;
  const AnyMetric metric{args.metric};
  const CubePoints points = merged.points;  // copies, which stores of points cannot alias
  const float* const column = merged.column;
  // The samples' cube is in the middle of the columns cell .. cell + 2 reach.
  const int reach = args.reach(0);
  const VF sample_column = Broadcast(static_cast<float>(cell + reach));
  const VF sample_y = Broadcast(fraction);
  const int begin = points.begin[cell];
  all.count = points.begin[cell + 2 * reach + 1] - begin;
  const NeighbourPoints to = all;
  const bool copies = args.is_of_nearest() && !carries_y;
  ForVectors(to.count, [&](int k) {
    const VF y = hn::LoadU(d, points.y + begin + k) - sample_y;
    const VF cell_x = hn::LoadU(d, column + begin + k) - sample_column;
    hn::Store(cell_x + hn::LoadU(d, points.x + begin + k), d, to.x + k);
    hn::Store(metric.Accumulate(y, hn::LoadU(d, points.fixed + begin + k)), d, to.partial + k);
    if (carries_y) hn::Store(y, d, to.carried + k);
    if (copies) hn::Store(hn::LoadU(d, points.carried + begin + k), d, to.carried + k);
  });
  // Points are read in whole vectors, so pad with sentinels, which are never nearest.
  hn::StoreU(Broadcast(kSentinelDistance), d, to.partial + to.count);
}

// Step 2: fills in `kept`. The result stays bit-identical: see voronoi/block-inl.h.
template <int kCount, bool kCarries>
HWY_INLINE void CullPoints(const CellArgs& args, const ColumnSpan& span, const NeighbourPoints all,
                           NeighbourPoints& kept_points) {
  const F32 d;
  NeighbourPoints kept = kept_points;  // a copy, which stores of points cannot alias
  const AnyMetric metric{args.metric};
  const VF min_x = Broadcast(span.low), max_x = Broadcast(span.high);
  Smallest<kCount> maxima;
  ForVectors(all.count, [&](int k) {
    const VF x = hn::Load(d, all.x + k), partial = hn::Load(d, all.partial + k);
    const VF minimum = x - max_x, maximum = x - min_x;  // of the offset
    const VF min_abs = hn::Max(hn::Max(minimum, hn::Neg(maximum)), hn::Zero(d));
    hn::Store(metric.Accumulate(min_abs, partial), d, all.min_accumulated + k);
    maxima.Add(metric.Accumulate(hn::Max(maximum, hn::Neg(minimum)), partial));
  });
  const VF cutoff = hn::Min(maxima.OfAllLanes(), Broadcast(MaxAccumulated(args)));
  // Collects the tests of 64 points as bits, then loops over the set bits: a loop per vector would
  // mispredict more. CompressStore is slower: in Highway 1.0.3 it first copies a table of 2 KB.
  kept.count = 0;
  for (int first = 0; first < all.count; first += 64) {
    uint64_t bits = 0;
    ForVectors(std::min(64, all.count - first), [&](int k) {
      bits |= BitsOf(hn::Load(d, all.min_accumulated + first + k) <= cutoff) << k;
    });
    for (; bits != 0; bits &= bits - 1) {
      const int p = first + std::countr_zero(bits);
      kept.x[kept.count] = all.x[p];
      kept.partial[kept.count] = all.partial[p];
      if (kCarries) kept.carried[kept.count] = all.carried[p];
      ++kept.count;
    }
  }
  kept_points.count = kept.count;
}

// Step 3: computes values and slopes at x. carries_x: the nearest point carries its offset along x.
template <int kCount, int kSlopes, bool kOfNearest>
HWY_INLINE Jet<kSlopes> NearestOfPoints(const CellArgs& args, const NeighbourPoints& points,
                                        bool carries_x, VF x) {
  const AnyMetric metric{args.metric};
  NearestPoints<kCount, kCarriedCount<kSlopes, kOfNearest>> nearest;
  for (int p = 0; p < points.count; ++p) {
    const VF offset = Broadcast(points.x[p]) - x;
    FeaturePoint<kCarriedCount<kSlopes, kOfNearest>> point;
    point.accumulated = metric.Accumulate(offset, Broadcast(points.partial[p]));
    if constexpr (kSlopes > 0) {
      point.offset[0] = offset;
      point.offset[1] = Broadcast(points.carried[p]);
    }
    if constexpr (kOfNearest) point.offset[0] = carries_x ? offset : Broadcast(points.carried[p]);
    nearest.Add(point);
  }
  if constexpr (kOfNearest) {
    Jet<kSlopes> jet;
    jet.v = nearest.f[0].offset[0];
    if (args.offset_axis() >= 0) jet.v = hn::Neg(jet.v);
    return jet;
  } else {
    return WeightedSum(args, nearest);
  }
}

// kSlopes: 0 or 2, with respect to the column axis and the row axis.
template <int kSlopes, bool kOfNearest>
struct CellGrid : CellGridBase {
  static HWY_INLINE void Run(const CellArgs& args, const Frame& frame, const cobble::Run& run,
                             CellTile& t, const Slot& slot) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const double q = RowPosition(frame, axes.row, run.j);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      int32_t index = 0;
      float fraction = 0;
      if (args.dimensions > 1) SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
      MoveToCubes(args, args.octaves[o], axes, t.octaves[o], index);
      if constexpr (kOfNearest)
        ComputeContribution<1>(args, axes, t.octaves[o], fraction, t);
      else
        WithNearestCount(args, [&](auto count) {
          ComputeContribution<decltype(count)::value>(args, axes, t.octaves[o], fraction, t);
        });
      AddJets<kSlopes>(args.octaves[o], t.contribution, o == 0, run.n, slot);
      if constexpr (kOfNearest)
        AddUnitSlope(args.octaves[o], axes.NumberOf(args.offset_axis()), o == 0, run.n, slot);
    }
  }

  // Computes one octave's contribution for every column of the tile.
  template <int kCount>
  static HWY_NOINLINE void ComputeContribution(const CellArgs& args, const GridAxes& axes,
                                               const CellOctave& s, float fraction, CellTile& t) {
    const bool carries_x = kOfNearest && args.offset_axis() == axes.column;
    const bool carries_y = kSlopes > 0 || (kOfNearest && args.offset_axis() == axes.row);
    const F32 d;
    const ColumnSpan* const end = s.spans + s.span_count;
    for (const ColumnSpan* span = s.spans; span != end; ++span) {
      if (span == s.spans || span->cell != span[-1].cell)
        CollectPoints(args, s.merged, span->cell, fraction, carries_y, t.all);
      // For a single vector of values, comparing all points is faster than culling.
      const int lanes = static_cast<int>(hn::Lanes(d));
      constexpr bool kCarries = kOfNearest || kSlopes > 0;
      const bool culls = kCarries || span->end - span->begin > lanes;
      if (culls) CullPoints<kCount, kCarries>(args, *span, t.all, t.kept);
      // Lanes past the span's end belong to the next span, which overwrites them.
      for (int k = span->begin; k < span->end; k += lanes) {
        const auto jet = NearestOfPoints<kCount, kSlopes, kOfNearest>(
            args, culls ? t.kept : t.all, carries_x, hn::LoadU(d, s.columns.x + k));
        StoreJet(jet, t.contribution, k);
      }
    }
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
