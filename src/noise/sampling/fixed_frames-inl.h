// The fixed-point positions of a run (fixed_points-inl.h) in a grid or an affine frame. Positions,
// and so a noise's coordinates, are linear in the pixel, c = (origin + j row) + i column. The
// columns' parts are split once per tile and the start once per row; a sample is the sum of both:
//
//      row's start      [index].[fraction]
//    + column's offset  [index].[fraction]     modulo 2^32, or the period
//
// Error: twice that of points, since start and offset are each rounded to 2^-32 base cells.
#include <algorithm>

#include "noise/sampling/fixed_points-inl.h"
#include "noise/sampling/positions-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_FIXED_FRAMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_FIXED_FRAMES_INL_H_
#undef COBBLE_NOISE_SAMPLING_FIXED_FRAMES_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_FIXED_FRAMES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct FixedOctave {
  bool is_base;         // the run's positions are split for this octave and those after it
  int shift;            // from the last base
  bool has_columns;     // a base whose columns' offsets are kept in `columns`
  FixedPoints columns;  // by column of the tile
};

// Fills in the FixedOctave of each octave that uses fixed points, in ascending order.
class FixedOctaves {
 public:
  // In: the maximum width of a tile.
  FixedOctaves(const Frame& frame, int dimensions, int columns, Scratch& scratch)
      : is_linear_(frame.kind != Frame::kPoints),
        dimensions_(dimensions),
        columns_(columns),
        scratch_(scratch) {}

  // In: whether the octave's coordinates are linear in the pixel, if the frame is.
  void LayOut(const Octave& octave, bool has_linear_coordinates, FixedOctave* s) {
    const int shift = base_ == nullptr ? -1 : ShiftFrom(*base_, octave, dimensions_);
    s->is_base = shift < 0;
    s->shift = std::max(shift, 0);
    if (s->is_base) base_ = &octave;
    s->has_columns = s->is_base && is_linear_ && has_linear_coordinates && bases_ < kMaxBases;
    if (!s->has_columns) return;
    ++bases_;
    s->columns = LayOutFixedPoints(dimensions_, columns_, scratch_);
  }

 private:
  // Bounds the memory of fractals with many octaves and a lacunarity that is not a power of two.
  static constexpr int kMaxBases = 4;

  const bool is_linear_;
  const int dimensions_, columns_;
  Scratch& scratch_;
  const Octave* base_ = nullptr;
  int bases_ = 0;
};

// Splits the parts of the tile's columns, i column. `transform`: as for SplitFixed, but linear.
template <int kDims, bool kCells, class Transform>
HWY_INLINE void SplitColumns(const Frame& frame, const Tile& tile, const Octave& base,
                             const FixedPoints& columns, const Transform& transform) {
  Frame offsets = frame;
  for (int a = 0; a < 3; ++a) offsets.origin[a] = offsets.row[a] = 0;
  alignas(kAlign) double q[kDims][2 * kPad];  // AffinePositions writes past a seam
  const double* at[kDims];
  for (int a = 0; a < kDims; ++a) at[a] = q[a];
  for (int k = 0; k < tile.columns; k += kPad) {
    const Run run{tile.first_column + k, 0, kPad};
    FixedPoints part{};
    for (int a = 0; a < kDims; ++a) {
      AffinePositions(offsets, run, a, q[a]);
      part.index[a] = columns.index[a] + k;
      part.fraction[a] = columns.fraction[a] + k;
    }
    SplitFixed<kDims, kCells>(base, at, kPad, part, transform);
  }
}

// Computes a run's positions from SplitColumns' result. Reads and writes run.n rounded up to kPad.
template <int kDims, bool kCells, class Transform>
HWY_INLINE void AddRowStart(const Frame& frame, const Run& run, const Octave& base,
                            const FixedPoints& columns, const FixedPoints& s,
                            const Transform& transform) {
  const F64 d;
  const U32 du;
  const auto row = static_cast<double>(Reduce(run.j, frame.wrap[1]));
  VD c[kDims];
  for (int a = 0; a < kDims; ++a)
    c[a] = hn::Set(d, (frame.origin[a] + row * frame.row[a]) * base.frequency[a]);
  if constexpr (!kCells) transform(c);
  for (int a = 0; a < kDims; ++a) {
    const int64_t period = kCells ? base.period[a] : 0;
    const uint64_t start = hn::GetLane(FixedPointOf(d, c[a], period));
    const VU start_index = hn::Set(du, static_cast<uint32_t>(start >> 32));
    const VU start_fraction = hn::Set(du, static_cast<uint32_t>(start));
    for (int k = 0; k < run.n; k += static_cast<int>(hn::Lanes(du))) {
      // A sum of fractions has a carry where it is less than one of them.
      const VU fraction = hn::Load(du, columns.fraction[a] + k) + start_fraction;
      VU index =
          AddOneIfLess(hn::Load(du, columns.index[a] + k) + start_index, fraction, start_fraction);
      // Both parts are at most the period; below it, the difference wraps to a large number.
      if (period != 0) index = hn::Min(index, index - hn::Set(du, static_cast<uint32_t>(period)));
      hn::Store(index, du, s.index[a] + k);
      hn::Store(fraction, du, s.fraction[a] + k);
    }
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
