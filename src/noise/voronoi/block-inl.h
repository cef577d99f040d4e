// Point culling for functions of the nearest (one or two) and nearby points of Voronoi noise on
// grids. Points are culled once per block of samples, so each sample is compared with only a few.
//
// A block is a rectangle of samples in one lattice cell: a span of columns (ColumnSpan) by a few
// picture rows. A BlockRow is all blocks of a tile that cover the same rows. For each block:
//
//   1. Bounds: interval arithmetic on the samples' positions in their cell gives each neighbouring
//      point a minimum and a maximum distance to the block's samples.
//   2. Cutoff: every sample has one point no farther than the smallest maximum (for F1), and two no
//      farther than the second smallest maximum (for F2). Functions of nearby points raise it.
//   3. Culling: a point whose minimum exceeds the cutoff cannot be any sample's nearest (or, for
//      F2, second-nearest) point. The others are copied to a dense list in their original order.
//
// Then grid-inl.h searches the list for every sample, a few rows at a time.
//
//                |           |  o c             2D; a, b, c, d, f, g: feature points (other points
//                |   o b     |                  of the cells are not shown)
//     -----------+-----------+-----------       #: the samples of a block
//                |           |
//           o d  | #######   |
//                | #####a#   |     o f
//                |           |
//                |     o g   |
//     -----------+-----------+-----------
//
//         0  distances to the block's samples, from minimum to maximum
//     a   [===============]                     kept (a is inside the block, so its minimum is 0)
//     b                [=========]              kept: b's minimum is below a's maximum
//     g                [=========]              kept
//     d                      [================] kept for F2, culled for F1
//     c                               [================]   culled
//     f                               [================]   culled
//                         ^ F1   ^ F2        cutoffs
//
// Culling leaves the result bit-identical: bounds come from the same operations in the same order
// as distances and rounding is monotonic, so they also bound rounded distances. Ties (minimum <=
// cutoff) and the order of points are kept.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/tables-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Lists of kept points are padded to a multiple of this, to give the search an inner loop of fixed
// length: a mispredicted loop exit costs more than a few extra points.
inline constexpr int kPointsPerStep = 4;
// The maximum number of feature points in the cells around a sample, before culling.
inline constexpr int kMaxNeighbours = kMaxRows * kMaxRows * kMaxRows * 2;
inline constexpr int kMaxBlockRows = 32;

// Rows of samples that are searched together. They share the offsets along x.
template <int kSlopes>
inline constexpr int kRowsPerSearch = kSlopes > 0 ? 2 : 4;
inline constexpr int kMaxRowsPerSearch = kRowsPerSearch<0>;
inline constexpr int kMaxResults = 2 * (1 + 2);  // per sample: F1 and F2, each with 2 offsets

// The points that culling has kept, block by block. The axes x, y, z are those of tables-inl.h.
struct KeptPoints {
  // x: position within its cell; cell_x: that cell's offset from the samples' cell. y likewise.
  float *x, *cell_x;
  float *y, *cell_y;
  float* dz;  // offset from the samples along z
  float* id;  // the point's cell-id; null for other functions
  // Where each block's points begin; a final entry marks the end of the last block's points.
  int32_t* begin;
};

// What the nearest point carries for OfNearest: nothing, a cell-id or an offset along an axis.
enum class CarriedValue { kNothing, kId, kX, kY, kZ };

// The Candidate (nearest-inl.h) of a vector of samples in one row. read(array + at) returns the
// point's data. kCarried: what the nearest point carries; kId stands for all tables.
template <class MetricType, CarriedValue kCarried, class Read>
struct RowCandidate {
  VF dx;
  const float *dy, *partial, *table;  // table: offsets along z or, for kId, what points carry
  int at;
  const Read& read;

  // Along x, y, z of the grid.
  HWY_INLINE VF Offset(int a) const {
    if (a == 0) return dx;
    return read((a == 1 ? dy : table) + at);
  }
  HWY_INLINE VF Accumulated() const { return MetricType().Accumulate(dx, read(partial + at)); }
  HWY_INLINE VF Carried() const {
    if constexpr (kCarried == CarriedValue::kX) return dx;
    return read((kCarried == CarriedValue::kY ? dy : table) + at);
  }
};

// One octave's blocks along the current rows of a tile, and the state of their search. Block b
// covers the columns of spans[b], in the cell of CellLookup.
struct BlockRow : CellLookup {
  int max_span;  // maximum columns per block; 0: no culling, search the whole tables
  int max_rows;  // maximum rows per block
  int block_count;
  ColumnSpan* spans;
  float *min_x, *max_x;  // bounds of the columns' fractions, by block
  float* cutoff;         // of accumulated distances, by block
  // Bounds of each table entry's partial distances (z and y accumulated), over the block's rows.
  float *min_partial, *max_partial;
  KeptPoints points;

  // The current rows: their lattice index, and their fractions along y with bounds.
  int32_t row_index;
  float fraction[kMaxBlockRows];
  int row_count;
  float min_y, max_y;

  // For each row of a search: the offset along y (for slopes and kY) and the partial
  // distance of each kept point or, without culling, of each table entry.
  float *dy[kMaxRowsPerSearch], *partial[kMaxRowsPerSearch];
  // Search results by column, for `searched_count` of the current rows from `searched_row` on.
  int searched_row, searched_count;
  CarriedValue carried;
  float* nearest[kMaxRowsPerSearch][kMaxResults];
};

// Chooses the size of the blocks. In: the distance between adjacent columns and rows, in cells.
// Culling costs the same for any size of cell. It pays off where a cell spans enough samples;
// otherwise full vectors of samples search all points. The limits were found by measurement.
inline void ChooseBlockSize(const TableShape& shape, double column_step, double row_step,
                            BlockRow* s) {
  const double cell_width = 1 / std::abs(column_step), cell_height = 1 / std::abs(row_step);
  const auto lanes = static_cast<double>(hn::Lanes(F32()));
  const double min_width = std::max(4.0, lanes * (shape.layers > 1 ? 0.5 : 1.5));
  const bool culls = shape.rows > 1 && cell_width > min_width;
  s->max_span = culls ? static_cast<int>(std::clamp(cell_width / 4, 16.0, 64.0)) / kPad * kPad : 0;
  const int culling_rows = static_cast<int>(std::clamp(cell_height / 4, 8.0, 32.0)) /
                           kMaxRowsPerSearch * kMaxRowsPerSearch;
  s->max_rows = culls ? culling_rows : kMaxRowsPerSearch;
  if (shape.rows == 1) s->max_rows = 1;
}

// Lays out the arrays for culling. Returns the maximum number of kept points, with padding.
inline std::size_t LayOutCulling(const TableShape& shape, std::size_t max_blocks, Scratch& scratch,
                                 BlockRow* s) {
  const std::size_t padded = Padded(max_blocks);
  s->spans = scratch.Take<ColumnSpan>(padded);
  LayOutLookup(padded, scratch, s);
  for (float** array : {&s->min_x, &s->max_x, &s->cutoff}) *array = scratch.Take<float>(padded);
  KeptPoints& points = s->points;
  points.begin = scratch.Take<int32_t>(max_blocks + 1);
  const int per_block =
      (shape.neighbour_count(shape.reach) + kPointsPerStep - 1) / kPointsPerStep * kPointsPerStep;
  const std::size_t capacity = max_blocks * static_cast<std::size_t>(per_block) + kPad;
  for (float** array : {&points.x, &points.cell_x, &points.y, &points.cell_y, &points.dz})
    *array = scratch.Take<float>(capacity);
  points.id = s->carried == CarriedValue::kId ? scratch.Take<float>(capacity) : nullptr;
  return capacity;
}

struct SearchOptions {
  int rows_per_search;
  int result_count;  // stored per sample
  bool has_dy;
  CarriedValue carried;
};

inline void LayOutBlocks(const TableShape& shape, const Frame& frame, const GridAxes& axes,
                         const Octave& octave, int width, const PointTables& tables,
                         const SearchOptions& options, Scratch& scratch, BlockRow* s) {
  ChooseBlockSize(shape, frame.column[axes.column] * octave.frequency[axes.column],
                  frame.row[axes.row] * octave.frequency[axes.row], s);
  s->carried = options.carried;
  for (float** bound : {&s->min_partial, &s->max_partial})
    *bound = TakeTable(shape, tables, scratch);
  std::size_t capacity = tables.size(shape) + kPad;
  if (s->max_span > 0)
    capacity = LayOutCulling(shape, MaxColumnSpans(frame, axes.column, octave, width, s->max_span),
                             scratch, s);
  for (int r = 0; r < options.rows_per_search; ++r) {
    s->dy[r] = options.has_dy ? scratch.Take<float>(capacity) : nullptr;
    s->partial[r] = scratch.Take<float>(capacity);
    for (int result = 0; result < options.result_count; ++result)
      s->nearest[r][result] = scratch.Take<float>(static_cast<std::size_t>(width + kPad));
  }
}

// Cuts the tile's columns into blocks.
HWY_NOINLINE inline void PrepareBlocks(const TableShape& shape, const PointTables& tables,
                                       int width, BlockRow& s) {
  s.row_count = 0;
  for (float* bound : {s.min_partial, s.max_partial}) ClearTable(shape, tables, bound);
  if (s.max_span == 0) return;
  s.block_count = CutColumnSpans(tables.columns, width, s.max_span, s.spans);
  // Blocks are read in whole vectors, so pad with copies of the last block.
  const int padded = Padded(s.block_count);
  for (int b = 0; b < padded; ++b) {
    const ColumnSpan& span = s.spans[std::min(b, s.block_count - 1)];
    s.cell[b] = span.cell;
    s.min_x[b] = span.low;
    s.max_x[b] = span.high;
  }
  GroupLookups(s, padded);
}

// Return the smallest and the largest |offset| of all offsets in minimum .. maximum.
HWY_INLINE VF MinAbsOffset(VF minimum, VF maximum) {
  return hn::Max(hn::Max(minimum, hn::Neg(maximum)), hn::Zero(F32()));
}
HWY_INLINE VF MaxAbsOffset(VF minimum, VF maximum) { return hn::Max(maximum, hn::Neg(minimum)); }

// Step 1 along y and z, which all blocks share: computes the bounds of the partial distances.
template <class MetricType>
HWY_NOINLINE void BoundPartials(const TableShape& shape, const BlockRow& s,
                                const PointTables& tables) {
  const F32 d;
  const MetricType metric;
  const VF min_y = Broadcast(s.min_y), max_y = Broadcast(s.max_y);
  ForTableVectors(shape, tables, [&](int at, VF cell_y) {
    const VF y = hn::LoadU(d, tables.y + at);
    const VF min_dy = (cell_y - max_y) + y, max_dy = (cell_y - min_y) + y;
    const VF z_only = metric.First(hn::LoadU(d, tables.dz + at));
    hn::StoreU(metric.Accumulate(MinAbsOffset(min_dy, max_dy), z_only), d, s.min_partial + at);
    hn::StoreU(metric.Accumulate(MaxAbsOffset(min_dy, max_dy), z_only), d, s.max_partial + at);
  });
}

using LaneFloats = float[hn::MaxLanes(F32())];

// Steps 1 and 2 for a vector of blocks from b on, one per lane: adds the x axis to the bounds and
// returns the cutoff. kCount: the number of nearest points needed. In: read(table + at) returns the
// entry for each lane's cell. Out: each neighbour's minimum of accumulated offsets.
template <int kCount, class MetricType, class Read>
HWY_INLINE VF BoundNeighbours(const PointTables& tables, const NeighbourPoint* neighbours,
                              int count, const BlockRow& s, int b, const Read& read,
                              LaneFloats* minima) {
  const F32 d;
  const MetricType metric;
  const VF min_x = hn::Load(d, s.min_x + b), max_x = hn::Load(d, s.max_x + b);
  VF smallest_maximum = Broadcast(kSentinelDistance), second_smallest = smallest_maximum;
  for (int v = 0; v < count; ++v) {
    const int at = neighbours[v].at;
    const VF cell_x = Broadcast(neighbours[v].cell_x), x = read(tables.x + at);
    const VF min_dx = (cell_x - max_x) + x, max_dx = (cell_x - min_x) + x;
    const VF minimum = metric.Accumulate(MinAbsOffset(min_dx, max_dx), read(s.min_partial + at));
    hn::Store(minimum, d, minima[v]);
    const VF maximum = metric.Accumulate(MaxAbsOffset(min_dx, max_dx), read(s.max_partial + at));
    if (kCount > 1) second_smallest = hn::Min(second_smallest, hn::Max(smallest_maximum, maximum));
    smallest_maximum = hn::Min(smallest_maximum, maximum);
  }
  return kCount > 1 ? second_smallest : smallest_maximum;
}

// Step 3. Out: the neighbours to keep. Bit i of kept[w][l]: neighbour 32 w + i of lane l's block.
HWY_INLINE void CullNeighbours(const LaneFloats* minima, int count, VF cutoff,
                               uint32_t (*kept)[kPad]) {
  const F32 d;
  const U32 du;
  for (int begin = 0; begin < count; begin += 32) {
    VU word = hn::Zero(du);
    for (int v = begin; v < std::min(begin + 32, count); ++v) {
      const MF within_cutoff = hn::Load(d, minima[v]) <= cutoff;
      const VU bit = hn::Set(du, uint32_t{1} << (v - begin));
      word = hn::Or(word, hn::IfThenElseZero(hn::RebindMask(du, within_cutoff), bit));
    }
    hn::Store(word, du, kept[begin / 32]);
  }
}

// Appends neighbours whose bits are set, for samples in `cell`, to n points. Returns the new n.
HWY_INLINE int AppendPoints(const PointTables& tables, const NeighbourPoint* neighbours,
                            uint32_t bits, int cell, const KeptPoints& points, int n) {
  for (; bits != 0; bits &= bits - 1, ++n) {
    const NeighbourPoint& neighbour = neighbours[std::countr_zero(bits)];
    const int at = neighbour.at + cell;
    points.x[n] = tables.x[at];
    points.cell_x[n] = neighbour.cell_x;
    points.y[n] = tables.y[at];
    points.cell_y[n] = neighbour.cell_y;
    points.dz[n] = tables.dz[at];
    if (points.id != nullptr) points.id[n] = tables.id[at];
  }
  return n;
}

// Pads n points with sentinels, which are never nearest. Returns the new number of points.
HWY_INLINE int PadPoints(const KeptPoints& points, int n) {
  for (float* array : {points.x, points.cell_x, points.y, points.cell_y, points.id})
    if (array != nullptr) std::fill_n(array + n, kPointsPerStep, 0.0f);
  std::fill_n(points.dz + n, kPointsPerStep, kSentinelDistance);
  return (n + kPointsPerStep - 1) / kPointsPerStep * kPointsPerStep;
}

// Culls all blocks' points for the current rows. In: the function's kListCount and kCullRange.
template <int kListCount, class MetricType>
HWY_NOINLINE void CullPoints(const TableShape& shape, const PointTables& tables, float range,
                             const BlockRow& s) {
  BoundPartials<MetricType>(shape, s, tables);
  const NeighbourPoint* const neighbours = tables.neighbours[shape.reach];
  const int count = shape.neighbour_count(shape.reach);
  int n = 0;
  ForGroups(s, [&](int b, const auto& read) {
    HWY_ALIGN LaneFloats minima[kMaxNeighbours];
    HWY_ALIGN uint32_t kept[(kMaxNeighbours + 31) / 32][kPad];
    const VF bound =
        BoundNeighbours<kListCount, MetricType>(tables, neighbours, count, s, b, read, minima);
    const VF cutoff = range > 0 ? FartherBy(range, bound) : bound;
    hn::Store(cutoff, F32(), s.cutoff + b);
    CullNeighbours(minima, count, cutoff, kept);
    const int lanes = std::min(static_cast<int>(hn::Lanes(F32())), s.block_count - b);
    for (int lane = 0; lane < lanes; ++lane) {
      const int cell = s.cell[b + lane];
      s.points.begin[b + lane] = n;
      for (int first = 0; first < count; first += 32)
        n = AppendPoints(tables, neighbours + first, kept[first / 32][lane], cell, s.points, n);
      n = PadPoints(s.points, n);
    }
  });
  s.points.begin[s.block_count] = n;
}

// Returns kRows rows of the block row, starting at `row`. Past the end, the last row is repeated.
template <int kRows, bool kStoresDy>
SampleRows<kRows, kStoresDy> RowsFrom(int row, const BlockRow& s) {
  SampleRows<kRows, kStoresDy> rows;
  for (int r = 0; r < kRows; ++r) {
    rows.fraction[r] = s.fraction[std::min(row + r, s.row_count - 1)];
    rows.dy[r] = s.dy[r];
    rows.partial[r] = s.partial[r];
  }
  return rows;
}

// The same as StoreTablePartials, for the kept points.
template <class MetricType, class Rows>
HWY_NOINLINE void StoreKeptPartials(const KeptPoints& points, int count, const Rows& rows) {
  const F32 d;
  ForVectors(count, [&](int k) {
    rows.template StorePartials<MetricType>(
        hn::Load(d, points.cell_y + k), hn::Load(d, points.y + k), hn::Load(d, points.dz + k), k);
  });
}

// Sets the current rows: row j and the following rows in the same lattice row, at most max_rows.
// In: row j's lattice index and fraction.
inline void CollectRows(const Frame& frame, int axis, const Octave& octave, int64_t j,
                        int32_t index, float fraction, BlockRow& s) {
  s.row_index = index;
  s.min_y = s.max_y = s.fraction[0] = fraction;
  for (s.row_count = 1; s.row_count < s.max_rows; ++s.row_count) {
    int32_t row_index;
    float& next = s.fraction[s.row_count];
    SplitOne(RowPosition(frame, axis, j + s.row_count), AxisOf(octave, axis), &row_index, &next);
    if (row_index != index) return;
    s.min_y = std::min(s.min_y, next);
    s.max_y = std::max(s.max_y, next);
  }
}

// Returns the row's index among the current rows, or -1. In: its lattice index and fraction.
inline int FindRow(const BlockRow& s, int32_t index, float fraction) {
  const float* const end = s.fraction + s.row_count;
  const float* const row = std::find(s.fraction, end, fraction);
  return row == end || s.row_index != index ? -1 : static_cast<int>(row - s.fraction);
}

// Moves to the blocks that contain row j, and culls their points if they are new. Returns the row's
// index in them. In: the function's kListCount and kCullRange; the row's lattice index and
// fraction; tables already moved to that lattice row.
inline HWY_NOINLINE int MoveToBlocks(int list_count, float range, Metric metric,
                                     const TableShape& shape, const Frame& frame, int axis,
                                     const Octave& octave, int64_t j, int32_t index, float fraction,
                                     const PointTables& tables, BlockRow& s) {
  const int row = FindRow(s, index, fraction);
  if (row >= 0) return row;
  CollectRows(frame, axis, octave, j, index, fraction, s);
  s.searched_count = 0;
  if (s.max_span == 0) return 0;
  WithMetric(metric, [&](const auto& type) {
    using MetricType = std::decay_t<decltype(type)>;
    if (list_count == 1)
      CullPoints<1, MetricType>(shape, tables, range, s);
    else
      CullPoints<2, MetricType>(shape, tables, range, s);
  });
  return 0;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
