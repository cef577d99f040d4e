// The blocks of samples that Voronoi noise on grids looks for the nearest points for: spans of
// columns in one lattice cell, times a few rows of one lattice row. Once a block, the points are
// sifted for those that can be among the nearest of any of its samples, a span a lane; and a few
// rows at once share the offsets along the columns.
//
// Rounding keeps order, so that bounds which are made as the samples' own offsets are hold exactly:
// leaving points out never changes a bit.
#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/tables-inl.h"

#if defined(COBBLE_NOISE_VORONOI_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_BLOCK_INL_H_
#undef COBBLE_NOISE_VORONOI_BLOCK_INL_H_
#else
#define COBBLE_NOISE_VORONOI_BLOCK_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Points are looked at in fours, since loops that end where nobody can foresee it are slow.
inline constexpr int kAtOnce = 4;
inline constexpr int kMaxSifted = 27 * 2;  // neighbours
inline constexpr int kMaxBlock = 32;       // rows

// How many rows are made at once, which share the offsets along the columns.
template <int kSlopes>
inline constexpr int kShared = kSlopes > 0 ? 2 : 4;
inline constexpr int kMaxShared = kShared<0>;
inline constexpr int kMaxFound = 2 * (1 + 2);  // numbers of what is found for a sample

// The points that are left, span after span, each as the neighbours have them in order.
struct SiftedPoints {
  // Inside the cell, along the columns' and the rows' axis; which cell that is.
  float *x, *along, *y, *across;
  float* dz;       // along the fixed axis, from the sample
  float* id;       // the number of cell-id; only there
  int32_t* begin;  // a span's first; one more for the last one's end
};

// What one octave keeps of a tile to look for the nearest points block by block.
struct VoronoiBlock : CellReads {
  int longest;  // columns in a span; 0: nothing is sifted
  int rows;     // in a block
  int count;    // of spans; their cells are those of CellReads
  ColumnSpan* spans;
  float *low, *high;  // the bounds of their fractions
  SiftedPoints points;
  // For each of a few rows, of the sifted points, or of all that the tables hold: along the rows'
  // axis, from the sample; joined, but for the columns' axis.
  float *dy[kMaxShared], *rest[kMaxShared];  // dy: only where slopes are wanted
  // The rows that the points are for: their lattice index and their fractions.
  int32_t row_index;
  float row[kMaxBlock];
  int row_count;
  float row_low, row_high;  // bounds of the fractions
  // What has been found for a few of these rows.
  int found_row, found_count;
  float* found[kMaxShared][kMaxFound];
};

// Chooses how to block the columns and rows, which are that many cells apart. Sifting costs the
// same for a cell of any size, and looking at all points, vectors being full, does for a sample.
// (All limits: measured.)
inline void ChooseBlocks(const VoronoiShape& shape, double column_step, double row_step,
                         VoronoiBlock* s) {
  const double wide = 1 / std::abs(column_step), high = 1 / std::abs(row_step);
  const auto lanes = static_cast<double>(hn::Lanes(F32()));
  const double narrow = std::max(4.0, lanes * (shape.layers > 1 ? 0.5 : 1.5));
  const bool sifts = shape.rows > 1 && wide > narrow;
  s->longest = sifts ? static_cast<int>(std::clamp(wide / 4, 16.0, 64.0)) / kPad * kPad : 0;
  s->rows = shape.rows == 1 ? 1
            : sifts ? static_cast<int>(std::clamp(high / 4, 8.0, 32.0)) / kMaxShared * kMaxShared
                    : kMaxShared;
}

// Out: how many sifted points there can be.
inline std::size_t LayOutSift(const VoronoiShape& shape, std::size_t spans, bool ids,
                              Scratch& scratch, VoronoiBlock* s) {
  const std::size_t padded = (spans + kPad - 1) / kPad * kPad;
  s->spans = scratch.Take<ColumnSpan>(padded);
  LayOutReads(padded, scratch, s);
  for (float** row : {&s->low, &s->high}) *row = scratch.Take<float>(padded);
  SiftedPoints& points = s->points;
  points.begin = scratch.Take<int32_t>(spans + 1);
  const int maximum = (shape.neighbours(1) + kAtOnce - 1) / kAtOnce * kAtOnce;
  const std::size_t room = spans * static_cast<std::size_t>(maximum) + kPad;
  for (float** row : {&points.x, &points.along, &points.y, &points.across, &points.dz})
    *row = scratch.Take<float>(room);
  points.id = ids ? scratch.Take<float>(room) : nullptr;
  return room;
}

// What is wanted of a block's rows.
struct RowsWanted {
  int shared;   // rows that are made at once
  int numbers;  // found for a sample
  bool slopes, ids;
};

inline void LayOutBlock(const VoronoiShape& shape, const Frame& frame, const GridAxes& axes,
                        const Octave& octave, int width, const VoronoiOctave& tables,
                        const RowsWanted& wanted, Scratch& scratch, VoronoiBlock* s) {
  ChooseBlocks(shape, frame.column[axes.column] * octave.frequency[axes.column],
               frame.row[axes.row] * octave.frequency[axes.row], s);
  std::size_t room = tables.numbers(shape) + kPad;
  if (s->longest > 0)
    room = LayOutSift(shape, MaxColumnSpans(frame, axes.column, octave, width, s->longest),
                      wanted.ids, scratch, s);
  for (int r = 0; r < wanted.shared; ++r) {
    s->dy[r] = wanted.slopes ? scratch.Take<float>(room) : nullptr;
    s->rest[r] = scratch.Take<float>(room);
    for (int number = 0; number < wanted.numbers; ++number)
      s->found[r][number] = scratch.Take<float>(static_cast<std::size_t>(width + kPad));
  }
}

// Cuts the columns into spans.
HWY_NOINLINE inline void PrepareBlock(const GridColumns& columns, int width, VoronoiBlock& s) {
  s.row_count = 0;
  if (s.longest == 0) return;
  s.count = CutColumnSpans(columns, width, s.longest, s.spans);
  const int padded = (s.count + kPad - 1) / kPad * kPad;
  for (int k = 0; k < padded; ++k) {
    const ColumnSpan& span = s.spans[std::min(k, s.count - 1)];
    s.cell[k] = span.cell;
    s.low[k] = span.low;
    s.high[k] = span.high;
  }
  CutPieces(s, padded);
}

// How near and how far an offset comes to 0 or goes from it between its two bounds.
HWY_INLINE VF NearestOffset(VF minimum, VF maximum) {
  return hn::Max(hn::Max(minimum, hn::Neg(maximum)), hn::Zero(F32()));
}
HWY_INLINE VF FarthestOffset(VF minimum, VF maximum) { return hn::Max(maximum, hn::Neg(minimum)); }

// The bounds of what the metric joins of all axes but the columns', for the block's rows: the least
// in tables.rest, the most in tables.dy.
template <class MetricType>
HWY_NOINLINE void BoundRests(const VoronoiShape& shape, const VoronoiBlock& s,
                             const VoronoiOctave& tables) {
  const F32 d;
  const MetricType metric;
  const VF low = Broadcast(s.row_low), high = Broadcast(s.row_high);
  ForPoints(shape, tables, [&](int at, VF across) {
    const VF y = hn::LoadU(d, tables.y + at);
    const VF minimum = (across - high) + y, maximum = (across - low) + y;
    const VF fixed = metric.First(hn::LoadU(d, tables.dz + at));
    hn::StoreU(metric.Accumulate(NearestOffset(minimum, maximum), fixed), d, tables.rest + at);
    hn::StoreU(metric.Accumulate(FarthestOffset(minimum, maximum), fixed), d, tables.dy + at);
  });
}

// A bit a neighbour for each span of a vector: those that can be among the kCount nearest.
// Out: words[w]: of the neighbours from 32 w on.
template <int kCount, class MetricType, class Read>
HWY_INLINE void SiftVector(const VoronoiOctave& tables, int count, const VoronoiBlock& s, int k,
                           const Read& read, uint32_t (*words)[kPad]) {
  const F32 d;
  const U32 du;
  const MetricType metric;
  const VF low = hn::Load(d, s.low + k), high = hn::Load(d, s.high + k);
  HWY_ALIGN float nearest[kMaxSifted][hn::MaxLanes(F32())];
  VF first = Broadcast(kBeyond), second = first;
  for (int v = 0; v < count; ++v) {
    const int at = tables.neighbours[1][v].at;
    const VF by = Broadcast(tables.neighbours[1][v].along), x = read(tables.x + at);
    const VF minimum = (by - high) + x, maximum = (by - low) + x;
    hn::Store(metric.Accumulate(NearestOffset(minimum, maximum), read(tables.rest + at)), d,
              nearest[v]);
    const VF far = metric.Accumulate(FarthestOffset(minimum, maximum), read(tables.dy + at));
    if (kCount > 1) second = hn::Min(second, hn::Max(first, far));
    first = hn::Min(first, far);
  }
  const VF bound = kCount > 1 ? second : first;
  for (int begin = 0; begin < count; begin += 32) {
    VU word = hn::Zero(du);
    for (int v = begin; v < std::min(begin + 32, count); ++v) {
      const MF stays = hn::Load(d, nearest[v]) <= bound;
      const VU bit = hn::Set(du, uint32_t{1} << (v - begin));
      word = hn::Or(word, hn::IfThenElseZero(hn::RebindMask(du, stays), bit));
    }
    hn::Store(word, du, words[begin / 32]);
  }
}

// Copies the points of the neighbours whose bits are set. In and out: the place behind those so
// far.
HWY_INLINE int CopyPoints(const VoronoiOctave& tables, const NeighbourCell* neighbours,
                          uint32_t bits, int cell, const SiftedPoints& points, int n) {
  for (; bits != 0; bits &= bits - 1, ++n) {
    const NeighbourCell& neighbour = neighbours[std::countr_zero(bits)];
    const int at = neighbour.at + cell;
    points.x[n] = tables.x[at];
    points.along[n] = neighbour.along;
    points.y[n] = tables.y[at];
    points.across[n] = neighbour.across;
    points.dz[n] = tables.dz[at];
    if (points.id != nullptr) points.id[n] = tables.id[at];
  }
  return n;
}

// Rounds the number of points up, with such as are never the nearest.
HWY_INLINE int PadPoints(const SiftedPoints& points, int n) {
  for (float* row : {points.x, points.along, points.y, points.across, points.id})
    if (row != nullptr) std::fill_n(row + n, kAtOnce, 0.0f);
  std::fill_n(points.dz + n, kAtOnce, kBeyond);
  return (n + kAtOnce - 1) / kAtOnce * kAtOnce;
}

// Sifts the points for the block whose rows' bounds stand in s.
template <int kCount, class MetricType>
HWY_NOINLINE void SiftPoints(const VoronoiShape& shape, const VoronoiOctave& tables,
                             const VoronoiBlock& s) {
  const NeighbourCell* const neighbours = tables.neighbours[1];
  const int count = shape.neighbours(1);
  int n = 0;
  ForPieces(s, [&](int k, const auto& read) {
    HWY_ALIGN uint32_t words[2][kPad];
    SiftVector<kCount, MetricType>(tables, count, s, k, read, words);
    const int lanes = std::min(static_cast<int>(hn::Lanes(F32())), s.count - k);
    for (int lane = 0; lane < lanes; ++lane) {
      const int cell = s.cell[k + lane];
      s.points.begin[k + lane] = n;
      n = CopyPoints(tables, neighbours, words[0][lane], cell, s.points, n);
      if (count > 32) n = CopyPoints(tables, neighbours + 32, words[1][lane], cell, s.points, n);
      n = PadPoints(s.points, n);
    }
  });
  s.points.begin[s.count] = n;
}

// The few rows from `row` of the block on; past its end, its last row again.
template <int kRows, bool kOffsets>
SampleRows<kRows, kOffsets> RowsFrom(int row, const VoronoiBlock& s) {
  SampleRows<kRows, kOffsets> rows;
  for (int r = 0; r < kRows; ++r) {
    rows.fraction[r] = s.row[std::min(row + r, s.row_count - 1)];
    rows.dy[r] = s.dy[r];
    rows.rest[r] = s.rest[r];
  }
  return rows;
}

// MakeRests for the sifted points.
template <class MetricType, class Rows>
HWY_NOINLINE void MakeSiftedRests(const SiftedPoints& points, int count, const Rows& rows) {
  const F32 d;
  ForVectors(count, [&](int k) {
    rows.template Make<MetricType>(hn::Load(d, points.across + k), hn::Load(d, points.y + k),
                                   hn::Load(d, points.dz + k), k);
  });
}

// Lists the rows from j on that lie in the lattice row of `index`, a block of them at most.
// In: row j's fraction.
inline void ListRows(const Frame& frame, int axis, const Octave& octave, int64_t j, int32_t index,
                     float fraction, VoronoiBlock& s) {
  s.row_index = index;
  s.row_low = s.row_high = s.row[0] = fraction;
  for (s.row_count = 1; s.row_count < s.rows; ++s.row_count) {
    int32_t row_index;
    float& next = s.row[s.row_count];
    SplitOne(RowPosition(frame, axis, j + s.row_count), AxisOf(octave, axis), &row_index, &next);
    if (row_index != index) return;
    s.row_low = std::min(s.row_low, next);
    s.row_high = std::max(s.row_high, next);
  }
}

// Which row of the block that is; -1: none.
inline int FindRow(const VoronoiBlock& s, int32_t index, float fraction) {
  const float* const end = s.row + s.row_count;
  const float* const row = std::find(s.row, end, fraction);
  return row == end || s.row_index != index ? -1 : static_cast<int>(row - s.row);
}

// Brings the block to one that row j is one of. Out: which.
template <int kCount, class MetricType>
HWY_INLINE int MoveToBlock(const VoronoiShape& shape, const Frame& frame, int axis,
                           const Octave& octave, int64_t j, int32_t index, float fraction,
                           const VoronoiOctave& tables, VoronoiBlock& s) {
  const int row = FindRow(s, index, fraction);
  if (row >= 0) return row;
  ListRows(frame, axis, octave, j, index, fraction, s);
  s.found_count = 0;
  if (s.longest == 0) return 0;
  BoundRests<MetricType>(shape, s, tables);
  SiftPoints<kCount, MetricType>(shape, tables, s);
  return 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
