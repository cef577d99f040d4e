// Tables of the feature points around a row of samples on grids, and lists of neighbouring entries.
//
// x is the column axis, y the row axis, z the fixed axis (grid_axes.h). Lengths are in cells.
//
// A table holds one value per feature point. The tables cover the lattice rows and layers (cells
// along z) within `reach` of the samples' own row and layer and, along x, every cell within `reach`
// of any column of the tile. For reach 1, 2D (1 layer, 2 points per cell):
//
//                 cell:   0 1 2 3 ..                 0 1 2 3 ..
//      slot 0:  [ point 0: . . . . (point_stride) | point 1: . . . . ]   (row_stride)
//      slot 1:  [ ..                              | ..               ]
//      slot 2:  [ ..                              | ..               ]
//
// Slots are a ring buffer of lattice rows. slot[reach] belongs to the samples' lattice row,
// slot[reach - 1] to the row before it, and so on. When samples enter the next lattice row, only
// one row is computed. It replaces the lowest one.
#pragma once

#include <algorithm>
#include <numeric>

#include "noise/math/metric-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A feature point near a sample, relative to the sample's cell.
struct NeighbourPoint {
  int32_t at;            // the point's table entry for samples in cell 0; add the sample's cell
  float cell_x, cell_y;  // the offset of the point's cell from the sample's
};

inline constexpr int kMaxRows = 2 * kMaxVoronoiReach + 1;

// The range of cells around a sample that a kernel's tables cover.
struct TableShape {
  int reach;         // cells on each side of the sample's cell
  int rows, layers;  // cells along y and z; 1 if the noise has no such axis
  int points;        // per cell

  TableShape(int reach_in, int dimensions)
      : reach(reach_in),
        rows(dimensions > 1 ? 2 * reach_in + 1 : 1),
        layers(dimensions > 2 ? 2 * reach_in + 1 : 1),
        points(dimensions > 1 ? 2 : 1) {}

  NeighbourRange columns() const { return {reach, reach}; }
  // Returns the number of feature points in the cells within `distance` of a sample's cell.
  int neighbour_count(int distance) const {
    const int side = 2 * distance + 1;
    return side * std::min(rows, side) * std::min(layers, side) * points;
  }
};

struct PointTables {
  GridColumns columns;
  int point_stride;      // from the cells' first points to their second points
  int row_stride;        // from slot to slot
  float *x, *y;          // position within the point's cell, 0..1
  float* dz;             // the point's offset from the samples along z
  float* id;             // the point's cell-id, 0..1; only filled in if the function is kCellId
  int slot[kMaxRows];    // of the lattice rows around the samples, in ascending order of y
  RowWindow window;      // the lattice row of the samples
  int32_t fixed_index;   // the samples' lattice index along z
  float fixed_fraction;  // the samples' position along z in that cell, 0..1
  NeighbourPoint* neighbours[kMaxVoronoiReach + 1];  // by reach; neighbour_count(reach) each

  std::size_t size(const TableShape& shape) const {
    return static_cast<std::size_t>(row_stride * shape.rows);
  }
};

// Takes one more table of the octave's size. Vectors read up to kPad elements past its end.
inline float* TakeTable(const TableShape& shape, const PointTables& tables, Scratch& scratch) {
  return scratch.Take<float>(tables.size(shape) + kPad);
}

// Zero-fills a table: vectors also load, but never use, entries that hold no point.
inline void ClearTable(const TableShape& shape, const PointTables& tables, float* table) {
  std::fill_n(table, tables.size(shape), 0.0f);
}

// Lays out an octave's tables. In: the column axis; the number of columns, a multiple of kPad.
inline void LayOutTables(const TableShape& shape, const Frame& frame, int axis,
                         const Octave& octave, int width, Scratch& scratch, PointTables* s) {
  const std::size_t corners = MaxIndices(frame, axis, octave, width, shape.columns());
  LayOutColumns(static_cast<std::size_t>(width + kPad), corners, false, scratch, &s->columns);
  s->point_stride = static_cast<int>(Padded(corners));
  s->row_stride = s->point_stride * shape.points * shape.layers;
  for (float** table : {&s->x, &s->y, &s->dz, &s->id}) *table = TakeTable(shape, *s, scratch);
  for (int reach = 1; reach <= shape.reach; ++reach)
    s->neighbours[reach] =
        scratch.Take<NeighbourPoint>(static_cast<std::size_t>(shape.neighbour_count(reach)));
}

// Fills in the feature points of all layers of one lattice row. In: `begin`, the row's first entry.
template <int kDims>
HWY_NOINLINE void FillLatticeRow(const VoronoiArgs& args, const Octave& octave,
                                 const GridAxes& axes, const TableShape& shape,
                                 const PointTables& s, int32_t row_index, int begin) {
  const F32 d;
  const U32 du;
  for (int layer = 0; layer < shape.layers; ++layer) {
    const int shift = kDims == 3 ? layer - shape.reach : 0;
    const int32_t fixed = ShiftIndex(s.fixed_index, shift, octave.period[axes.fixed]);
    const VF layer_offset = Broadcast(static_cast<float>(shift)) - Broadcast(s.fixed_fraction);
    ForVectors(s.columns.index_count, [&](int k) {
      VU hash = hn::Set(du, octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const int32_t scalar_index = a == axes.row ? row_index : fixed;
        hash = Eat(hash, a == axes.column ? hn::BitCast(du, hn::LoadU(I32(), s.columns.index + k))
                                          : hn::Set(du, static_cast<uint32_t>(scalar_index)));
      }
      VF point[kPointsPerCell<kDims>][kDims];
      PointsInCell<kDims>(Avalanche(hash), args.jitter, point);
      for (int p = 0; p < kPointsPerCell<kDims>; ++p) {
        const int at = begin + (layer * shape.points + p) * s.point_stride + k;
        hn::StoreU(point[p][axes.column], d, s.x + at);
        if constexpr (kDims > 1) hn::StoreU(point[p][axes.row], d, s.y + at);
        if constexpr (kDims > 2) hn::StoreU(layer_offset + point[p][axes.fixed], d, s.dz + at);
        if (args.function == VoronoiFunction::kCellId) hn::StoreU(CellIdOf(hash, p), d, s.id + at);
      }
    });
  }
}

inline void FillLatticeRow(const VoronoiArgs& args, std::size_t octave, const GridAxes& axes,
                           const TableShape& shape, const PointTables& s, int32_t row_index,
                           int begin) {
  const Octave& o = args.octaves[octave];
  if (args.dimensions == 1) return FillLatticeRow<1>(args, o, axes, shape, s, row_index, begin);
  if (args.dimensions == 2) return FillLatticeRow<2>(args, o, axes, shape, s, row_index, begin);
  FillLatticeRow<3>(args, o, axes, shape, s, row_index, begin);
}

// Lists the points within `reach` cells in the order of points-inl.h: cells by noise axis, the
// first axis outermost; within a cell, points by number.
inline void ListNeighbours(const GridAxes& axes, int dimensions, const TableShape& shape, int reach,
                           const PointTables& s) {
  NeighbourPoint* next = s.neighbours[reach];
  int shift[3] = {0, 0, 0};
  const auto reach_along = [&](int axis) { return axis < dimensions ? reach : 0; };
  for (shift[0] = -reach_along(0); shift[0] <= reach_along(0); ++shift[0])
    for (shift[1] = -reach_along(1); shift[1] <= reach_along(1); ++shift[1])
      for (shift[2] = -reach_along(2); shift[2] <= reach_along(2); ++shift[2])
        for (int p = 0; p < shape.points; ++p) {
          const int cell_x = shift[axes.column], cell_y = shape.rows == 1 ? 0 : shift[axes.row];
          const int row = cell_y + shape.rows / 2;
          const int layer = shape.layers == 1 ? 0 : shift[axes.fixed] + shape.reach;
          *next++ = {s.slot[row] * s.row_stride + (layer * shape.points + p) * s.point_stride +
                         cell_x + shape.reach,
                     static_cast<float>(cell_x), static_cast<float>(cell_y)};
        }
}

// Moves the tables to samples in lattice row `index`; rows that are already in the tables are kept.
HWY_NOINLINE inline void MoveToLatticeRow(const VoronoiArgs& args, std::size_t octave,
                                          const GridAxes& axes, const TableShape& shape,
                                          PointTables& s, int32_t index) {
  const int64_t period = shape.rows == 1 ? 0 : args.octaves[octave].period[axes.row];
  const auto make = [&](int slot, int32_t row_index) {
    FillLatticeRow(args, octave, axes, shape, s, row_index, slot * s.row_stride);
  };
  if (!MoveRows(s.window, index, period, s.slot, shape.rows / 2, make)) return;
  for (int reach = 1; reach <= shape.reach; ++reach)
    ListNeighbours(axes, args.dimensions, shape, reach, s);
}

// A few rows of samples in one lattice row, each with arrays of offsets along y and partial
// distances of the feature points.
template <int kRows, bool kStoresDy>
struct SampleRows {
  float fraction[kRows];  // of the rows, along y
  float* dy[kRows];       // offsets from the row along y; only if kStoresDy
  float* partial[kRows];  // partial distances (metric-inl.h): z and y accumulated, x missing

  // Fills in the arrays for a vector of points at k. In: along y, the offset of the points' cell
  // from the samples' cell and the points' position in their cell; the points' offset along z.
  template <class MetricType>
  HWY_INLINE void StorePartials(VF cell_y, VF y, VF dz, int k) const {
    const F32 d;
    const MetricType metric;
    const VF z_only = metric.First(dz);
    for (int r = 0; r < kRows; ++r) {
      const VF offset = (cell_y - Broadcast(fraction[r])) + y;
      if (kStoresDy) hn::StoreU(offset, d, dy[r] + k);
      hn::StoreU(metric.Accumulate(offset, z_only), d, partial[r] + k);
    }
  }
};

// Calls body(at, cell_y) for each vector of table entries. at: its first entry; cell_y: the offset
// of its lattice row from the samples'.
template <class Body>
HWY_INLINE void ForTableVectors(const TableShape& shape, const PointTables& s, const Body& body) {
  for (int row = 0; row < shape.rows; ++row)
    for (int run = 0; run < shape.layers * shape.points; ++run) {
      const int begin = s.slot[row] * s.row_stride + run * s.point_stride;
      const VF cell_y = Broadcast(static_cast<float>(row - shape.rows / 2));
      ForVectors(s.columns.index_count, [&](int k) { body(begin + k, cell_y); });
    }
}

// Fills in the arrays of `rows` for all points of the tables.
template <class MetricType, class Rows>
HWY_NOINLINE void StoreTablePartials(const TableShape& shape, const PointTables& s,
                                     const Rows& rows) {
  const F32 d;
  ForTableVectors(shape, s, [&](int at, VF cell_y) {
    rows.template StorePartials<MetricType>(cell_y, hn::LoadU(d, s.y + at), hn::LoadU(d, s.dz + at),
                                            at);
  });
}

// Prepares everything that does not depend on the row. In: the positions of `width` columns, q.
HWY_NOINLINE inline void PrepareTables(const TableShape& shape, const Frame& frame,
                                       const GridAxes& axes, const Octave& octave, const double* q,
                                       int width, PointTables& s) {
  MakeColumns(q, width, AxisOf(octave, axes.column), frame.column[axes.column] < 0, shape.columns(),
              false, s.columns);
  std::fill_n(s.columns.x + width, kPad, 0.0f);  // read by vectors that extend past the end
  // Axes that the noise lacks contribute 0.
  for (float* table : {s.y, s.dz}) ClearTable(shape, s, table);
  s.fixed_index = 0;
  s.fixed_fraction = 0;
  if (shape.layers > 1)
    SplitOne(frame.origin[axes.fixed], AxisOf(octave, axes.fixed), &s.fixed_index,
             &s.fixed_fraction);
  std::iota(s.slot, s.slot + shape.rows, 0);
  s.window.is_valid = false;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
