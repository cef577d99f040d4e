// The cells around the samples of a vector, and the tables of rows of samples.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/waves/cells.h"
#include "noise/waves/sums-inl.h"
#include "noise/waves/tables.h"

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

// Finds the cells along x around n samples.
HWY_INLINE void FillPlaces(const Octave& octave, const WaveWindow& window, const double* x, int n,
                           int samples, WaveTables::Octave& table) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  table.low = window.low[0];
  table.size = window.size[0];
  table.is_known = true;
  table.fits = lanes >= WaveTables::kMinLanes && table.size <= WaveTables::kMaxCells;
  for (WaveTables::CellRow& row : table.rows) row.is_known = false;
  if (!table.fits) return;
  int entries = 0;
  ForVectors(n, [&](int k) {
    const WavePlaces places = PlacesOf(octave, window, 0, x + k);
    hn::StoreU(places.fraction, d, table.fraction + k);
    hn::StoreU(places.from_first, d, table.from_first + k);
    table.vectors[k / lanes] = {places.first, places.count, entries, 0, 0};
    entries += places.count;
  });
  table.fits = entries * lanes <= WaveTables::kMaxMet * samples;
}

HWY_INLINE int AlongX(int row, int entry, int samples) {
  return (row * WaveTables::kMaxMet * samples + entry * static_cast<int>(hn::Lanes(F32()))) * 3;
}

// Fills what does not depend on the samples' y. In: cells, by column, `stride` apart.
HWY_INLINE void FillCellRow(const WaveCell* const* cells, std::ptrdiff_t stride, int row, int n,
                            int samples, WaveTables::Octave& table) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int c = 0; c < table.size; ++c) {
    const WaveKernel<float>& kernel = cells[c * stride]->narrow;
    table.Row(row, WaveTables::kPoint)[c] = kernel.point[1];
    table.Row(row, WaveTables::kMinusTurns)[c] = -kernel.turns[1];
    table.Row(row, WaveTables::kMinusPhase)[c] = -kernel.phase;
    table.Row(row, WaveTables::kWeight)[c] = kernel.weight;
  }
  ForVectors(n, [&](int k) {
    const WaveTables::Vector& vector = table.vectors[k / lanes];
    const VF fraction = hn::LoadU(d, table.fraction + k);
    VF to_column = hn::LoadU(d, table.from_first + k);
    float* to = table.along_x + AlongX(row, vector.entry, samples);
    for (int i = 0; i < vector.count; ++i) {
      const WaveKernel<float>& kernel = cells[(vector.first + i) * stride]->narrow;
      const VF x = (fraction + to_column) - Broadcast(kernel.point[0]);
      const SinMinusCos wave = SinMinusCosTurns(Broadcast(kernel.turns[0]) * x);
      for (const VF& each : {x, wave.sin, wave.minus_cos}) {
        hn::StoreU(each, d, to);
        to += lanes;
      }
      to_column = to_column - Broadcast(1);
    }
  });
}

// Parts of a cell's height. The kernels that reach samples are found once for each part.
inline constexpr int kHeights = 4;

// Lists the kernels that reach each vector's samples, x outermost. In: cells, the first row of
// cells by column; rows, the indices of the rows; middle, from the first row of cells to the middle
// of the samples' part of the cell's height.
HWY_INLINE void FillReaching(const WaveCell* const* cells, std::ptrdiff_t stride,
                             const int (&rows)[WaveTables::kCellRows], float middle, int n,
                             int samples, WaveTables::Octave& table) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  constexpr float kHalf = 0.5F / kHeights + 0x1p-10F;  // and a margin
  int count = 0;
  ForVectors(n, [&](int k) {
    WaveTables::Vector& vector = table.vectors[k / lanes];
    vector.begin = count;
    for (int i = 0; i < vector.count; ++i)
      for (int j = 0; j < WaveTables::kCellRows; ++j) {
        const int column = vector.first + i, along_x = AlongX(rows[j], vector.entry + i, samples);
        const WaveKernel<float>& kernel = cells[column * stride + j]->narrow;
        const float y = middle - static_cast<float>(j) - kernel.point[1];
        const float nearest = std::max(std::abs(y) - kHalf, 0.0F);
        const VF left =
            Left(hn::LoadU(d, table.along_x + along_x), Broadcast(1 - 0.64F * nearest * nearest));
        if (IsNowherePositive(left)) continue;
        const auto along_y =
            static_cast<int>(table.Row(rows[j], WaveTables::kPoint) - table.along_y);
        table.reaching[count++] = {&kernel, along_x, along_y + column};
      }
    vector.end = count;
  });
}

// Fills what is the same for a row of samples. In: from_cell, y from the cells to the samples.
template <bool kWeights>
HWY_INLINE void FillSampleRow(VF from_cell, int row, WaveTables::Octave& table) {
  const F32 d;
  ForVectors(table.size, [&](int c) {
    const auto load = [&](WaveTables::AlongY what) {
      return hn::LoadU(d, table.Row(row, what) + c);
    };
    const auto store = [&](VF x, WaveTables::AlongY what) {
      hn::StoreU(x, d, table.Row(row, what) + c);
    };
    const VF y = from_cell - load(WaveTables::kPoint);
    const SinMinusCos wave = WaveAlongY<kWeights>(
        load(WaveTables::kMinusTurns), load(WaveTables::kMinusPhase), y, load(WaveTables::kWeight));
    store(y, WaveTables::kY);
    store(LeftAlongY(y), WaveTables::kLeft);
    store(wave.sin, WaveTables::kMinusSin);
    store(wave.minus_cos, WaveTables::kMinusCos);
    store(Minus(wave.minus_cos), WaveTables::kCos);
  });
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
