// A table of lattice corners in vector registers, for neighbouring samples: a box of corners around
// the samples is hashed once, and each sample looks up the corners of its cell by permutation.
// Interpolation reads the same values as when each lane hashes its own cell, so the result is
// bit-identical.
//
// In 2D, for samples (.) in 3 x 2 cells, a box of 4 x 4 corners (+):
//
//     +---+---+---+        The corner at (x, y) is entry x * stride + y; strides are powers of 2.
//     |   | . | . |        A sample in cell (x, y) reads the entries at, at + 1, at + stride and
//     +---+---+---+        at + stride + 1.
//     | . | . |   |
//     +---+---+---+        A box has as many entries as two vectors have lanes. It is larger than
//     |   |   |   |        the samples' cells where possible, so that it also serves the next ones.
//     +---+---+---+
#include <algorithm>
#include <bit>

#include "noise/kernel.h"
#include "noise/math/gradient-inl.h"

#if defined(COBBLE_NOISE_LATTICE_CORNER_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_CORNER_TABLE_INL_H_
#undef COBBLE_NOISE_LATTICE_CORNER_TABLE_INL_H_
#else
#define COBBLE_NOISE_LATTICE_CORNER_TABLE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Returns the lanes of two vectors, `low` followed by `high`, at `index`: 0 .. 2 * lanes - 1.
HWY_INLINE VF LookupInTwo(VF low, VF high, VI index) {
#if HWY_TARGET == HWY_AVX3
  return VF{_mm512_permutex2var_ps(low.raw, index.raw, high.raw)};
#else
  const I32 di;
  const auto lanes = static_cast<int32_t>(hn::Lanes(di));
  const auto within = hn::IndicesFromVec(F32(), hn::And(index, hn::Set(di, lanes - 1)));
  const MF is_high = hn::RebindMask(F32(), index > hn::Set(di, lanes - 1));
  return hn::IfThenElse(is_high, hn::TableLookupLanes(high, within),
                        hn::TableLookupLanes(low, within));
#endif
}

template <class Gradient, int kDims>
struct CornerTable {
  static constexpr int kComponents = Gradient::kLinear ? kDims : 1;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));
  static constexpr int kEntries = 2 * kLanes;
  // With fewer lanes a table holds too few cells to pay off.
  static constexpr bool kPaysOff = kLanes >= 8 && kDims > 1;

  bool is_valid;
  // For the user of the table: the number of vectors to hash lane by lane before the next attempt
  // to move the table, and its last initial value.
  int pause, last_pause;
  int32_t origin[3];  // the lowest corner
  int32_t cells[3];   // the size of the box
  int log_stride[3];
  HWY_ALIGN float rows[kComponents][kEntries];

  // Returns whether all samples in these cells can use the table. Out: the table entry of each
  // sample's lowest corner.
  HWY_INLINE bool Find(const VI* index, VI* entry) const {
    const I32 d;
    if (!is_valid) return false;
    MF inside;
    for (int a = 0; a < kDims; ++a) {
      const VI from_origin = index[a] - hn::Set(d, origin[a]);
      const MF within = hn::RebindMask(
          F32(), hn::BitCast(U32(), from_origin) < hn::Set(U32(), static_cast<uint32_t>(cells[a])));
      inside = a == 0 ? within : hn::And(inside, within);
      const VI offset = hn::ShiftLeftSame(from_origin, log_stride[a]);
      *entry = a == 0 ? offset : *entry + offset;
    }
    return hn::AllTrue(F32(), inside);
  }

  // Returns one component of the samples' corner `corner` (see CornerRows). In: from Find.
  HWY_INLINE VF Read(VI entry, int corner, int component) const {
    const F32 d;
    int offset = 0;
    for (int a = 0; a < kDims; ++a) offset += ((corner >> (kDims - 1 - a)) & 1) << log_stride[a];
    const float* const row = rows[component];
    return LookupInTwo(hn::Load(d, row), hn::Load(d, row + kLanes), entry + hn::Set(I32(), offset));
  }

  // Moves the table to a box that contains the cells low .. high. Returns false, and leaves the
  // table as it is, if the box is too large.
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
      // A tiled noise has no cells beyond its period, so its box is not extended.
      const bool is_tiled = octave.period[a] != 0;
      cells[a] = is_tiled ? needed : all;
      origin[a] = is_tiled ? low[a]
                           : static_cast<int32_t>(static_cast<uint32_t>(low[a]) -
                                                  static_cast<uint32_t>((all - needed) / 2));
    }
    Fill(octave, logs);
    is_valid = true;
    return true;
  }

 private:
  HWY_INLINE void Fill(const Octave& octave, const int* logs) {
    const I32 d;
    const U32 du;
    for (int k = 0; k < kEntries; k += kLanes) {
      const VI number = hn::Iota(d, k);
      VU hash = hn::Set(du, octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const VI along =
            hn::And(hn::ShiftRightSame(number, log_stride[a]), hn::Set(d, (1 << logs[a]) - 1));
        VI index = along + hn::Set(d, origin[a]);
        if (octave.period[a] != 0)
          index = hn::IfThenZeroElse(index == hn::Set(d, static_cast<int32_t>(octave.period[a])),
                                     index);
        hash = Eat(hash, hn::BitCast(du, index));
      }
      VF g[3];
      Gradient::template Unscaled<kDims>(Avalanche(hash), g);
      for (int p = 0; p < kComponents; ++p) hn::Store(g[p], F32(), rows[p] + k);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
