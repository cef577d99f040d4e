// The functions of erosion, compiled once per SIMD level.
#include <cmath>
#include <cstddef>

#include "noise/waves/erosion_functions.h"
#include "noise/waves/erosion_octave-inl.h"
#include "noise/waves/samples-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <int kSlopes>
void ErodeSamples(const ErosionArgs& args, const WaveCells& cells, WaveTables& tables,
                  const double* const* position, int first, int end, const Slot& source,
                  const Slot& to) noexcept {
  const F32 d;
  const ErosionConstants<VF> constants(args);
  const std::size_t octaves = args.octaves.size();
  float matrix[kMaxOctaves][2][3], amplitudes[kMaxOctaves];
  for (std::size_t o = 0; o < octaves; ++o) {
    SetMatrix(args, o, matrix[o]);
    amplitudes[o] = static_cast<float>(args.amplitudes[o]);
  }
  SumsOfSamples<kSlopes, true> sums(args, cells, tables, position, first, end);
  ForVectors(end - first, [&](int from) {
    const int k = first + from;
    VF slope[kSlopes + 1];
    for (int a = 0; a < kSlopes; ++a)
      slope[a] = source.slope[a] == nullptr ? hn::Zero(d) : hn::LoadU(d, source.slope[a] + k);
    ErosionState<VF, kSlopes> state(args, hn::LoadU(d, source.value + k), slope);
    for (std::size_t o = 0; o < octaves; ++o)
      state.Add(constants, sums.At(o, from), matrix[o], Broadcast(amplitudes[o]));
    hn::StoreU(args.shows_ridges ? state.faded : state.height, d, to.value + k);
    for (int a = 0; a < kSlopes; ++a)
      if (to.slope[a] != nullptr)
        hn::StoreU(args.shows_ridges ? state.d_faded[a] : state.d_height[a], d, to.slope[a] + k);
  });
}

// The sums around one position, in double.
WaveSums<double> SumsAt(const ErosionArgs& args, const WaveCells& cells, std::size_t octave,
                        const std::array<double, 2>& position,
                        const std::array<int64_t, 2>& periods) {
  const Octave& each = args.octaves[octave];
  const WaveWindow& window = cells.window(octave);
  double fraction[2];
  int cell[2];
  for (std::size_t a = 0; a < 2; ++a) {
    const double coordinate = position[a] * each.frequency[a] + each.scatter[a];
    const double whole = std::floor(coordinate);
    fraction[a] = coordinate - whole;
    cell[a] =
        static_cast<int>(static_cast<int64_t>(whole) + periods[a] * each.period[a] - window.low[a]);
  }
  WaveSums<double> sums;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      const WaveKernel<double>& kernel = (*window.At(cell[0] + i, cell[1] + j))->wide;
      const double x = fraction[0] - i - kernel.point[0], y = fraction[1] - j - kernel.point[1];
      sums.template Add<true, true>(kernel, x, y, Left(x, y), [&] {
        const SinCos wave = SinCosTurns(kernel.turns[0] * x + kernel.turns[1] * y + kernel.phase);
        return Wave<double>{wave.sin * kernel.weight, wave.cos * kernel.weight};
      });
    }
  return sums;
}

std::array<double, 2> AddedSlope(const ErosionArgs& args, const WaveCells& cells,
                                 std::size_t octave, const std::array<double, 2>& position,
                                 const std::array<int64_t, 2>& periods, double value,
                                 const std::array<double, 2>& slope) noexcept {
  const ErosionConstants<double> constants(args);
  ErosionState<double, 2> state(args, value, slope.data());
  state.d_height[0] = state.d_height[1] = 0;
  for (std::size_t o = 0; o < octave; ++o) {
    const double* const frequency = args.octaves[o].frequency;
    const double matrix[2][3] = {{kWindowSlope * frequency[0], 0, 0},
                                 {0, kWindowSlope * frequency[1], 0}};
    state.Add(constants, SumsAt(args, cells, o, position, periods), matrix, args.amplitudes[o]);
  }
  return {state.d_height[0], state.d_height[1]};
}

ErosionFunctions SelectErosionHere(int slopes) {
  if (slopes == 0) return {&ErodeSamples<0>, &AddedSlope};
  if (slopes == 2) return {&ErodeSamples<2>, &AddedSlope};
  return {&ErodeSamples<3>, &AddedSlope};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
