// Tables of lattice corners for neighbouring samples. A box of corners around the samples is hashed
// once; each sample looks up its cell's corners by permuting vector registers. The values are the
// same as if each lane hashed its own cell, so the result is bit-identical.
//
// In 2D, for samples (.) in 3 x 2 cells, a box of 4 x 4 corners (+):
//
//     +---+---+---+        The corner at (x, y) is entry x * stride + y; strides are powers of 2.
//     |   | . | . |        A sample in cell (x, y) reads the entries at, at + 1, at + stride and
//     +---+---+---+        at + stride + 1.
//     | . | . |   |
//     +---+---+---+        A box has as many entries as two vectors have lanes. It is larger than
//     |   |   |   |        the samples' cells where possible, so that it also serves the next rows.
//     +---+---+---+
//
// A Gradient says what a corner holds; its members:
//   kLinear         true: a vector of kDims components; false: a value
//   Unscaled(h, g)  computes it from hash value h
//   Hash(octave, i) the hash accumulator of the corner with index i
//   kWraps          see CellCorner
//
// Each group of 1, 2 or 4 vectors in a row of samples keeps its own table from row to row.
#pragma once

#include <algorithm>
#include <bit>

#include "noise/kernel.h"
#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/corners-inl.h"
#include "noise/sampling/fixed_points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <class Gradient, int kDims>
struct CornerTable {
  static constexpr int kComponents = Gradient::kLinear ? kDims : 1;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));
  static constexpr int kEntries = 2 * kLanes;
  // With fewer lanes a table holds too few cells to pay off.
  static constexpr bool kPaysOff = kLanes >= 8 && kDims > 1;

  bool is_valid;
  int32_t origin[3];  // the lowest corner
  int32_t cells[3];   // the size of the box
  int log_stride[3];
  HWY_ALIGN float rows[kComponents][kEntries];

  // Whether the table serves all samples in these cells. Out: entries of their lowest corners.
  HWY_INLINE bool Find(const VI* index, VI* entry) const {
    const I32 d;
    if (!is_valid) return false;
    MF inside;
    for (int a = 0; a < kDims; ++a) {
      const VI from_origin = index[a] - hn::Set(d, origin[a]);
      const VU offset_u = hn::BitCast(U32(), from_origin);
      const MF within =
          hn::RebindMask(F32(), offset_u < hn::Set(U32(), static_cast<uint32_t>(cells[a])));
      inside = a == 0 ? within : hn::And(inside, within);
      // The last axis has stride 1.
      const VI offset =
          a == kDims - 1 ? from_origin : hn::BitCast(d, ShiftLeftBy(offset_u, log_stride[a]));
      *entry = a == 0 ? offset : *entry + offset;
    }
    return hn::AllTrue(F32(), inside);
  }

  // Moves the table to a box around cells low .. high. Returns false, unmoved, if it is too large.
  HWY_NOINLINE bool TryMoveTo(const Octave& octave, const int32_t* low, const int32_t* high) {
    // Corners needed along each axis, rounded up to powers of 2.
    int logs[kDims], free = std::countr_zero(static_cast<unsigned>(kEntries));
    for (int a = 0; a < kDims; ++a) {
      const auto cells_needed = static_cast<uint32_t>(high[a]) - static_cast<uint32_t>(low[a]) + 1;
      if (cells_needed >= static_cast<uint32_t>(kEntries)) return false;
      logs[a] = std::bit_width(cells_needed);
      free -= logs[a];
    }
    if (free < 0) return false;
    for (int a = 0; free > 0; a = (a + 1) % kDims, --free) ++logs[a];
    for (int a = kDims - 1, stride = 0; a >= 0; --a) {
      log_stride[a] = stride;
      stride += logs[a];
      const int32_t all = (1 << logs[a]) - 1;
      const int32_t needed = high[a] - low[a] + 1;
      origin[a] = static_cast<int32_t>(static_cast<uint32_t>(low[a]) -
                                       static_cast<uint32_t>((all - needed) / 2));
      cells[a] = all;
      if (!Gradient::kWraps || octave.period[a] == 0) continue;
      // A tiled noise has no cells beyond its period.
      origin[a] = std::max(origin[a], 0);
      cells[a] = static_cast<int32_t>(std::min<int64_t>(all, octave.period[a] - origin[a]));
    }
    Fill(octave, logs);
    is_valid = true;
    return true;
  }

 private:
  HWY_INLINE void Fill(const Octave& octave, const int* logs) {
    const I32 d;
    for (int k = 0; k < kEntries; k += kLanes) {
      const VI number = hn::Iota(d, k);
      VI index[kDims];
      for (int a = 0; a < kDims; ++a)
        index[a] =
            hn::And(hn::ShiftRightSame(number, log_stride[a]), hn::Set(d, (1 << logs[a]) - 1)) +
            hn::Set(d, origin[a]);
      const VU hash = Gradient::template Hash<kDims>(octave, index);
      VF g[3];
      Gradient::template Unscaled<kDims>(Avalanche(hash), g);
      for (int p = 0; p < kComponents; ++p) hn::Store(g[p], F32(), rows[p] + k);
    }
  }
};

// The Corners (corners-inl.h) of samples whose entries CornerTable::Find has returned.
template <class Gradient, int kDims>
struct TableCorners {
  using Table = CornerTable<Gradient, kDims>;
  using Node = VI;

  const Table& table;
  const VI first;  // the entries of the lowest corners

  HWY_INLINE VI Root() const { return first; }
  template <int kAxis>
  HWY_INLINE VI Step(VI entry, int upper) const {
    return upper == 0 ? entry : entry + hn::Set(I32(), 1 << table.log_stride[kAxis]);
  }
  template <int kAxis>
  HWY_INLINE VI StepWhere(VI entry, VI upper) const {
    return entry + hn::And(upper, hn::Set(I32(), 1 << table.log_stride[kAxis]));
  }
  HWY_INLINE VI Select(VI upper, VI yes, VI no) const { return hn::IfVecThenElse(upper, yes, no); }
  HWY_INLINE void Read(VI entry, VF* g) const {
    const F32 d;
    for (int p = 0; p < Table::kComponents; ++p) {
      const float* const row = table.rows[p];
      g[p] = LookupInTwo(hn::Load(d, row), hn::Load(d, row + Table::kLanes), entry);
    }
  }
};

// The Corners of samples that are all in one cell: broadcasts numbers instead of permuting vectors.
template <class Gradient, int kDims>
struct OneCellCorners {
  using Table = CornerTable<Gradient, kDims>;
  using Node = int;  // an entry of the table

  const Table& table;
  const int first;

  HWY_INLINE int Root() const { return first; }
  template <int kAxis>
  HWY_INLINE int Step(int entry, int upper) const {
    return entry + (upper << table.log_stride[kAxis]);
  }
  HWY_INLINE void Read(int entry, VF* g) const {
    for (int p = 0; p < Table::kComponents; ++p) g[p] = Broadcast(table.rows[p][entry]);
  }
};

// The tables of an octave, and when to use them.
template <class Gradient, int kDims>
class CornerTables {
 public:
  using Table = CornerTable<Gradient, kDims>;

  // In: the maximum length of a run.
  void LayOut(int columns, Scratch& scratch) {
    count_ = (columns + kLanes - 1) / kLanes;
    tables_ = scratch.Take<Table>(static_cast<std::size_t>(count_));
  }

  void Clear() {
    for (int k = 0; k < count_; ++k) tables_[k].is_valid = false;
    log_group_ = kMaxLogGroup;
    credit_ = 0;
    pause_ = 1;
    paused_ = 0;
    one_cell_score_ = kMaxScore;
  }

  void StartRow() { one_cell_score_ = std::min(one_cell_score_ + 2, kMaxScore); }

  // Whether the samples whose entries Find returned are all in one cell. May miss that they are:
  // after too many failed tests, it gives up for the rest of the row.
  HWY_INLINE bool AreInOneCell(VI entry) {
    if (one_cell_score_ <= 0) return false;
    const I32 d;
    const bool yes = hn::AllTrue(d, entry == hn::Set(d, hn::GetLane(entry)));
    one_cell_score_ = yes ? std::min(one_cell_score_ + 1, kMaxScore) : one_cell_score_ - 1;
    return yes;
  }

  // Returns how many of the next `count` vectors should be hashed lane by lane.
  HWY_INLINE int TakePaused(int count) {
    const int taken = std::min(count, paused_);
    paused_ -= taken;
    return taken;
  }

  // Returns the table for the samples in the cells `index`, the vector at k of a run of n; or null:
  // then this vector, and as many as TakePaused says, must be hashed lane by lane. In: cells_at(k,
  // index), the cells of any vector of the run. Out: see CornerTable::Find.
  template <class CellsAt>
  HWY_INLINE const Table* Find(const Octave& octave, int k, int n, const VI* index,
                               const CellsAt& cells_at, VI* entry) {
    const Table& table = tables_[GroupOf(k)];
    if (table.Find(index, entry)) {
      credit_ = std::min(credit_ + 1, kMaxCredit);
      return &table;
    }
    if (!TryMove(octave, k, n, cells_at)) return nullptr;
    const Table& moved = tables_[GroupOf(k)];
    if (moved.Find(index, entry)) return &moved;
    paused_ = 1;
    return nullptr;
  }

 private:
  static constexpr int kLanes = Table::kLanes;
  static constexpr int kMaxLogGroup = 2;
  // A move takes as much time as this many vectors save by using a table.
  static constexpr int kMoveCost = 2;
  static constexpr int kMaxCredit = 64;
  static constexpr int kMaxPause = 1024;
  static constexpr int kMaxScore = 4;

  int GroupOf(int k) const { return (k / kLanes) >> log_group_; }

  // Moves the table of the group of the vector at k to the group's cells. If they are too far
  // apart, divides the run into smaller groups. Returns false if even one vector's cells do not
  // fit, or if tables move too often to pay off; then pauses tables, longer each time.
  template <class CellsAt>
  HWY_NOINLINE bool TryMove(const Octave& octave, int k, int n, const CellsAt& cells_at) {
    credit_ -= kMoveCost;
    for (; credit_ > -kMaxCredit && log_group_ >= 0; --log_group_) {
      const int width = kLanes << log_group_, first = k / width * width;
      int32_t low[kDims], high[kDims];
      BoundCells(first, std::min(first + width, n), cells_at, low, high);
      if (!tables_[GroupOf(k)].TryMoveTo(octave, low, high)) continue;
      pause_ = std::max(pause_ / 2, 1);
      return true;
    }
    log_group_ = kMaxLogGroup;
    credit_ = 0;
    paused_ = pause_ = std::min(2 * pause_, kMaxPause);
    return false;
  }

  // Computes the minimum and maximum index on each axis, over the vectors from `first` to `end`.
  template <class CellsAt>
  static HWY_INLINE void BoundCells(int first, int end, const CellsAt& cells_at, int32_t* low,
                                    int32_t* high) {
    const I32 d;
    VI minimum[kDims], maximum[kDims];
    for (int k = first; k < end; k += kLanes) {
      VI index[kDims];
      cells_at(k, index);
      for (int a = 0; a < kDims; ++a) {
        minimum[a] = k == first ? index[a] : hn::Min(minimum[a], index[a]);
        maximum[a] = k == first ? index[a] : hn::Max(maximum[a], index[a]);
      }
    }
    for (int a = 0; a < kDims; ++a) {
      low[a] = hn::GetLane(hn::MinOfLanes(d, minimum[a]));
      high[a] = hn::GetLane(hn::MaxOfLanes(d, maximum[a]));
    }
  }

  Table* tables_;  // by group
  int count_;
  int log_group_;       // vectors per group
  int credit_;          // balance of the time that tables have saved and cost
  int pause_;           // length of the next pause, in vectors
  int paused_;          // vectors until tables are tried again
  int one_cell_score_;  // rises and falls with the results of AreInOneCell
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
