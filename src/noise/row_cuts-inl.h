// Rows of a rotated picture cut where they pass from one lattice cell into the next.
//
// On each axis a sample's position is that of its row's start, R(j), plus that of its column, C(i),
// both in cells, rounded to 2^-24 once and added exactly: where a row enters a cell, and how far
// samples lie inside, does not depend on the tile that asks. All other offsets follow, on the row's
// straight line, from the one along the main axis, the one that the row moves along the most.
#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/lattice-inl.h"
#include "noise/scratch.h"

#if defined(COBBLE_NOISE_ROW_CUTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_ROW_CUTS_INL_H_
#undef COBBLE_NOISE_ROW_CUTS_INL_H_
#else
#define COBBLE_NOISE_ROW_CUTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The widest tile of an affine frame.
inline constexpr int kMostCutColumns = 256;

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

// How an octave's lattice lies in an affine frame, and where the columns of a tile stand.
struct RowCuts {
  double origin[3], row[3], column[3];  // as the frame has them, in cells
  double ratio[3];                      // of column steps to the main axis'
  double per_unit[3];                   // columns a unit
  int main;
  // The tile's first column from the frame's origin:
  double whole[3];
  uint32_t wrapped[3];  // the same, modulo 2^32
  int32_t units[3];
  int32_t* past[3];  // how far columns lie past the first, in units, whichever way they go
  int32_t* along;    // the same on the main axis, signed
};

// Neighbouring samples in one cell.
struct RowStretch {
  int begin;
  uint32_t place;
  int32_t start;    // along[k] + start: the units of sample k on the main axis, 0 .. 2^24 - 1
  float middle[3];  // y = 2 x - 1 where the row's line passes the cell's middle on the main axis
};

// Measures the frame.
template <int kDims>
inline void MeasureCuts(const Frame& frame, const Octave& octave, RowCuts& cuts) {
  cuts.main = 0;
  for (int a = 0; a < kDims; ++a) {
    cuts.origin[a] = frame.origin[a] * octave.frequency[a];
    cuts.row[a] = frame.row[a] * octave.frequency[a];
    cuts.column[a] = frame.column[a] * octave.frequency[a];
    if (std::abs(cuts.column[a]) > std::abs(cuts.column[cuts.main])) cuts.main = a;
  }
  for (int a = 0; a < kDims; ++a) {
    const double step = cuts.column[a];
    cuts.ratio[a] = step == 0 ? 0 : step / cuts.column[cuts.main];
    cuts.per_unit[a] = step == 0 ? 0 : 1 / (std::abs(step) * kCellUnits);
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
  for (int a = 0; a < kDims; ++a) cuts->past[a] = scratch.Take<int32_t>(kMostCutColumns + kPad);
  cuts->along = scratch.Take<int32_t>(kMostCutColumns + kPad);
}

// Places the columns from `first` on.
template <int kDims>
inline void PlaceColumns(int64_t first, RowCuts& cuts) {
  for (int a = 0; a < kDims; ++a) {
    const SplitCells start(static_cast<double>(first) * cuts.column[a]);
    cuts.whole[a] = start.whole;
    cuts.wrapped[a] = Wrapped(start.whole);
    cuts.units[a] = start.units;
    for (int k = 0; k < kMostCutColumns + kPad; ++k) {
      const SplitCells at(static_cast<double>(first + k) * cuts.column[a]);
      const auto past =
          static_cast<int32_t>((at.whole - start.whole) * kCellUnits) + (at.units - start.units);
      cuts.past[a][k] = std::abs(past);
      if (a == cuts.main) cuts.along[k] = past;
    }
  }
}

// The columns at which one axis passes into another cell, a bit each.
struct CutBits {
  static constexpr int kWords = kMostCutColumns / 64;
  uint64_t bits[kWords];
};

// In: the units of the first column in its cell.
HWY_INLINE void FindCuts(const RowCuts& cuts, int a, int32_t units, int n, CutBits* out) {
  *out = {};
  const int32_t* const past = cuts.past[a];
  const int32_t last = past[n - 1];
  int32_t next = cuts.column[a] < 0 ? units + 1 : kCellUnits - units;
  for (; next <= last; next += kCellUnits) {
    int k = std::min(static_cast<int>(next * cuts.per_unit[a]), n - 1);
    while (past[k] < next) ++k;
    while (past[k - 1] >= next) --k;
    out->bits[k / 64] |= uint64_t{1} << (k % 64);
  }
}

// One row, from cell to cell.
template <int kDims>
class RowWalk {
 public:
  RowWalk(const RowCuts& cuts, double j, int n) : cuts_(cuts) {
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
      if (a == cuts.main) start_ = units - (carried << kCellBits);
      FindCuts(cuts, a, units - (carried << kCellBits), n, &cuts_of_[a]);
    }
  }

  // Calls see(stretch, index, number) for each cell; the stretch's place is not yet known.
  template <class See>
  HWY_INLINE void Run(const See& see) {
    see(StretchAt(0), index_, number_);
    for (int word = 0; word < CutBits::kWords; ++word) {
      uint64_t any = 0;
      for (int a = 0; a < kDims; ++a) any |= cuts_of_[a].bits[word];
      for (; any != 0; any &= any - 1) {
        const int bit = std::countr_zero(any);
        for (int a = 0; a < kDims; ++a) Pass(a, (cuts_of_[a].bits[word] >> bit) & 1);
        see(StretchAt(64 * word + bit), index_, number_);
      }
    }
  }

 private:
  // Passes into the next cell along an axis, or not.
  HWY_INLINE void Pass(int a, uint64_t passes) {
    const int by = step_[a] * static_cast<int>(passes);
    cell_[a] += by;
    index_[a] += static_cast<uint32_t>(by);
    number_ += static_cast<uint32_t>(passes);
    if (a == cuts_.main) start_ -= by * kCellUnits;
  }

  HWY_INLINE RowStretch StretchAt(int begin) const {
    RowStretch s;
    s.begin = begin;
    s.start = start_;
    const int m = cuts_.main;
    const double on = cell_[m] + 0.5 - fraction_[m];
    for (int a = 0; a < kDims; ++a) {
      const double x = fraction_[a] + on * cuts_.ratio[a] - cell_[a];
      s.middle[a] = a == m ? 0 : static_cast<float>(2 * x - 1);
    }
    return s;
  }

  const RowCuts& cuts_;
  // Cells are counted from the one of the row's start, whose fraction this is.
  double fraction_[3], cell_[3];
  uint32_t index_[3];
  int step_[3];
  uint32_t number_ = 0;
  int32_t start_ = 0;
  CutBits cuts_of_[3];
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
