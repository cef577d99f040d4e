// The sums of the kernels around the samples of a run.
#include <algorithm>

#include "noise/math/vectors-inl.h"
#include "noise/waves/sums-inl.h"

#if defined(COBBLE_NOISE_WAVES_SAMPLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_WAVES_SAMPLES_INL_H_
#undef COBBLE_NOISE_WAVES_SAMPLES_INL_H_
#else
#define COBBLE_NOISE_WAVES_SAMPLES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Places of a vector of samples along an axis: their fractions of a cell, and the cells within one
// cell of theirs.
struct WavePlaces {
  VF fraction;
  VF from_first;  // cells from the first of these cells to that of a sample
  int first, count;
};

// In: the samples' positions along an axis.
HWY_INLINE WavePlaces PlacesOf(const Octave& octave, const WaveWindow& window, int axis,
                               const double* position) {
  const F64 d;
  const VD frequency = hn::Set(d, octave.frequency[axis]), shift = hn::Set(d, octave.scatter[axis]);
  const VD low = hn::Set(d, static_cast<double>(window.low[axis]));
  VD whole[kHalves], coordinate[kHalves];
  for (int h = 0; h < kHalves; ++h) {
    coordinate[h] =
        hn::LoadU(d, position + static_cast<std::size_t>(h) * hn::Lanes(d)) * frequency + shift;
    whole[h] = hn::Floor(coordinate[h]);
  }
  const VF in_window = NarrowHalves([&](int h) { return whole[h] - low; });
  // The samples past the end of a run may be outside the window.
  const VF last = Broadcast(static_cast<float>(window.size[axis] - 2));
  const VF cell = hn::Min(hn::Max(in_window, Broadcast(1)), last);
  WavePlaces places;
  places.fraction = NarrowHalves([&](int h) { return coordinate[h] - whole[h]; });
  float lowest = hn::GetLane(cell), highest = lowest;
  if (HWY_UNLIKELY(!hn::AllTrue(F32(), cell == Broadcast(lowest)))) {
    lowest = hn::GetLane(hn::MinOfLanes(F32(), cell));
    highest = hn::GetLane(hn::MaxOfLanes(F32(), cell));
  }
  places.first = static_cast<int>(lowest) - 1;
  places.count = static_cast<int>(highest - lowest) + 3;
  places.from_first = cell - Broadcast(lowest - 1);
  return places;
}

// Adds the kernels of a column of cells. In: from_x, from the column to the samples; kCount, the
// number of cells, or 0: y.count.
template <int kSlopes, bool kWeights, int kCount>
HWY_INLINE void AddColumn(const WaveCell* const* cells, VF from_x, const WavePlaces& y,
                          WaveSums<VF>& sums) {
  VF to_cell = y.from_first;
  for (int j = 0; j < (kCount > 0 ? kCount : y.count); ++j) {
    const WaveKernel<float>& kernel = cells[j]->narrow;
    sums.template Add<(kSlopes > 0), kWeights>(kernel, from_x - Broadcast(kernel.point[0]),
                                               (y.fraction + to_cell) - Broadcast(kernel.point[1]));
    to_cell = to_cell - Broadcast(1);
  }
}

// Kernels in the order of their cells, x outermost.
template <int kSlopes, bool kWeights>
HWY_INLINE WaveSums<VF> SumsOf(const WaveWindow& window, const WavePlaces& x, const WavePlaces& y) {
  WaveSums<VF> sums;
  VF to_column = x.from_first;
  const WaveCell* const* column = window.At(x.first, y.first);
  for (int i = 0; i < x.count; ++i) {
    if (HWY_LIKELY(y.count == 3))
      AddColumn<kSlopes, kWeights, 3>(column, x.fraction + to_column, y, sums);
    else
      AddColumn<kSlopes, kWeights, 0>(column, x.fraction + to_column, y, sums);
    to_column = to_column - Broadcast(1);
    column += window.size[1];
  }
  return sums;
}

// Sets kWindowSlope * d cell coordinate / d base coordinate of an octave.
inline void SetMatrix(const WaveArgs& args, std::size_t octave, double (*matrix)[3]) {
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      matrix[a][b] = kWindowSlope * args.octaves[octave].frequency[a] * args.from_base[a][b];
}

// The sums at samples first .. end - 1 of a run, vector by vector. In: cells, with windows that
// hold their cells; position, x and y.
template <int kSlopes, bool kWeights>
class SumsOfSamples {
 public:
  SumsOfSamples(const WaveArgs& args, const WaveCells& cells, const double* const* position,
                int first, int end)
      : args_(args),
        cells_(cells),
        x_(position[0] + first),
        y_(position[1] + first),
        is_row_(std::all_of(y_, y_ + (end - first), [&](double y) { return y == y_[0]; })) {}

  // In: from, of the vector's first sample, counted from `first`; 0 comes before others.
  HWY_INLINE WaveSums<VF> At(std::size_t octave, int from) {
    const Octave& each = args_.octaves[octave];
    const WaveWindow& window = cells_.window(octave);
    if (!is_row_ || from == 0) places_[octave] = PlacesOf(each, window, 1, y_ + from);
    return SumsOf<kSlopes, kWeights>(window, PlacesOf(each, window, 0, x_ + from), places_[octave]);
  }

 private:
  const WaveArgs& args_;
  const WaveCells& cells_;
  const double* x_;
  const double* y_;
  bool is_row_;  // whether all have the same y, as in a row of a picture that is not rotated
  WavePlaces places_[kMaxOctaves];  // along y
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
