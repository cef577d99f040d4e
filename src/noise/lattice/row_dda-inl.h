// A fixed-point DDA that splits a row of a rotated picture into segments in one lattice cell.
//
// Example in 2D, in cells, with a step of (0.20, 0.05). x is the main axis, with the largest step.
//
//   column      0     1     2     3     4     5     6     7
//   x          .70   .90  1.10  1.30  1.50  1.70  1.90  2.10    crosses a boundary at columns 2, 7
//   y          .88   .93   .98  1.03  1.08  1.13  1.18  1.23    crosses one at column 3
//   cell      (0,0) (0,0)|(1,0)|(1,1) (1,1) (1,1) (1,1)|(2,1)
//   segment     0     0  |  1  |  2     2     2     2  |  3
//
// Each axis lists the columns where it crosses a cell boundary. The merged lists give the segments.
//
// Positions are fixed point, in units of 2^-24 cells. Sample (i, j) is at R(j) + C(i), its row's
// start plus its column's offset. Each is rounded once and the sum is exact, so a sample's cell and
// fraction do not depend on the tile. Only the main axis's fraction is computed per sample; since
// the row is straight, the others follow from it.
//
// Based on: John Amanatides and Andrew Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
//   1987.
// Departs: steps from one sample to the next, not along a continuous ray, so several axes can cross
//   a boundary in one step.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

inline constexpr int kFractionBits = 24;
inline constexpr int32_t kFixedOne = 1 << kFractionBits;  // one cell

// A position in cells, its fraction in fixed point: 0 .. kFixedOne, including both ends.
struct FixedPoint {
  double whole;
  int32_t fraction;

  explicit FixedPoint(double cells)
      : whole(std::floor(cells)),
        fraction(static_cast<int32_t>((cells - whole) * kFixedOne + 0.5)) {}
};

// Returns an integer, of a magnitude below 2^51, modulo 2^32. See IndexOf.
HWY_INLINE uint32_t Wrapped(double whole) {
  return static_cast<uint32_t>(std::bit_cast<uint64_t>(whole + 0x1.8p52));
}

// The constants of one octave's DDA, for its frame and tile. Axes are reordered, here and below:
// axis 0 is the main axis, and axis[a] is the number of axis a in the frame.
struct DdaSetup {
  // For the frame:
  int axis[3];
  double origin[3], row[3], column[3];  // as in Frame, in cells
  double ratio[3];                      // column[a] / column[0]: the row's direction
  double columns_per_unit[3];           // columns per 2^-24 cells
  // For the tile, C of its first column:
  double first_whole[3];
  uint32_t first_index[3];  // first_whole modulo 2^32
  int32_t first_fraction[3];
  // For the tile, fixed-point C of column k minus C of the first column. It fits in an int32
  // because of kMaxCrossingsPerSample.
  int32_t* distance[3];  // the absolute value, which never decreases with k
  int32_t* main_offset;  // the value itself, on the main axis only
};

// Adjacent samples in one cell, from column `begin` to the next segment's `begin`.
struct RowSegment {
  int begin;
  uint32_t entry;  // of the cell in CellCache
  // Sample k's fraction on the main axis, below kFixedOne: main_start + DdaSetup::main_offset[k].
  int32_t main_start;
  // By axis, except the main one: the row's position, as 2 * fraction - 1, at this cell's middle
  // along the main axis. Outside -1..1 if the row is in another cell there.
  float s_centre[3];
};

// Fills in the members that depend on the frame.
template <int kDims>
inline void SetUpFrame(const Frame& frame, const Octave& octave, DdaSetup& dda) {
  const auto step = [&](int a) { return std::abs(frame.column[a] * octave.frequency[a]); };
  for (int a = 0; a < kDims; ++a) dda.axis[a] = a;
  for (int a = 1; a < kDims; ++a)
    if (step(dda.axis[a]) > step(dda.axis[0])) std::swap(dda.axis[a], dda.axis[0]);
  for (int a = 0; a < kDims; ++a) {
    const int from = dda.axis[a];
    dda.origin[a] = frame.origin[from] * octave.frequency[from] + octave.scatter[from];
    dda.row[a] = frame.row[from] * octave.frequency[from];
    dda.column[a] = frame.column[from] * octave.frequency[from];
    const double column = dda.column[a];
    dda.ratio[a] = column == 0 ? 0 : column / dda.column[0];
    dda.columns_per_unit[a] = column == 0 ? 0 : 1 / (std::abs(column) * kFixedOne);
  }
}

template <int kDims>
inline double CrossingsPerSample(const DdaSetup& dda) {
  double sum = 0;
  for (int a = 0; a < kDims; ++a) sum += std::abs(dda.column[a]);
  return sum;
}

template <int kDims>
inline void LayOutDda(Scratch& scratch, DdaSetup* dda) {
  for (int a = 0; a < kDims; ++a) dda->distance[a] = scratch.Take<int32_t>(kShortRun + kPad);
  dda->main_offset = scratch.Take<int32_t>(kShortRun + kPad);
}

// Fills in the members that depend on the tile, which starts at column `first`.
template <int kDims>
HWY_INLINE void SetUpTile(int64_t first, DdaSetup& dda) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const auto one = hn::Set(d, static_cast<double>(kFixedOne));
  for (int a = 0; a < kDims; ++a) {
    const FixedPoint start(static_cast<double>(first) * dda.column[a]);
    dda.first_whole[a] = start.whole;
    dda.first_index[a] = Wrapped(start.whole);
    dda.first_fraction[a] = start.fraction;
    for (int k = 0; k < kShortRun + kPad; k += static_cast<int>(hn::Lanes(d))) {
      const auto index = hn::Set(d, static_cast<double>(first + k)) + hn::Iota(d, 0.0);
      const auto cells = index * hn::Set(d, dda.column[a]);
      const auto whole = hn::Floor(cells);
      const auto fraction = hn::Floor((cells - whole) * one + hn::Set(d, 0.5));
      const auto offset = (whole - hn::Set(d, start.whole)) * one +
                          (fraction - hn::Set(d, static_cast<double>(start.fraction)));
      hn::StoreU(hn::DemoteTo(di, hn::Abs(offset)), di, dda.distance[a] + k);
      if (a == 0) hn::StoreU(hn::DemoteTo(di, offset), di, dda.main_offset + k);
    }
  }
}

// The first column in each new cell along an axis, in ascending order, then a sentinel.
struct Crossings {
  static constexpr int kSentinel = kShortRun;
  int32_t column[kShortRun + 1];
};

// In: the fraction of the row's first sample in its cell, in fixed point; n = samples in the row.
HWY_INLINE void FindCrossings(const DdaSetup& dda, int a, int32_t fraction, int n, Crossings* out) {
  const int32_t* const distance = dda.distance[a];
  const int32_t last = distance[n - 1];
  int32_t* to = out->column;
  // The distance at which a column is in the next cell. A fraction of 0 belongs to the upper cell,
  // so a step down takes one unit more.
  int32_t next = dda.column[a] < 0 ? fraction + 1 : kFixedOne - fraction;
  for (; next <= last; next += kFixedOne) {
    // Guess k from the slope, then search from there. Near the origin the guess is exact or,
    // rarely, one too low; far away, where doubles are coarser, it can be off by more.
    int k = 1 + static_cast<int>(
                    std::min<double>(n - 2, std::max(next - 2, 0) * dda.columns_per_unit[a]));
    while (distance[k] < next) ++k;
    while (distance[k - 1] >= next) --k;
    *to++ = k;
  }
  *to = Crossings::kSentinel;
}

template <int kDims>
class RowDda {
 public:
  HWY_INLINE RowDda(const DdaSetup& setup, double j, int n) : setup_(setup), n_(n) {
    for (int a = 0; a < kDims; ++a) {
      const double x = setup.origin[a] + j * setup.row[a];
      const FixedPoint start(x);
      row_fraction_[a] = x - start.whole;
      const int32_t sum = start.fraction + setup.first_fraction[a];
      const int32_t carry = sum >> kFractionBits;
      cell_[a] = setup.first_whole[a] + carry;
      index_[a] = Wrapped(start.whole) + setup.first_index[a] + static_cast<uint32_t>(carry);
      step_[a] = setup.column[a] < 0 ? -1 : 1;
      key_ += static_cast<uint32_t>(step_[a]) * index_[a];
      const int32_t fraction = sum - (carry << kFractionBits);
      if (a == 0) main_start_ = fraction;
      FindCrossings(setup, a, fraction, n, &crossings_[a]);
    }
  }

  // Calls visit(segment, index, key) for each segment: `index` is the cell's lattice index by axis,
  // `key` its key in CellCache. segment.entry is not set.
  template <class Visit>
  HWY_INLINE void ForSegments(const Visit& visit) {
    const int32_t* next[kDims];
    for (int a = 0; a < kDims; ++a) next[a] = crossings_[a].column;
    for (int begin = 0; begin < n_;) {
      visit(SegmentAt(begin), index_, key_);
      begin = *next[0];
      for (int a = 1; a < kDims; ++a) begin = std::min(begin, *next[a]);
      for (int a = 0; a < kDims; ++a) {
        const int crosses = *next[a] == begin ? 1 : 0;
        next[a] += crosses;
        Step(a, crosses);
      }
    }
  }

 private:
  // Steps into the next cell on axis a if `crosses` is 1, else does nothing. Branchless.
  HWY_INLINE void Step(int a, int crosses) {
    const int step = step_[a] * crosses;
    cell_[a] += step;
    index_[a] += static_cast<uint32_t>(step);
    key_ += static_cast<uint32_t>(crosses);
    if (a == 0) main_start_ -= step * kFixedOne;
  }

  HWY_INLINE RowSegment SegmentAt(int begin) const {
    RowSegment segment{.begin = begin, .entry = 0, .main_start = main_start_, .s_centre = {}};
    // From the row's start to the cell's centre, along the main axis.
    const double to_centre = cell_[0] + 0.5 - row_fraction_[0];
    for (int a = 1; a < kDims; ++a) {
      const double x = row_fraction_[a] + to_centre * setup_.ratio[a] - cell_[a];
      segment.s_centre[a] = static_cast<float>(2 * x - 1);
    }
    return segment;
  }

  const DdaSetup& setup_;
  const int n_;
  double row_fraction_[3];  // of R(j) in its cell, not rounded to fixed point
  // The current cell:
  double cell_[3];     // relative to the cell of R(j)
  uint32_t index_[3];  // its lattice index
  // Sum of step_ * index_ over the axes: grows by 1 per boundary, so a row's keys are distinct.
  uint32_t key_ = 0;
  int32_t main_start_ = 0;  // see RowSegment
  int step_[3];             // +1 or -1: the row's direction
  Crossings crossings_[3];
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
