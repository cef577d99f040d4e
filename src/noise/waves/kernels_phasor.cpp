// The function of phasor noise, compiled once per SIMD level.
#include <cstddef>

#include "noise/math/limit-inl.h"
#include "noise/waves/phasor_functions.h"
#include "noise/waves/profile-inl.h"
#include "noise/waves/samples-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <int kSlopes>
void PhasorSamples(const PhasorArgs& args, const WaveCells& cells, WaveTables& tables,
                   const double* const* position, int first, int end, const Slot& to) noexcept {
  const F32 d;
  const std::size_t octaves = args.octaves.size();
  float matrix[kMaxOctaves][2][3];
  for (std::size_t o = 0; o < octaves; ++o) SetMatrix(args, o, matrix[o]);
  SumsOfSamples<kSlopes, false> sums_of_samples(args, cells, tables, position, first, end);
  ForVectors(end - first, [&](int from) {
    VF value = hn::Zero(d);
    VF slope[kSlopes + 1];
    for (VF& each : slope) each = hn::Zero(d);
    for (std::size_t o = 0; o < octaves; ++o) {
      const WaveSums<VF> sums = sums_of_samples.At(o, from);
      const Profile profile = ProfileOf(args.profile, sums);
      const VF amplitude = Broadcast(args.octaves[o].amplitude);
      value = Fma(amplitude, profile.value, value);
      if constexpr (kSlopes > 0) {
        VF in_cells[2];
        for (int c = 0; c < 2; ++c)
          in_cells[c] =
              Fma(profile.by_cos, sums.d_cos[c],
                  Fma(profile.by_sin, sums.d_sin[c], profile.by_window * sums.d_window[c])) *
              amplitude;
        for (int a = 0; a < kSlopes; ++a)
          slope[a] = Fma(in_cells[0], Broadcast(matrix[o][0][a]),
                         Fma(in_cells[1], Broadcast(matrix[o][1][a]), slope[a]));
      }
    }
    const int k = first + from;
    hn::StoreU(Limit(value, -1, 1), d, to.value + k);
    for (int a = 0; a < kSlopes; ++a)
      if (to.slope[a] != nullptr) hn::StoreU(slope[a], d, to.slope[a] + k);
  });
}

PhasorFunction SelectPhasorHere(int slopes) {
  if (slopes == 0) return &PhasorSamples<0>;
  if (slopes == 2) return &PhasorSamples<2>;
  return &PhasorSamples<3>;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
