// What Voronoi noise on grids keeps of a tile: the feature points of the lattice rows around the
// present one, and in which order samples look at them.
#include <algorithm>
#include <numeric>

#include "noise/math/metric-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/grid_rows-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/voronoi.h"

#if defined(COBBLE_NOISE_VORONOI_TABLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_TABLES_INL_H_
#undef COBBLE_NOISE_VORONOI_TABLES_INL_H_
#else
#define COBBLE_NOISE_VORONOI_TABLES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A feature point that samples look at: where its numbers stand in the tables, for cell 0, and how
// many cells it is away along the columns and along the rows.
struct NeighbourCell {
  int32_t at;
  float along, across;
};

inline constexpr int kMaxReach = 2;
inline constexpr int kMaxRows = 2 * kMaxReach + 1;

// The shape of a kernel's tables.
struct VoronoiShape {
  int reach, rows, layers, points;

  VoronoiShape(int reach_in, int dimensions)
      : reach(reach_in),
        rows(dimensions > 1 ? 2 * reach_in + 1 : 1),
        layers(dimensions > 2 ? 2 * reach_in + 1 : 1),
        points(dimensions > 1 ? 2 : 1) {}

  NeighbourRange columns() const { return {reach, reach}; }
  int neighbours(int within) const {
    const int side = 2 * within + 1;
    return side * std::min(rows, side) * std::min(layers, side) * points;
  }
};

// What one octave keeps of a tile. The tables hold a number a feature point: of the lattice rows
// around the present one, of the layers around the fixed axis' position, of the points of a cell,
// of the cells along the columns, in this order, the last one running fastest.
struct VoronoiOctave {
  GridColumns columns;
  int stride;       // numbers from point to point of a cell
  int row_numbers;  // from lattice row to lattice row
  // Inside the cell, along the columns' and the rows' axis; along the fixed axis, and along the
  // rows', from the sample; joined, but for the columns' axis; the number of cell-id.
  float *x, *y, *dz, *dy, *rest, *id;
  int slot[kMaxRows];  // where each lattice row stands, from the lowest up
  RowsPlace place;
  int32_t fixed_index;
  float fixed_fraction;
  NeighbourCell* neighbours[kMaxReach + 1];  // by reach

  std::size_t numbers(const VoronoiShape& shape) const {
    return static_cast<std::size_t>(row_numbers * shape.rows);
  }
};

// Lays out the scratch of an octave. In: `width` columns, a multiple of kPad.
inline void LayOutTables(const VoronoiShape& shape, const Frame& frame, int axis,
                         const Octave& octave, int width, Scratch& scratch, VoronoiOctave* s) {
  const std::size_t corners = MaxCorners(frame, axis, octave, width, shape.columns());
  LayOutColumns(static_cast<std::size_t>(width + kPad), corners, false, scratch, &s->columns);
  s->stride = static_cast<int>((corners + kPad - 1) / kPad * kPad);
  s->row_numbers = s->stride * shape.points * shape.layers;
  for (float** table : {&s->x, &s->y, &s->dz, &s->dy, &s->rest, &s->id})
    *table = scratch.Take<float>(s->numbers(shape) + kPad);
  for (int reach = 1; reach <= shape.reach; ++reach)
    s->neighbours[reach] =
        scratch.Take<NeighbourCell>(static_cast<std::size_t>(shape.neighbours(reach)));
}

// The feature points of one lattice row: those of all layers. In: where the row's numbers begin.
template <int kDims>
HWY_NOINLINE void MakeCells(const VoronoiArgs& args, const Octave& octave, const GridAxes& axes,
                            const VoronoiShape& shape, const VoronoiOctave& s, int32_t row_index,
                            int begin) {
  const F32 d;
  const U32 du;
  for (int layer = 0; layer < shape.layers; ++layer) {
    const int by = kDims == 3 ? layer - shape.reach : 0;
    const int32_t fixed = ShiftIndex(s.fixed_index, by, octave.period[axes.fixed]);
    const VF layer_offset = Broadcast(static_cast<float>(by)) - Broadcast(s.fixed_fraction);
    ForVectors(s.columns.corners, [&](int k) {
      VU hash = hn::Set(du, octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const int32_t one = a == axes.row ? row_index : fixed;
        hash = Eat(hash, a == axes.column ? hn::BitCast(du, hn::LoadU(I32(), s.columns.index + k))
                                          : hn::Set(du, static_cast<uint32_t>(one)));
      }
      VF point[kCellPoints<kDims>][kDims];
      CellPoints<kDims>(Avalanche(hash), args.jitter, point);
      for (int p = 0; p < kCellPoints<kDims>; ++p) {
        const int at = begin + (layer * shape.points + p) * s.stride + k;
        hn::StoreU(point[p][axes.column], d, s.x + at);
        if constexpr (kDims > 1) hn::StoreU(point[p][axes.row], d, s.y + at);
        if constexpr (kDims > 2) hn::StoreU(layer_offset + point[p][axes.fixed], d, s.dz + at);
        if (args.function == VoronoiFunction::kCellId)
          hn::StoreU(CellNumber(hash, p), d, s.id + at);
      }
    });
  }
}

inline void MakeCells(const VoronoiArgs& args, std::size_t octave, const GridAxes& axes,
                      const VoronoiShape& shape, const VoronoiOctave& s, int32_t row_index,
                      int begin) {
  const Octave& o = args.octaves[octave];
  if (args.dimensions == 1) return MakeCells<1>(args, o, axes, shape, s, row_index, begin);
  if (args.dimensions == 2) return MakeCells<2>(args, o, axes, shape, s, row_index, begin);
  MakeCells<3>(args, o, axes, shape, s, row_index, begin);
}

// Lists the points within `reach` cells in the order of the axes x, y, z, the first point of a cell
// before the second.
inline void ListNeighbours(const GridAxes& axes, int dimensions, const VoronoiShape& shape,
                           int reach, const VoronoiOctave& s) {
  NeighbourCell* next = s.neighbours[reach];
  int by[3] = {0, 0, 0};
  const auto ends = [&](int axis) { return axis < dimensions ? reach : 0; };
  for (by[0] = -ends(0); by[0] <= ends(0); ++by[0])
    for (by[1] = -ends(1); by[1] <= ends(1); ++by[1])
      for (by[2] = -ends(2); by[2] <= ends(2); ++by[2])
        for (int p = 0; p < shape.points; ++p) {
          const int along = by[axes.column], across = shape.rows == 1 ? 0 : by[axes.row];
          const int row = across + shape.rows / 2;
          const int layer = shape.layers == 1 ? 0 : by[axes.fixed] + shape.reach;
          *next++ = {s.slot[row] * s.row_numbers + (layer * shape.points + p) * s.stride + along +
                         shape.reach,
                     static_cast<float>(along), static_cast<float>(across)};
        }
}

// Brings the lattice rows to those around `index`, keeping what they share with the last ones.
HWY_NOINLINE inline void MoveToCells(const VoronoiArgs& args, std::size_t octave,
                                     const GridAxes& axes, const VoronoiShape& shape,
                                     VoronoiOctave& s, int32_t index) {
  const int64_t period = shape.rows == 1 ? 0 : args.octaves[octave].period[axes.row];
  const auto make = [&](int slot, int32_t row_index) {
    MakeCells(args, octave, axes, shape, s, row_index, slot * s.row_numbers);
  };
  if (!MoveRows(s.place, index, period, s.slot, shape.rows / 2, make)) return;
  for (int reach = 1; reach <= shape.reach; ++reach)
    ListNeighbours(axes, args.dimensions, shape, reach, s);
}

// A few rows of samples: their fractions, and where goes what belongs to the points then: the
// offset along the rows' axis, and what the metric joins of all axes but the columns'.
template <int kRows, bool kOffsets>
struct SampleRows {
  float fraction[kRows];
  float *dy[kRows], *rest[kRows];  // dy: only where kOffsets says so

  // In: from the lower side of the samples' cell to the points' cell, inside that, along the fixed
  // axis; of vectors of points that stand at k.
  template <class MetricType>
  HWY_INLINE void Make(VF across, VF y, VF dz, int k) const {
    const F32 d;
    const MetricType metric;
    const VF fixed = metric.First(dz);
    for (int r = 0; r < kRows; ++r) {
      const VF offset = (across - Broadcast(fraction[r])) + y;
      if (kOffsets) hn::StoreU(offset, d, dy[r] + k);
      hn::StoreU(metric.Accumulate(offset, fixed), d, rest[r] + k);
    }
  }
};

// Calls body(at, across) for all vectors of the tables' points: where they stand, and how many
// cells along the rows they are away.
template <class Body>
HWY_INLINE void ForPoints(const VoronoiShape& shape, const VoronoiOctave& s, const Body& body) {
  for (int row = 0; row < shape.rows; ++row)
    for (int cell = 0; cell < shape.layers * shape.points; ++cell) {
      const int begin = s.slot[row] * s.row_numbers + cell * s.stride;
      const VF across = Broadcast(static_cast<float>(row - shape.rows / 2));
      ForVectors(s.columns.corners, [&](int k) { body(begin + k, across); });
    }
}

template <class MetricType, class Rows>
HWY_NOINLINE void MakeRests(const VoronoiShape& shape, const VoronoiOctave& s, const Rows& rows) {
  const F32 d;
  ForPoints(shape, s, [&](int at, VF across) {
    rows.template Make<MetricType>(across, hn::LoadU(d, s.y + at), hn::LoadU(d, s.dz + at), at);
  });
}

// What of a tile does not depend on the row. In: the columns' positions.
HWY_NOINLINE inline void PrepareTables(const VoronoiShape& shape, const Frame& frame,
                                       const GridAxes& axes, const Octave& octave, const double* q,
                                       int width, VoronoiOctave& s) {
  MakeColumns(q, width, AxisOf(octave, axes.column), frame.column[axes.column] < 0, shape.columns(),
              false, s.columns);
  std::fill_n(s.columns.x + width, kPad, 0.0f);  // read by vectors that reach past the end
  for (float* table : {s.y, s.dz, s.dy, s.rest}) std::fill_n(table, s.numbers(shape), 0.0f);
  s.fixed_index = 0;
  s.fixed_fraction = 0;
  if (shape.layers > 1)
    SplitOne(frame.origin[axes.fixed], AxisOf(octave, axes.fixed), &s.fixed_index,
             &s.fixed_fraction);
  std::iota(s.slot, s.slot + shape.rows, 0);
  s.place.known = false;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
