// The sums of the kernels around the samples of a run: from the cells around each vector, or from
// tables that rows of samples share (tables.h).
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
  table.edition = window.edition;
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

// Adds the kernels of a column of cells. In: from_x, from the column to the samples; kCount, the
// number of cells, or 0: y.count.
template <int kSlopes, bool kWeights, int kCount>
HWY_INLINE void AddColumn(const WaveCell* const* cells, VF from_x, const WavePlaces& y,
                          WaveSums<VF>& sums) {
  VF to_cell = y.from_first;
  for (int j = 0; j < (kCount > 0 ? kCount : y.count); ++j) {
    const WaveKernel<float>& kernel = cells[j]->narrow;
    const VF to_x = from_x - Broadcast(kernel.point[0]);
    const VF to_y = (y.fraction + to_cell) - Broadcast(kernel.point[1]);
    sums.template Add<(kSlopes > 0), kWeights>(
        kernel, to_x, to_y, Left(to_x, LeftAlongY(to_y)), [&] {
          const SinMinusCos along_y =
              WaveAlongY<kWeights>(Broadcast(-kernel.turns[1]), Broadcast(-kernel.phase), to_y,
                                   Broadcast(kernel.weight));
          return WaveOf(SinMinusCosTurns(Broadcast(kernel.turns[0]) * to_x), along_y.sin,
                        Minus(along_y.minus_cos), along_y.minus_cos);
        });
    to_cell = to_cell - Broadcast(1);
  }
}

// Kernels in the order of their cells, x outermost.
template <int kSlopes, bool kWeights>
HWY_NOINLINE WaveSums<VF> SumsOf(const WaveWindow& window, const WavePlaces& x,
                                 const WavePlaces& y) {
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

// The same from tables. In: from, the vector's first sample, counted from the row's.
template <int kSlopes, bool kWeights>
HWY_NOINLINE WaveSums<VF> SumsInRow(const WaveTables::Octave& table, int from) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const WaveTables::Vector& vector = table.vectors[from / lanes];
  WaveSums<VF> sums;
  for (int k = vector.begin; k < vector.end; ++k) {
    const WaveTables::Reaching& each = table.reaching[k];
    const float* const along_x = table.along_x + each.along_x;
    const float* const first = table.along_y + each.along_y;
    const auto along_y = [&](WaveTables::AlongY what) {
      return Broadcast(first[static_cast<std::ptrdiff_t>(what) * WaveTables::kMaxCells]);
    };
    const VF x = hn::LoadU(d, along_x);
    sums.template AddReaching<(kSlopes > 0), kWeights>(
        *each.kernel, x, along_y(WaveTables::kY), Left(x, along_y(WaveTables::kLeft)), [&] {
          return WaveOf({hn::LoadU(d, along_x + lanes), hn::LoadU(d, along_x + 2 * lanes)},
                        along_y(WaveTables::kMinusSin), along_y(WaveTables::kCos),
                        along_y(WaveTables::kMinusCos));
        });
  }
  return sums;
}

// Sets kWindowSlope * d cell coordinate / d base coordinate of an octave.
inline void SetMatrix(const WaveArgs& args, std::size_t octave, float (*matrix)[3]) {
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      matrix[a][b] = static_cast<float>(kWindowSlope * args.octaves[octave].frequency[a] *
                                        args.from_base[a][b]);
}

// The sums at samples first .. end - 1 of a run, vector by vector. In: cells, with windows that
// hold their cells; position, x and y.
template <int kSlopes, bool kWeights>
class SumsOfSamples {
 public:
  SumsOfSamples(const WaveArgs& args, const WaveCells& cells, WaveTables& tables,
                const double* const* position, int first, int end)
      : args_(args),
        cells_(cells),
        tables_(tables),
        x_(position[0] + first),
        y_(position[1] + first),
        is_row_(std::all_of(y_, y_ + (end - first), [&](double y) { return y == y_[0]; })) {
    constexpr int kShortest = 32;  // rows that gain from tables
    if (is_row_ && end - first >= kShortest) FillTables(end - first);
  }

  // In: from, the vector's first sample, counted from `first`. Must be called for 0 first.
  HWY_INLINE WaveSums<VF> At(std::size_t octave, int from) {
    if (has_table_[octave]) return SumsInRow<kSlopes, kWeights>(tables_.octaves[octave], from);
    const Octave& each = args_.octaves[octave];
    const WaveWindow& window = cells_.window(octave);
    if (!is_row_ || from == 0) places_[octave] = PlacesOf(each, window, 1, y_ + from);
    return SumsOf<kSlopes, kWeights>(window, PlacesOf(each, window, 0, x_ + from), places_[octave]);
  }

 private:
  // Tables pay off from the second row at the same x on, which there will be if there was one
  // before. In a blur, no two rows have the same x.
  void FillTables(int n) {
    const bool is_same = tables_.n == n && std::equal(x_, x_ + n, tables_.x);
    if (!is_same || tables_.generation != cells_.generation()) {
      tables_.generation = cells_.generation();
      tables_.n = n;
      std::copy_n(x_, n, tables_.x);
      for (WaveTables::Octave& table : tables_.octaves) table.is_known = false;
    }
    const bool pays = is_same || tables_.was_same;
    tables_.was_same = is_same;
    for (std::size_t o = 0; o < args_.octaves.size() && pays; ++o) has_table_[o] = FillTable(o, n);
  }

  // Returns false if there is no room.
  bool FillTable(std::size_t octave, int n) {
    const Octave& each = args_.octaves[octave];
    const WaveWindow& window = cells_.window(octave);
    WaveTables::Octave& table = tables_.octaves[octave];
    if (!table.is_known || table.low != window.low[0] || table.size != window.size[0] ||
        table.edition != window.edition)
      FillPlaces(each, window, x_, n, tables_.samples, table);
    if (!table.fits) return false;
    HWY_ALIGN double same[hn::MaxLanes(F32())];
    std::fill_n(same, hn::Lanes(F32()), y_[0]);
    const WavePlaces y = PlacesOf(each, window, 1, same);
    const WaveCell* const* const cells = window.At(0, y.first);
    const int64_t first = window.low[1] + y.first;
    const float fraction = hn::GetLane(y.fraction);
    const int part = std::min(static_cast<int>(fraction * kHeights), kHeights - 1);
    bool is_known = table.height == first * kHeights + part;
    table.height = first * kHeights + part;
    int rows[WaveTables::kCellRows];
    for (int j = 0; j < WaveTables::kCellRows; ++j) {
      rows[j] = static_cast<int>(((first + j) % 3 + 3) % 3);
      WaveTables::CellRow& row = table.rows[rows[j]];
      if (!row.is_known || row.place != first + j) {
        FillCellRow(cells + j, window.size[1], rows[j], n, tables_.samples, table);
        row = {true, first + j};
        is_known = false;
      }
      FillSampleRow<kWeights>(y.fraction + (y.from_first - Broadcast(static_cast<float>(j))),
                              rows[j], table);
    }
    const float middle = hn::GetLane(y.from_first) +
                         (static_cast<float>(part) + 0.5F) / static_cast<float>(kHeights);
    if (!is_known) FillReaching(cells, window.size[1], rows, middle, n, tables_.samples, table);
    return true;
  }

  const WaveArgs& args_;
  const WaveCells& cells_;
  WaveTables& tables_;
  const double* x_;
  const double* y_;
  bool is_row_;  // whether all have the same y, as in a row of a picture that is not rotated
  WavePlaces places_[kMaxOctaves];  // along y
  bool has_table_[kMaxOctaves] = {};
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
