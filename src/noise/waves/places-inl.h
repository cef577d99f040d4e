// The cells around the samples of a vector, along an axis.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/waves/cells.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A vector of samples along an axis: fractions of a cell, and the cells within one cell of theirs.
struct WavePlaces {
  VF fraction;
  VF from_first;  // cells from the first of these cells to that of a sample
  int first, count;
};

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

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
