// The sums of the kernels around the samples of a run.
#pragma once

#include <algorithm>

#include "noise/waves/sums-inl.h"
#include "noise/waves/tables-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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
  // Tables pay off from the second row at the same x on. In a blur, no two rows have the same x.
  void FillTables(int n) {
    if (tables_.generation == cells_.generation() && tables_.n == n &&
        std::equal(x_, x_ + n, tables_.x)) {
      for (std::size_t o = 0; o < args_.octaves.size(); ++o) has_table_[o] = FillTable(o, n);
      return;
    }
    tables_.generation = cells_.generation();
    tables_.n = n;
    std::copy_n(x_, n, tables_.x);
    for (WaveTables::Octave& table : tables_.octaves) table.is_known = false;
  }

  // Returns false if there is no room.
  bool FillTable(std::size_t octave, int n) {
    const Octave& each = args_.octaves[octave];
    const WaveWindow& window = cells_.window(octave);
    WaveTables::Octave& table = tables_.octaves[octave];
    if (!table.is_known || table.low != window.low[0] || table.size != window.size[0])
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
