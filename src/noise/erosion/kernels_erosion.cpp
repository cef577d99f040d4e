// The functions of erosion, compiled once per SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/erosion/kernels_erosion.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "noise/erosion/kernels.h"
#include "noise/erosion/octave-inl.h"
#include "noise/math/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Places of a vector of samples along an axis: their fractions of a cell, and the cells within one
// cell of theirs.
struct ErosionPlaces {
  VF fraction;
  VF from_first;  // cells from the first of these cells to that of a sample
  int first, count;
};

// In: the samples' positions along an axis.
HWY_INLINE ErosionPlaces PlacesOf(const Octave& octave, const ErosionWindow& window, int axis,
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
  ErosionPlaces places;
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
template <int kSlopes, int kCount>
HWY_INLINE void AddColumn(const ErosionCell* const* cells, VF from_x, const ErosionPlaces& y,
                          ErosionSums<VF>& sums) {
  VF to_cell = y.from_first;
  for (int j = 0; j < (kCount > 0 ? kCount : y.count); ++j) {
    const ErosionKernel<float>& kernel = cells[j]->narrow;
    sums.template Add<(kSlopes > 0)>(kernel, from_x - Broadcast(kernel.point[0]),
                                     (y.fraction + to_cell) - Broadcast(kernel.point[1]));
    to_cell = to_cell - Broadcast(1);
  }
}

// Kernels in the order of their cells, x outermost.
template <int kSlopes>
HWY_INLINE ErosionSums<VF> SumsOf(const ErosionWindow& window, const ErosionPlaces& x,
                                  const ErosionPlaces& y) {
  ErosionSums<VF> sums;
  VF to_column = x.from_first;
  const ErosionCell* const* column = window.At(x.first, y.first);
  for (int i = 0; i < x.count; ++i) {
    if (HWY_LIKELY(y.count == 3))
      AddColumn<kSlopes, 3>(column, x.fraction + to_column, y, sums);
    else
      AddColumn<kSlopes, 0>(column, x.fraction + to_column, y, sums);
    to_column = to_column - Broadcast(1);
    column += window.size[1];
  }
  return sums;
}

// Sets kErosionSlope * d cell coordinate / d base coordinate of an octave.
inline void SetMatrix(const ErosionArgs& args, std::size_t octave, double (*matrix)[3]) {
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      matrix[a][b] = kErosionSlope * args.octaves[octave].frequency[a] * args.from_base[a][b];
}

// Returns whether all samples have the same y, as in a row of a picture that is not rotated.
bool IsRow(const double* y, int first, int end) {
  return std::all_of(y + first, y + end, [&](double each) { return each == y[first]; });
}

template <int kSlopes>
void ErodeSamples(const ErosionArgs& args, const ErosionCells& cells, const double* const* position,
                  int first, int end, const Slot& source, const Slot& to) noexcept {
  const F32 d;
  const ErosionConstants<VF> constants(args);
  const std::size_t octaves = args.octaves.size();
  double matrix[kMaxOctaves][2][3];
  for (std::size_t o = 0; o < octaves; ++o) SetMatrix(args, o, matrix[o]);
  const auto places = [&](std::size_t o, int axis, int k) {
    return PlacesOf(args.octaves[o], cells.window(o), axis, position[axis] + k);
  };
  const bool is_row = IsRow(position[1], first, end);
  ErosionPlaces y[kMaxOctaves];
  ForVectors(end - first, [&](int from) {
    const int k = first + from;
    VF slope[kSlopes + 1];
    for (int a = 0; a < kSlopes; ++a)
      slope[a] = source.slope[a] == nullptr ? hn::Zero(d) : hn::LoadU(d, source.slope[a] + k);
    ErosionState<VF, kSlopes> state(args, hn::LoadU(d, source.value + k), slope);
    for (std::size_t o = 0; o < octaves; ++o) {
      if (!is_row || from == 0) y[o] = places(o, 1, k);
      state.Add(constants, SumsOf<kSlopes>(cells.window(o), places(o, 0, k), y[o]), matrix[o],
                Of<VF>(args.amplitudes[o]));
    }
    hn::StoreU(args.shows_ridges ? state.faded : state.height, d, to.value + k);
    for (int a = 0; a < kSlopes; ++a)
      if (to.slope[a] != nullptr)
        hn::StoreU(args.shows_ridges ? state.d_faded[a] : state.d_height[a], d, to.slope[a] + k);
  });
}

// The sums around one position, in double.
ErosionSums<double> SumsAt(const ErosionArgs& args, const ErosionCells& cells, std::size_t octave,
                           const std::array<double, 2>& position,
                           const std::array<int64_t, 2>& periods) {
  const Octave& each = args.octaves[octave];
  const ErosionWindow& window = cells.window(octave);
  double fraction[2];
  int cell[2];
  for (std::size_t a = 0; a < 2; ++a) {
    const double coordinate = position[a] * each.frequency[a] + each.scatter[a];
    const double whole = std::floor(coordinate);
    fraction[a] = coordinate - whole;
    cell[a] =
        static_cast<int>(static_cast<int64_t>(whole) + periods[a] * each.period[a] - window.low[a]);
  }
  ErosionSums<double> sums;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      const ErosionKernel<double>& kernel = (*window.At(cell[0] + i, cell[1] + j))->wide;
      sums.template Add<true>(kernel, fraction[0] - i - kernel.point[0],
                              fraction[1] - j - kernel.point[1]);
    }
  return sums;
}

std::array<double, 2> AddedSlope(const ErosionArgs& args, const ErosionCells& cells,
                                 std::size_t octave, const std::array<double, 2>& position,
                                 const std::array<int64_t, 2>& periods, double value,
                                 const std::array<double, 2>& slope) noexcept {
  const ErosionConstants<double> constants(args);
  ErosionState<double, 2> state(args, value, slope.data());
  state.d_height[0] = state.d_height[1] = 0;
  for (std::size_t o = 0; o < octave; ++o) {
    const double* const frequency = args.octaves[o].frequency;
    const double matrix[2][3] = {{kErosionSlope * frequency[0], 0, 0},
                                 {0, kErosionSlope * frequency[1], 0}};
    state.Add(constants, SumsAt(args, cells, o, position, periods), matrix, args.amplitudes[o]);
  }
  return {state.d_height[0], state.d_height[1]};
}

ErosionFunctions SelectErosionHere(int slopes) {
  if (slopes == 0) return {&ErodeSamples<0>, &AddedSlope};
  if (slopes == 2) return {&ErodeSamples<2>, &AddedSlope};
  return {&ErodeSamples<3>, &AddedSlope};
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

ErosionFunctions SelectErosion(const ErosionArgs& args) {
  return COBBLE_SELECT(SelectErosionHere, args.simd_target)(args.slopes);
}

}  // namespace cobble
#endif  // HWY_ONCE
