// The columns of a tile on a grid in one octave's lattice, computed once per tile: each column's
// cell, fraction and fade, the lattice indices they read, and lookups of per-cell data. Also the
// sliding window of lattice rows that a kernel keeps around the current row of samples.
//
// Example: 6 columns that read the two corners of their cells (NeighbourRange {0, 1}).
//
//   column k            0    1    2    3    4    5
//   position in cells  3.2  3.6  4.1  4.5  4.9  5.4
//   x[k]                .2   .6   .1   .5   .9   .4
//   cell[k]             0    0    1    1    1    2     start of the column's range in `index`
//
//   index[]             3    4    5    6               index_count = 4
//
// Column k reads index[cell[k]] to index[cell[k] + 1]. Per-cell and per-corner tables are parallel
// to index[], so a vector of columns looks up table[cell[k]] in each lane.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/fade-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Adjacent vectors of columns that look up per-cell data in the same way. Kinds, cheapest first:
//   kBroadcast: all lanes are in one cell; one scalar load.
//   kPermute: the cells are less than a vector apart; a vector load and an in-register lookup.
//   kGather: anything else.
struct LookupGroup {
  enum Kind : uint16_t { kBroadcast, kPermute, kGather };
  uint16_t begin, end;  // columns
  uint16_t cell;        // kBroadcast: the cell; otherwise the lowest cell of the first vector
  Kind kind;
};

// The lookup of per-cell data by vectors of columns, or of other items that belong to cells.
struct CellLookup {
  int32_t* cell;         // the cell of each item
  int32_t* lane_offset;  // the item's cell minus the lowest cell of its vector
  LookupGroup* groups;
  int group_count;
};

struct GridColumns : CellLookup {
  float *x, *t;    // fraction and fade
  float *dt, *u;   // the fade's slope, and t + x dt; only if slopes are needed
  int32_t* index;  // the lattice indices that the columns read: see the example above
  int index_count;
};

// The lattice indices that a column reads, relative to the index of its cell: {0, 1} for the two
// corners of its cell, {1, 1} or {2, 2} for its cell and 1 or 2 neighbours on either side.
struct NeighbourRange {
  int below, above;

  int count() const { return below + above + 1; }
};

// Returns an upper bound on index_count. A new cell adds one index to the list, or its whole range
// if it does not follow the previous cell.
inline std::size_t MaxIndices(const Frame& frame, int axis, const Octave& octave, int columns,
                              const NeighbourRange& neighbours) {
  const double span =
      std::ceil(std::abs(frame.column[axis] * octave.frequency[axis]) * columns) + 4;
  // The list has a gap where a tiled picture's columns start again.
  const int64_t gaps = frame.wrap[0] == 0 ? 1 : columns / frame.wrap[0] + 2;
  const double each = neighbours.count();
  // A step of 1 cell adds 1 index; a step of s > 1 cells adds `each`, at most s * each / 2.
  const double maximum =
      std::min<double>(each * columns, span * each / 2 + each * static_cast<double>(gaps + 1));
  return static_cast<std::size_t>(maximum) + kPad;
}

// Returns an upper bound on the number of spans that CutColumnSpans makes.
inline std::size_t MaxColumnSpans(const Frame& frame, int axis, const Octave& octave, int columns,
                                  int max_length) {
  const double span = std::ceil(std::abs(frame.column[axis] * octave.frequency[axis]) * columns);
  const int64_t gaps = frame.wrap[0] == 0 ? 0 : columns / frame.wrap[0] + 1;
  const double maximum = span + static_cast<double>(2 * (gaps + 1) + columns / max_length);
  return static_cast<std::size_t>(std::min<double>(columns, maximum));
}

inline void LayOutLookup(std::size_t width, Scratch& scratch, CellLookup* s) {
  for (int32_t** row : {&s->cell, &s->lane_offset}) *row = scratch.Take<int32_t>(width);
  s->groups = scratch.Take<LookupGroup>(width);
}

// In: `width` columns, a multiple of kPad.
inline void LayOutColumns(std::size_t width, std::size_t max_indices, bool has_slopes,
                          Scratch& scratch, GridColumns* s) {
  for (float** row : {&s->x, &s->t}) *row = scratch.Take<float>(width);
  if (has_slopes)
    for (float** row : {&s->dt, &s->u}) *row = scratch.Take<float>(width);
  LayOutLookup(width, scratch, s);
  s->index = scratch.Take<int32_t>(max_indices);
}

// Fills q with the positions of the tile's first `width` columns, and up to kPad more elements.
HWY_INLINE void ColumnPositions(const Frame& frame, int axis, const Tile& tile, int width,
                                double* q) {
  AffinePositions(frame, {tile.first_column, 0, width}, axis, q);
}

// Returns the position of row j on an axis that does not depend on the column.
inline double RowPosition(const Frame& frame, int axis, int64_t j) {
  return frame.origin[axis] + static_cast<double>(Reduce(j, frame.wrap[1])) * frame.row[axis];
}

// Builds the list of lattice indices that the columns read: each column's range is contiguous and
// ascending (modulo the period).
// In: s.cell[k] = the column's lattice index.
//     is_falling: positions decrease from column to column; the list is then built backwards.
// Out: s.cell[k] = the start of the column's range in the list.
HWY_INLINE void ListIndices(GridColumns& s, int width, int64_t period, bool is_falling,
                            const NeighbourRange& neighbours) {
  const I32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int count = 0;
  int32_t previous = 0;
  const auto list = [&](int k) {
    const int32_t index = s.cell[k];
    if (count == 0 || index != previous) {
      const bool is_next = count != 0 && index == NextIndex(previous, period);
      for (int r = is_next ? neighbours.above : -neighbours.below; r <= neighbours.above; ++r)
        s.index[count++] = ShiftIndex(index, r, period);
      previous = index;
    }
    s.cell[k] = count - neighbours.count();
  };
  for (int step = 0; step < width; step += lanes) {
    const int k = is_falling ? width - lanes - step : step;
    // Fast path: most vectors are entirely in the previous column's cell.
    if (count != 0 && hn::AllTrue(d, hn::Load(d, s.cell + k) == hn::Set(d, previous))) {
      hn::Store(hn::Set(d, count - neighbours.count()), d, s.cell + k);
      continue;
    }
    for (int lane = 0; lane < lanes; ++lane) list(is_falling ? k + lanes - 1 - lane : k + lane);
  }
  s.index_count = count;
  for (int k = 0; k < kPad; ++k) s.index[count + k] = previous;  // padding: read in whole vectors
}

// Classifies the vectors of s.cell, and groups adjacent kBroadcast vectors of one cell.
HWY_INLINE void GroupLookups(CellLookup& s, int width) {
  const I32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  s.group_count = 0;
  for (int k = 0; k < width; k += lanes) {
    const VI cells = hn::Load(d, s.cell + k);
    const int low = hn::GetLane(hn::MinOfLanes(d, cells));
    const int spread = hn::GetLane(hn::MaxOfLanes(d, cells)) - low;
    LookupGroup::Kind kind = spread < lanes ? LookupGroup::kPermute : LookupGroup::kGather;
    if (spread == 0) kind = LookupGroup::kBroadcast;
    hn::Store(cells - hn::Set(d, low), d, s.lane_offset + k);
    LookupGroup* const last = s.group_count > 0 ? s.groups + s.group_count - 1 : nullptr;
    if (kind == LookupGroup::kBroadcast && last != nullptr && last->kind == kind &&
        last->cell == low) {
      last->end = static_cast<uint16_t>(k + lanes);
    } else {
      s.groups[s.group_count++] = {static_cast<uint16_t>(k), static_cast<uint16_t>(k + lanes),
                                   static_cast<uint16_t>(low), kind};
    }
  }
}

// Merges short groups, for which a branch costs more than a permute: kBroadcast groups of at most
// two vectors become kPermute, and adjacent kPermute groups become one. The lowest cell then
// differs from vector to vector; it is cell[k] - lane_offset[k] of any column k of the vector.
inline void MergeShortGroups(GridColumns& s) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  int count = 0;
  for (const LookupGroup* group = s.groups; group != s.groups + s.group_count; ++group) {
    LookupGroup next = *group;
    if (next.kind == LookupGroup::kBroadcast && next.end - next.begin <= 2 * lanes && lanes > 1)
      next.kind = LookupGroup::kPermute;
    LookupGroup* const last = count > 0 ? s.groups + count - 1 : nullptr;
    if (next.kind == LookupGroup::kPermute && last != nullptr &&
        last->kind == LookupGroup::kPermute)
      last->end = next.end;
    else
      s.groups[count++] = next;
  }
  s.group_count = count;
}

// Calls one_cell(group) for each kBroadcast group, and body(k, read) for every other vector.
// read(table) returns table[cell] for each lane.
template <class OneCell, class Body>
HWY_INLINE void ForGroups(const CellLookup& s, const OneCell& one_cell, const Body& body) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const LookupGroup* const end = s.groups + s.group_count;
  for (const LookupGroup* group = s.groups; group != end; ++group) {
    if (group->kind == LookupGroup::kBroadcast) {
      one_cell(*group);
    } else if (group->kind == LookupGroup::kPermute) {
      for (int k = group->begin; k < group->end; k += lanes) {
        const int low = s.cell[k] - s.lane_offset[k];
        const auto permutation = hn::SetTableIndices(d, s.lane_offset + k);
        body(k, [&](const float* table) {
          return hn::TableLookupLanes(hn::LoadU(d, table + low), permutation);
        });
      }
    } else {
      for (int k = group->begin; k < group->end; k += lanes) {
        const VI cells = hn::Load(I32(), s.cell + k);
        body(k, [&](const float* table) { return hn::GatherIndex(d, table, cells); });
      }
    }
  }
}

// The same, with body(k, read) for all vectors.
template <class Body>
HWY_INLINE void ForGroups(const CellLookup& s, const Body& body) {
  const auto one_cell = [&](const LookupGroup& group) {
    const int cell = group.cell;
    for (int k = group.begin; k < group.end; k += static_cast<int>(hn::Lanes(F32())))
      body(k, [&](const float* table) { return Broadcast(table[cell]); });
  };
  ForGroups(s, one_cell, body);
}

// Adjacent columns in one cell.
struct ColumnSpan {
  uint16_t begin, end;
  uint16_t cell;
  float low, high;  // minimum and maximum of their fractions
};

// Cuts the columns into spans of at most max_length columns. Returns the number of spans.
inline int CutColumnSpans(const GridColumns& columns, int width, int max_length,
                          ColumnSpan* spans) {
  int count = 0;
  for (int k = 0; k < width;) {
    int end = k + 1;
    while (end < width && end - k < max_length && columns.cell[end] == columns.cell[k]) ++end;
    const auto [low, high] = std::minmax_element(columns.x + k, columns.x + end);
    spans[count++] = {static_cast<uint16_t>(k), static_cast<uint16_t>(end),
                      static_cast<uint16_t>(columns.cell[k]), *low, *high};
    k = end;
  }
  return count;
}

HWY_INLINE void FadeColumns(const GridColumns& s, int width, bool has_slopes) {
  const F32 d;
  ForVectors(width, [&](int k) {
    const VF x = hn::Load(d, s.x + k);
    const VF t = Fade(x);
    hn::Store(t, d, s.t + k);
    if (!has_slopes) return;
    const VF dt = FadeSlope(x);
    hn::Store(dt, d, s.dt + k);
    hn::Store(Fma(x, dt, t), d, s.u + k);
  });
}

// Fills in all of `s`. In: the columns' positions on the axis; is_falling: see ListIndices.
HWY_INLINE void MakeColumns(const double* q, int width, const Axis& axis, bool is_falling,
                            const NeighbourRange& neighbours, bool has_slopes, GridColumns& s) {
  SplitRun(q, width, axis, s.cell, s.x);
  FadeColumns(s, width, has_slopes);
  ListIndices(s, width, axis.period, is_falling, neighbours);
  GroupLookups(s, width);
}

// `index` is the lattice index of the window's middle row.
struct RowWindow {
  int32_t index;
  bool is_valid;  // false until the first MoveRows
};

// Centres the window, 2 reach + 1 rows in ascending order, on lattice row `index`. Calls make(row,
// lattice_index) for new rows: only one after a step up by one. Returns whether the window moved.
template <class Row, class Make>
HWY_INLINE bool MoveRows(RowWindow& window, int32_t index, int64_t period, Row* rows, int reach,
                         const Make& make) {
  if (window.is_valid && index == window.index) return false;
  const bool is_next = window.is_valid && index == NextIndex(window.index, period);
  const int count = 2 * reach + 1;
  if (is_next) std::rotate(rows, rows + 1, rows + count);
  for (int row = is_next ? count - 1 : 0; row < count; ++row)
    make(rows[row], ShiftIndex(index, row - reach, period));
  window = {index, true};
  return true;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
