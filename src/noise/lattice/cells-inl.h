// The lattice cells that rows of a rotated picture pass through, each as a form of what its samples
// have in common, made once and kept for the rows below.
//
// With y = 2 x - 1 for a fraction x, and u = fade(x) - 1/2, the noise of a cell is
//   v = sum over all subsets S of the axes of (product of u over S) * M_S,
// where the M_S, sums of what the cell's corners contribute, are linear in y:
//   M_S = q_S + sum over the axes of p_S y.
// The form's axes are the frame's, the main one first (row_cuts-inl.h).
#include <algorithm>
#include <bit>

#include "noise/lattice/points-inl.h"
#include "noise/sampling/scratch.h"

#if defined(COBBLE_NOISE_LATTICE_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_CELLS_INL_H_
#undef COBBLE_NOISE_LATTICE_CELLS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_CELLS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Subsets are numbered as corners are (CornerRows): one that holds an axis like a corner at its
// upper end. A cell has rows of a number a subset: q, and where values depend on offsets p of each
// axis, and how M changes along a row of the picture where y of the main axis grows by 1.
template <class Gradient, int kDims>
struct CellForms {
  static constexpr int kForms = 1 << kDims;
  static constexpr int kRows = Gradient::kLinear ? kDims + 2 : 1;
  static constexpr int kAlong = kDims + 1;  // the last row
  // Whole vectors of a row are read.
  static constexpr int kStride = std::max(kForms, static_cast<int>(hn::MaxLanes(F32())));
  static constexpr int kSize = kRows * kStride;
};

// Cells by their number, the sum of their indices with the signs of the row's direction, modulo the
// table's size. Along a row the number grows from cell to cell, so that no cell drives out another
// of its row.
struct CellTable {
  uint32_t mask;       // the size, a power of two, less 1
  uint32_t* index[3];  // by place
  bool* known;
  float* forms;  // CellForms::kSize each
  // Cells still to be made: their indices and places.
  uint32_t* missing[3];
  uint32_t* place;
  int missing_count;
};

// In: the most cells of a row.
template <class Gradient, int kDims>
inline void LayOutTable(std::size_t maximum, Scratch& scratch, CellTable* table) {
  const std::size_t size = std::bit_ceil(maximum);
  table->mask = static_cast<uint32_t>(size - 1);
  for (int a = 0; a < kDims; ++a) {
    table->index[a] = scratch.Take<uint32_t>(size);
    table->missing[a] = scratch.Take<uint32_t>(maximum + kPad);
  }
  table->known = scratch.Take<bool>(size);
  table->forms = scratch.Take<float>(size * CellForms<Gradient, kDims>::kSize);
  table->place = scratch.Take<uint32_t>(maximum + kPad);
}

// The place of a cell, which is made by MakeMissing if it is not there.
template <int kDims>
HWY_INLINE uint32_t PlaceOf(CellTable& table, const uint32_t* index, uint32_t number) {
  const uint32_t place = number & table.mask;
  bool found = table.known[place];
  for (int a = 0; a < kDims; ++a) found = found && table.index[a][place] == index[a];
  if (found) return place;
  table.known[place] = true;
  for (int a = 0; a < kDims; ++a)
    table.index[a][place] = table.missing[a][table.missing_count] = index[a];
  table.place[table.missing_count++] = place;
  return place;
}

// From a number a corner to one a subset: along each axis the mean of both ends, and the upper one
// less the lower one.
template <int kDims>
HWY_INLINE void FormOfCorners(VF* n) {
  for (int bit = 1; bit < 1 << kDims; bit *= 2)
    for (int c = 0; c < 1 << kDims; ++c) {
      if ((c & bit) != 0) continue;
      const VF lo = n[c], hi = n[c | bit];
      n[c] = Broadcast(0.5f) * (lo + hi);
      n[c | bit] = hi - lo;
    }
}

// A corner's contribution as a row each: q and the p of all axes, as the frame has them.
template <class Gradient, int kDims>
HWY_INLINE void RowsOfCorner(const CornerRows<Gradient, kDims>& corners, int corner, VF* row) {
  const F32 d;
  if constexpr (!Gradient::kLinear) {
    row[0] = hn::Load(d, corners.Row(corner, 0));
  } else {
    const VF scale = Broadcast(0.5f * Gradient::template kScale<kDims>);
    row[0] = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) {
      const VF p = hn::Load(d, corners.Row(corner, a)) * scale;
      const bool upper = ((corner >> (kDims - 1 - a)) & 1) != 0;
      row[0] = upper ? row[0] - p : row[0] + p;
      row[a + 1] = p;
    }
  }
}

// How the forms' axes lie: which of the frame each is, and how y grows along it where the main
// one's grows by 1.
struct FormAxes {
  const int* axis;
  const float* ratio;

  // The number of a subset of the frame's axes among those of the form's.
  template <int kDims>
  HWY_INLINE int Subset(int subset) const {
    int to = 0;
    for (int a = 0; a < kDims; ++a)
      to |= ((subset >> (kDims - 1 - axis[a])) & 1) << (kDims - 1 - a);
    return to;
  }
};

// Makes the forms of a vector of cells from their corners, and stores those of the first `count`.
template <class Gradient, int kDims>
HWY_INLINE void StoreForms(const CornerRows<Gradient, kDims>& corners, const FormAxes& axes,
                           const uint32_t* place, int count, float* forms) {
  using Forms = CellForms<Gradient, kDims>;
  constexpr int kGiven = Gradient::kLinear ? kDims + 1 : 1;
  const F32 d;
  VF rows[kGiven][Forms::kForms];
  for (int c = 0; c < Forms::kForms; ++c) {
    VF row[kGiven];
    RowsOfCorner<Gradient, kDims>(corners, c, row);
    for (int r = 0; r < kGiven; ++r) rows[r][c] = row[r];
  }
  for (int r = 0; r < kGiven; ++r) FormOfCorners<kDims>(rows[r]);
  HWY_ALIGN float lanes[Forms::kRows][hn::MaxLanes(F32())];
  for (int c = 0; c < Forms::kForms; ++c) {
    for (int r = 0; r < kGiven; ++r) hn::Store(rows[r][c], d, lanes[r]);
    float* const first = forms + axes.Subset<kDims>(c);
    for (int lane = 0; lane < count; ++lane) {
      float* const to = first + place[lane] * Forms::kSize;
      to[0] = lanes[0][lane];
      if constexpr (Gradient::kLinear) {
        for (int a = 0; a < kDims; ++a)
          to[(a + 1) * Forms::kStride] = lanes[axes.axis[a] + 1][lane];
      }
    }
  }
}

// The rows of how M changes along the picture's rows, from those of p.
template <class Gradient, int kDims>
HWY_INLINE void MakeAlong(const FormAxes& axes, const uint32_t* place, int count, float* forms) {
  using Forms = CellForms<Gradient, kDims>;
  const F32 d;
  for (int lane = 0; lane < count; ++lane) {
    float* const p = forms + place[lane] * Forms::kSize + Forms::kStride;
    for (int c = 0; c < Forms::kForms; c += static_cast<int>(hn::Lanes(d))) {
      VF along = hn::Load(d, p + c);
      for (int a = 1; a < kDims; ++a)
        along = Fma(hn::Load(d, p + a * Forms::kStride + c), Broadcast(axes.ratio[a]), along);
      hn::Store(along, d, p + kDims * Forms::kStride + c);
    }
  }
}

// Makes the cells that PlaceOf did not find.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeMissing(const Octave& octave, const CornerRows<Gradient, kDims>& corners,
                              const FormAxes& axes, CellTable& table) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  for (int k = 0; k < table.missing_count; k += lanes) {
    VI index[kDims];
    for (int a = 0; a < kDims; ++a)
      index[axes.axis[a]] = hn::BitCast(I32(), hn::Load(U32(), table.missing[a] + k));
    HashCorners<Gradient, kDims>(octave, index, corners);
    const int count = std::min(lanes, table.missing_count - k);
    StoreForms<Gradient, kDims>(corners, axes, table.place + k, count, table.forms);
    if constexpr (Gradient::kLinear)
      MakeAlong<Gradient, kDims>(axes, table.place + k, count, table.forms);
  }
  table.missing_count = 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
