// Rows of a rotated picture cut where they pass from one lattice cell into the next.
//
// On each axis a sample's position is that of its row's start, R(j), plus that of its column, C(i),
// both in cells, rounded to 2^-24 once and added exactly: where a row enters a cell, and how far
// samples lie inside, does not depend on the tile that asks. All other offsets follow, on the row's
// straight line, from the one along the main axis, the one that the row moves along the most.
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_LATTICE_ROW_CUTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_ROW_CUTS_INL_H_
#undef COBBLE_NOISE_LATTICE_ROW_CUTS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_ROW_CUTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

inline constexpr int kCellBits = 24;
inline constexpr int32_t kCellUnits = 1 << kCellBits;

// A number of cells: whole ones, and units of 2^-24 (0 .. 2^24).
struct SplitCells {
  double whole;
  int32_t units;

  explicit SplitCells(double cells)
      : whole(std::floor(cells)), units(static_cast<int32_t>((cells - whole) * kCellUnits + 0.5)) {}
};

// A whole number below 2^51, modulo 2^32: see IndexOf.
HWY_INLINE uint32_t Wrapped(double whole) {
  return static_cast<uint32_t>(std::bit_cast<uint64_t>(whole + 0x1.8p52));
}

// How an octave's lattice lies in an affine frame, and where the columns of a tile stand. Here and
// below, the main axis is axis 0, and `axis` tells which one of the frame each is.
struct RowCuts {
  int axis[3];
  double origin[3], row[3], column[3];  // as the frame has them, in cells
  double ratio[3];                      // of column steps to the main axis'
  double per_unit[3];                   // columns a unit
  // The tile's first column from the frame's origin:
  double whole[3];
  uint32_t wrapped[3];  // the same, modulo 2^32
  int32_t units[3];
  int32_t* past[3];  // how far columns lie past the first, in units, whichever way they go
  int32_t* along;    // the same on the main axis, signed
};

// Neighbouring samples in one cell.
struct RowSegment {
  int begin;
  uint32_t place;
  int32_t start;    // along[k] + start: the units of sample k on the main axis, 0 .. 2^24 - 1
  float middle[3];  // y = 2 x - 1 where the row's line passes the cell's middle on the main axis
};

// Measures the frame.
template <int kDims>
inline void MeasureCuts(const Frame& frame, const Octave& octave, RowCuts& cuts) {
  const auto step = [&](int a) { return std::abs(frame.column[a] * octave.frequency[a]); };
  for (int a = 0; a < kDims; ++a) cuts.axis[a] = a;
  for (int a = 1; a < kDims; ++a)
    if (step(cuts.axis[a]) > step(cuts.axis[0])) std::swap(cuts.axis[a], cuts.axis[0]);
  for (int a = 0; a < kDims; ++a) {
    const int from = cuts.axis[a];
    cuts.origin[a] = frame.origin[from] * octave.frequency[from];
    cuts.row[a] = frame.row[from] * octave.frequency[from];
    cuts.column[a] = frame.column[from] * octave.frequency[from];
    const double column = cuts.column[a];
    cuts.ratio[a] = column == 0 ? 0 : column / cuts.column[0];
    cuts.per_unit[a] = column == 0 ? 0 : 1 / (std::abs(column) * kCellUnits);
  }
}

// How many cells a row can pass into, a sample.
template <int kDims>
inline double CutsOfSample(const RowCuts& cuts) {
  double sum = 0;
  for (int a = 0; a < kDims; ++a) sum += std::abs(cuts.column[a]);
  return sum;
}

template <int kDims>
inline void LayOutCuts(Scratch& scratch, RowCuts* cuts) {
  for (int a = 0; a < kDims; ++a) cuts->past[a] = scratch.Take<int32_t>(kShortRun + kPad);
  cuts->along = scratch.Take<int32_t>(kShortRun + kPad);
}

// Places the columns from `first` on.
template <int kDims>
HWY_INLINE void PlaceColumns(int64_t first, RowCuts& cuts) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const auto unit = hn::Set(d, static_cast<double>(kCellUnits));
  for (int a = 0; a < kDims; ++a) {
    const SplitCells start(static_cast<double>(first) * cuts.column[a]);
    cuts.whole[a] = start.whole;
    cuts.wrapped[a] = Wrapped(start.whole);
    cuts.units[a] = start.units;
    for (int k = 0; k < kShortRun + kPad; k += static_cast<int>(hn::Lanes(d))) {
      const auto index = hn::Set(d, static_cast<double>(first + k)) + hn::Iota(d, 0.0);
      const auto cells = index * hn::Set(d, cuts.column[a]);
      const auto whole = hn::Floor(cells);
      const auto units = hn::Floor((cells - whole) * unit + hn::Set(d, 0.5));
      const auto past = (whole - hn::Set(d, start.whole)) * unit +
                        (units - hn::Set(d, static_cast<double>(start.units)));
      hn::StoreU(hn::DemoteTo(di, hn::Abs(past)), di, cuts.past[a] + k);
      if (a == 0) hn::StoreU(hn::DemoteTo(di, past), di, cuts.along + k);
    }
  }
}

// The columns at which one axis passes into another cell, in order, and one beyond them all.
struct CutColumns {
  static constexpr int kBeyond = kShortRun;
  int32_t column[kShortRun + 1];
};

// In: the units of the first column in its cell.
HWY_INLINE void FindCuts(const RowCuts& cuts, int a, int32_t units, int n, CutColumns* out) {
  const int32_t* const past = cuts.past[a];
  const int32_t last = past[n - 1];
  int32_t* to = out->column;
  int32_t next = cuts.column[a] < 0 ? units + 1 : kCellUnits - units;
  for (; next <= last; next += kCellUnits) {
    // Near the origin each column lies within a unit of the straight line, and this one or, rarely,
    // the next is it. Far away doubles round more.
    int k = 1 + static_cast<int>(std::min<double>(n - 2, std::max(next - 2, 0) * cuts.per_unit[a]));
    while (past[k] < next) ++k;
    while (past[k - 1] >= next) --k;
    *to++ = k;
  }
  *to = CutColumns::kBeyond;
}

// One row, from cell to cell.
template <int kDims>
class RowWalk {
 public:
  HWY_INLINE RowWalk(const RowCuts& cuts, double j, int n) : cuts_(cuts), n_(n) {
    for (int a = 0; a < kDims; ++a) {
      const double x = cuts.origin[a] + j * cuts.row[a];
      const SplitCells start(x);
      fraction_[a] = x - start.whole;
      const int32_t units = start.units + cuts.units[a];
      const int32_t carried = units >> kCellBits;
      cell_[a] = cuts.whole[a] + carried;
      index_[a] = Wrapped(start.whole) + cuts.wrapped[a] + static_cast<uint32_t>(carried);
      step_[a] = cuts.column[a] < 0 ? -1 : 1;
      number_ += static_cast<uint32_t>(step_[a]) * index_[a];
      const int32_t inside = units - (carried << kCellBits);
      if (a == 0) start_ = inside;
      FindCuts(cuts, a, inside, n, &cuts_of_[a]);
    }
  }

  // Calls see(segment, index, number) for each cell; the segment's place is not yet known.
  template <class See>
  HWY_INLINE void Run(const See& see) {
    const int32_t* next[kDims];
    for (int a = 0; a < kDims; ++a) next[a] = cuts_of_[a].column;
    for (int begin = 0; begin < n_;) {
      see(SegmentAt(begin), index_, number_);
      begin = *next[0];
      for (int a = 1; a < kDims; ++a) begin = std::min(begin, *next[a]);
      for (int a = 0; a < kDims; ++a) {
        const int passes = *next[a] == begin ? 1 : 0;
        next[a] += passes;
        Pass(a, passes);
      }
    }
  }

 private:
  // Passes into the next cell along an axis, or not.
  HWY_INLINE void Pass(int a, int passes) {
    const int by = step_[a] * passes;
    cell_[a] += by;
    index_[a] += static_cast<uint32_t>(by);
    number_ += static_cast<uint32_t>(passes);
    if (a == 0) start_ -= by * kCellUnits;
  }

  HWY_INLINE RowSegment SegmentAt(int begin) const {
    RowSegment s{.begin = begin, .place = 0, .start = start_, .middle = {}};
    const double middle = cell_[0] + 0.5 - fraction_[0];
    for (int a = 1; a < kDims; ++a) {
      const double x = fraction_[a] + middle * cuts_.ratio[a] - cell_[a];
      s.middle[a] = static_cast<float>(2 * x - 1);
    }
    return s;
  }

  const RowCuts& cuts_;
  const int n_;
  // Cells are counted from the one of the row's start, whose fraction this is.
  double fraction_[3], cell_[3];
  uint32_t index_[3];
  int step_[3];
  uint32_t number_ = 0;
  int32_t start_ = 0;
  CutColumns cuts_of_[3];
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
