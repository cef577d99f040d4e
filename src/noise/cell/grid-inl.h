// Cell noise on grids: one axis follows the columns, at most one the rows. The points of a lattice
// row's cubes are made once. For a span of samples in one cell of a row, the points around the
// cell are looked through once for those that can be among the nearest of any of its samples; what
// is left for a sample is an offset and a comparison a point.
#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/cell/cubes.h"
#include "noise/cell/nearest-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/grid_rows-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

#if defined(COBBLE_NOISE_CELL_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_CELL_GRID_INL_H_
#undef COBBLE_NOISE_CELL_GRID_INL_H_
#else
#define COBBLE_NOISE_CELL_GRID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

inline constexpr int kMaxAround = 27 * kMaxCubePoints;

// Points around a cell.
struct Around {
  float* x;        // along the columns' axis, from the cell's lower side
  float* rest;     // the offsets along the other axes, joined
  float* carried;  // slopes: the offset along the rows' axis; cell-id: the point's number
  float* minimum;  // the joined offsets at the nearest sample
  int count;
};

// What one octave keeps of a tile.
struct CellOctave {
  GridColumns columns;
  ColumnSpan* spans;
  int span_count;
  CubeRow rows[3];
  ColumnPoints accumulated;
  RowsPlace place;
  int32_t fixed_index;
  float fixed_fraction;
};

// What a kernel keeps of a tile.
struct CellTile {
  CellOctave* octaves;
  double* q;
  float* share[3];  // of an octave: value and slopes
  Around all, few;
};

inline void LayOutAround(Scratch& scratch, Around* around) {
  for (float** table : {&around->x, &around->rest, &around->carried, &around->minimum})
    *table = scratch.Take<float>(kMaxAround + kPad);
}

inline void LayOutPoints(std::size_t columns, std::size_t points, bool numbers, Scratch& scratch,
                         CubePoints* out) {
  out->begin = scratch.Take<int32_t>(columns + 1);
  for (float** table : {&out->x, &out->y, &out->fixed}) *table = scratch.Take<float>(points + kPad);
  out->number = numbers ? scratch.Take<float>(points + kPad) : nullptr;
}

HWY_NOINLINE inline void LayOutCell(const CellArgs& args, const Frame& frame, int columns,
                                    Scratch& scratch, CellTile& t) {
  const int axis = GridAxesOf(frame, args.dimensions).column;
  const auto width = static_cast<std::size_t>((columns + kPad - 1) / kPad * kPad);
  t.octaves = scratch.Take<CellOctave>(args.octaves.size());
  t.q = scratch.Take<double>(width + kPad);
  for (float*& share : t.share) share = scratch.Take<float>(width + kPad);
  for (Around* around : {&t.all, &t.few}) LayOutAround(scratch, around);
  ForRecords(t.octaves, args.octaves.size(), [&](CellOctave& s, std::size_t o) {
    const std::size_t corners =
        MaxCorners(frame, axis, args.octaves[o], static_cast<int>(width), {1, 1});
    LayOutColumns(width + kPad, corners, false, scratch, &s.columns);
    s.spans = scratch.Take<ColumnSpan>(width);
    const int rows = 2 * args.reach(1) + 1, layers = 2 * args.reach(2) + 1;
    const std::size_t points = corners * kMaxCubePoints;
    for (int row = 0; row < rows; ++row)
      for (int layer = 0; layer < layers; ++layer)
        LayOutPoints(corners, points, args.cell_id, scratch, &s.rows[row].layer[layer]);
    const auto all = points * static_cast<std::size_t>(rows * layers);
    LayOutPoints(corners, all, args.cell_id, scratch, &s.accumulated.points);
    s.accumulated.column = scratch.Take<float>(all + kPad);
  });
}

// The longest span where neighbouring columns are `step` cells apart: shorter ones have fewer
// points near them, but each is looked around for. (Half a cell, 32 to 64: measured.)
inline int LongestSpan(double step) {
  return static_cast<int>(std::clamp(0.5 / std::abs(step), 32.0, 64.0));
}

// What of a tile does not depend on the row.
HWY_NOINLINE inline void PrepareCell(const CellArgs& args, const Frame& frame, const Tile& tile,
                                     const CellTile& t) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const int width = (tile.columns + kPad - 1) / kPad * kPad;
  ColumnPositions(frame, axes.column, tile, width, t.q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    CellOctave& s = t.octaves[o];
    MakeColumns(t.q, width, AxisOf(args.octaves[o], axes.column), frame.column[axes.column] < 0,
                {1, 1}, false, s.columns);
    std::fill_n(s.columns.x + width, kPad, 0.0f);  // read by vectors that reach past the end
    const double step = frame.column[axes.column] * args.octaves[o].frequency[axes.column];
    s.span_count = CutColumnSpans(s.columns, width, LongestSpan(step), s.spans);
    s.fixed_index = 0;
    s.fixed_fraction = 0;
    if (args.dimensions == 3)
      SplitOne(frame.origin[axes.fixed], AxisOf(args.octaves[o], axes.fixed), &s.fixed_index,
               &s.fixed_fraction);
    s.place.known = false;
  }
}

// Brings the cubes to those around the lattice row `index`.
HWY_NOINLINE inline void MoveToCubes(const CellArgs& args, const Octave& octave,
                                     const GridAxes& axes, CellOctave& s, int32_t index) {
  const int reach = args.reach(2);
  const auto make = [&](CubeRow& row, int32_t row_index) {
    for (int by = -reach; by <= reach; ++by) {
      const int32_t fixed = ShiftIndex(s.fixed_index, by, octave.period[axes.fixed]);
      MakePoints(args, octave.seed, axes,
                 {s.columns.index, s.columns.corners, row_index, fixed,
                  static_cast<float>(by) - s.fixed_fraction},
                 row.layer[by + reach]);
    }
  };
  if (MoveRows(s.place, index, octave.period[axes.row], s.rows, args.reach(1), make))
    JoinColumns(args, s.rows, s.columns.corners, s.accumulated);
}

// Collects the points around a cell, as the row at that fraction sees them.
HWY_INLINE void CollectPoints(const CellArgs& args, const ColumnPoints& accumulated, int cell,
                              float fraction, bool slopes, Around& all) {
  const F32 d;
  const AnyMetric metric{args.metric};
  const CubePoints& points = accumulated.points;
  const VF own = Broadcast(static_cast<float>(cell + 1)), below = Broadcast(fraction);
  const int begin = points.begin[cell];
  all.count = points.begin[cell + 3] - begin;
  ForVectors(all.count, [&](int k) {
    const VF y = hn::LoadU(d, points.y + begin + k) - below;
    const VF by = hn::LoadU(d, accumulated.column + begin + k) - own;
    hn::Store(by + hn::LoadU(d, points.x + begin + k), d, all.x + k);
    hn::Store(metric.Accumulate(y, hn::LoadU(d, points.fixed + begin + k)), d, all.rest + k);
    if (slopes) hn::Store(y, d, all.carried + k);
    if (args.cell_id) hn::Store(hn::LoadU(d, points.number + begin + k), d, all.carried + k);
  });
  hn::StoreU(Broadcast(kBeyond), d, all.rest + all.count);  // whole vectors of them are read
}

// No more than the kCount-th smallest number of a few vectors, of which `least` holds the kCount
// smallest lane by lane.
template <int kCount>
HWY_INLINE VF SmallestOfLanes(Nearest<kCount, 0> minimum) {
  const F32 d;
  for (int n = 1; n < kCount; ++n) {
    const MF taken = minimum.f[0].accumulated == hn::MinOfLanes(d, minimum.f[0].accumulated);
    for (int m = 0; m + 1 < kCount; ++m)
      minimum.f[m].accumulated =
          hn::IfThenElse(taken, minimum.f[m + 1].accumulated, minimum.f[m].accumulated);
    minimum.f[kCount - 1].accumulated =
        hn::IfThenElse(taken, Broadcast(kBeyond), minimum.f[kCount - 1].accumulated);
  }
  return hn::MinOfLanes(d, minimum.f[0].accumulated);
}

// Copies the points of `all` that can be among the kCount nearest of a span's samples. Rounding
// keeps order, so that the bounds, made as the samples' own offsets are, hold exactly, and leaving
// points out never changes a bit.
template <int kCount, bool kCarries>
HWY_INLINE void SiftPoints(const CellArgs& args, const ColumnSpan& span, const Around& all,
                           Around& few) {
  const F32 d;
  const AnyMetric metric{args.metric};
  const VF low = Broadcast(span.low), high = Broadcast(span.high);
  Nearest<kCount, 0> farthest;
  ForVectors(all.count, [&](int k) {
    const VF x = hn::Load(d, all.x + k), rest = hn::Load(d, all.rest + k);
    const VF left = x - high, right = x - low;
    const VF near = hn::Max(hn::Max(left, hn::Neg(right)), hn::Zero(d));
    hn::Store(metric.Accumulate(near, rest), d, all.minimum + k);
    Seen<0> seen;
    seen.accumulated = metric.Accumulate(hn::Max(right, hn::Neg(left)), rest);
    farthest.Add(seen);
  });
  const VF maximum = hn::Min(SmallestOfLanes(farthest), Broadcast(MaxAccumulated(args)));
  // A bit a point, since a loop that ends where nobody can foresee it costs more than what is in
  // it. (Highway 1.0.3's CompressStore copies a table of 2 KB first.)
  few.count = 0;
  for (int first = 0; first < all.count; first += 64) {
    uint64_t stay = 0;
    ForVectors(std::min(64, all.count - first), [&](int k) {
      stay |= BitsOf(hn::Load(d, all.minimum + first + k) <= maximum) << k;
    });
    for (; stay != 0; stay &= stay - 1) {
      const int p = first + std::countr_zero(stay);
      few.x[few.count] = all.x[p];
      few.rest[few.count] = all.rest[p];
      if (kCarries) few.carried[few.count] = all.carried[p];
      ++few.count;
    }
  }
}

// What an octave makes of a vector of samples at x, of the points that can be near them.
template <int kCount, int kSlopes, bool kId>
HWY_INLINE Jet<kSlopes> MakeOfPoints(const CellArgs& args, const Around& few, VF x) {
  const AnyMetric metric{args.metric};
  Nearest<kCount, kCarried<kSlopes, kId>> nearest;
  for (int p = 0; p < few.count; ++p) {
    const VF offset = Broadcast(few.x[p]) - x;
    Seen<kCarried<kSlopes, kId>> seen;
    seen.accumulated = metric.Accumulate(offset, Broadcast(few.rest[p]));
    if constexpr (kSlopes > 0) {
      seen.offset[0] = offset;
      seen.offset[1] = Broadcast(few.carried[p]);
    }
    if constexpr (kId) seen.offset[0] = Broadcast(few.carried[p]);
    nearest.Add(seen);
  }
  if constexpr (kId) {
    Jet<kSlopes> jet;
    jet.v = nearest.f[0].offset[0];
    return jet;
  } else {
    return WeightedSum(args, nearest);
  }
}

// kSlopes: 0 or 2.
template <int kSlopes, bool kId>
struct CellGrid {
  using Args = CellArgs;
  using State = CellTile;
  static constexpr int kMaxColumns = kShortRun;

  static void LayOut(const CellArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     CellTile& t) {
    LayOutCell(args, frame, columns, scratch, t);
  }

  static void Prepare(const CellArgs& args, const Frame& frame, const Tile& tile, CellTile& t) {
    PrepareCell(args, frame, tile, t);
  }

  static HWY_INLINE void Run(const CellArgs& args, const Frame& frame, const cobble::Run& run,
                             CellTile& t, const Slot& slot) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const double q = RowPosition(frame, axes.row, run.j);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      int32_t index = 0;
      float fraction = 0;
      if (args.dimensions > 1) SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
      MoveToCubes(args, args.octaves[o], axes, t.octaves[o], index);
      const int wanted = kId ? 1 : NearestWanted(args);
      if (wanted == 1)
        Pass<1>(args, t.octaves[o], fraction, t);
      else if constexpr (!kId)
        wanted == 2 ? Pass<2>(args, t.octaves[o], fraction, t)
                    : Pass<4>(args, t.octaves[o], fraction, t);
      AddShares(args.octaves[o], o == 0, run.n, t, slot);
    }
  }

  // Makes one octave's share for every column of the tile.
  template <int kCount>
  static HWY_NOINLINE void Pass(const CellArgs& args, const CellOctave& s, float fraction,
                                CellTile& t) {
    const F32 d;
    const ColumnSpan* const end = s.spans + s.span_count;
    for (const ColumnSpan* span = s.spans; span != end; ++span) {
      if (span == s.spans || span->cell != span[-1].cell)
        CollectPoints(args, s.accumulated, span->cell, fraction, kSlopes > 0, t.all);
      // For a single vector of values, all points are sooner compared than sifted.
      const int lanes = static_cast<int>(hn::Lanes(d));
      constexpr bool kCarries = kId || kSlopes > 0;
      const bool sifts = kCarries || span->end - span->begin > lanes;
      if (sifts) SiftPoints<kCount, kCarries>(args, *span, t.all, t.few);
      // Lanes past the span's end belong to the next one, which overwrites them.
      for (int k = span->begin; k < span->end; k += lanes) {
        const auto jet = MakeOfPoints<kCount, kSlopes, kId>(args, sifts ? t.few : t.all,
                                                            hn::LoadU(d, s.columns.x + k));
        hn::StoreU(jet.v, d, t.share[0] + k);
        for (int a = 0; a < kSlopes; ++a) hn::StoreU(jet.g[a], d, t.share[a + 1] + k);
      }
    }
  }

  static HWY_INLINE void AddShares(const Octave& octave, bool first, int n, const CellTile& t,
                                   const Slot& slot) {
    const F32 d;
    ForVectors(n, [&](int k) {
      Jet<kSlopes> jet;
      jet.v = hn::Load(d, t.share[0] + k);
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Load(d, t.share[a + 1] + k);
      AddShare(octave, jet, first, slot, k);
    });
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
