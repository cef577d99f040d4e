// The lattice cells that rows of a rotated picture pass through, each as a form of what its samples
// have in common, made once and kept for the rows below.
//
// With y = 2 x - 1 for a fraction x, and u = fade(x) - 1/2, the noise of a cell is
//   v = sum over all subsets S of the axes of (product of u over S) * M_S,
// where the M_S, sums of what the cell's corners contribute, are linear in y:
//   M_S = q_S + sum over the axes of p_S y.
#include "noise/lattice_points-inl.h"

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
inline void LayOutTable(std::size_t most, Scratch& scratch, CellTable* table) {
  const std::size_t size = std::bit_ceil(most);
  table->mask = static_cast<uint32_t>(size - 1);
  for (int a = 0; a < kDims; ++a) {
    table->index[a] = scratch.Take<uint32_t>(size);
    table->missing[a] = scratch.Take<uint32_t>(most + kPad);
  }
  table->known = scratch.Take<bool>(size);
  table->forms = scratch.Take<float>(size * CellForms<Gradient, kDims>::kSize);
  table->place = scratch.Take<uint32_t>(most + kPad);
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
      n[c] = Splat(0.5f) * (lo + hi);
      n[c | bit] = hi - lo;
    }
}

// Makes the forms of a vector of cells from their corners, and stores those of the first `count`.
// In: how y of each axis changes where the main one's grows by 1.
template <class Gradient, int kDims>
HWY_INLINE void StoreForms(const CornerRows<Gradient, kDims>& corners, const float* ratio,
                           const uint32_t* place, int count, float* forms) {
  using Forms = CellForms<Gradient, kDims>;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));
  constexpr int kForms = Forms::kForms;
  const F32 d;
  VF row[Forms::kRows][kForms];
  for (int c = 0; c < kForms; ++c) {
    if constexpr (!Gradient::kLinear) {
      row[0][c] = hn::Load(d, corners.Row(c, 0));
    } else {
      const VF scale = Splat(0.5f * Gradient::template kScale<kDims>);
      row[0][c] = hn::Zero(d);
      for (int a = 0; a < kDims; ++a) {
        const VF p = hn::Load(d, corners.Row(c, a)) * scale;
        const bool upper = ((c >> (kDims - 1 - a)) & 1) != 0;
        row[0][c] = upper ? row[0][c] - p : row[0][c] + p;
        row[a + 1][c] = p;
      }
    }
  }
  for (int r = 0; r < (Gradient::kLinear ? kDims + 1 : 1); ++r) FormOfCorners<kDims>(row[r]);
  if constexpr (Gradient::kLinear)
    for (int c = 0; c < kForms; ++c) {
      row[Forms::kAlong][c] = row[1][c] * Splat(ratio[0]);
      for (int a = 1; a < kDims; ++a)
        row[Forms::kAlong][c] = Fma(row[a + 1][c], Splat(ratio[a]), row[Forms::kAlong][c]);
    }
  HWY_ALIGN float lanes[Forms::kRows][kForms][kLanes];
  for (int r = 0; r < Forms::kRows; ++r)
    for (int c = 0; c < kForms; ++c) hn::Store(row[r][c], d, lanes[r][c]);
  for (int lane = 0; lane < count; ++lane) {
    float* const to = forms + place[lane] * Forms::kSize;
    for (int r = 0; r < Forms::kRows; ++r)
      for (int c = 0; c < kForms; ++c) to[r * Forms::kStride + c] = lanes[r][c][lane];
  }
}

// Makes the cells that PlaceOf did not find.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeMissing(const Octave& octave, const CornerRows<Gradient, kDims>& corners,
                              const float* ratio, CellTable& table) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  for (int k = 0; k < table.missing_count; k += lanes) {
    VI index[kDims];
    for (int a = 0; a < kDims; ++a)
      index[a] = hn::BitCast(I32(), hn::Load(U32(), table.missing[a] + k));
    HashCorners<Gradient, kDims>(octave, index, corners);
    StoreForms<Gradient, kDims>(corners, ratio, table.place + k,
                                std::min(lanes, table.missing_count - k), table.forms);
  }
  table.missing_count = 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
