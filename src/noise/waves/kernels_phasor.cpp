// The function of phasor noise, compiled once per SIMD level: the sums around a sample, and their
// profile.
#include <cstddef>

#include "noise/math/angle-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/waves/phasor.h"
#include "noise/waves/samples-inl.h"
#include "noise/waves/sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A profile, -1..1 except for rounding, and its derivatives with respect to the sums X (of
// cosines), Y (of sines) and W (of windows). Each but `gabor` goes through (co, si) = (X, Y) / N,
// N = sqrt(X^2 + Y^2 + F^2 W^2), F = kWaveFloor, which is inside the unit circle: its length is at
// most 1 / sqrt(1 + F^2) = sin(u), u = atan(1 / F).
//
//             si |   . (co, si)        sine:      si / sin(u)
//                |  /|                 triangle:  asin(si) / u
//                | / |                 sawtooth:  the angle at (-1, 0) between (0, 0) and
//    ------------+----- co                        (co, si), half of the phase of a wave without
//  (-1, 0)       |                                floor, / u
//
// A line from (-1, 0) touches the circle of that radius at angle u, so sawtooth, too, ends at 1.
struct Profile {
  VF value, by_cos, by_sin, by_window;
};

constexpr float kFloorSquare = static_cast<float>(kWaveFloor * kWaveFloor);
constexpr float kSineScale = 0x1.18b9d6p+0f;  // 1 / sin(u)
constexpr float kPerDegree = 0x1.f23438p-7f;  // 1 / u, u in degrees
constexpr float kPerRadian = 0x1.be03f2p-1f;  // 1 / u

HWY_INLINE Profile Sine(VF x, VF y, VF floor, VF rest, VF inverse) {
  const VF value = Broadcast(kSineScale) * y * inverse;
  const VF falling = (Broadcast(0) - value) * inverse * inverse;
  return {value, falling * x, Broadcast(kSineScale) * rest * inverse * inverse * inverse,
          falling * floor};
}

// In: opposite, of either sign; adjacent > 0.
HWY_INLINE VF PartOfAngle(VF opposite, VF adjacent) {
  return hn::CopySign(AngleOf(hn::Abs(opposite) / adjacent) * Broadcast(kPerDegree), opposite);
}

HWY_INLINE Profile Triangle(VF x, VF y, VF floor, VF rest, VF inverse) {
  const VF adjacent = hn::Sqrt(rest);
  const VF scale = Broadcast(kPerRadian) * inverse * inverse;
  const VF falling = (Broadcast(0) - scale) * y / adjacent;
  return {PartOfAngle(y, adjacent), falling * x, scale * adjacent, falling * floor};
}

HWY_INLINE Profile Sawtooth(VF x, VF y, VF floor, VF rest, VF inverse, VF length) {
  const VF adjacent = length + x;
  const VF scale = Broadcast(kPerRadian) * inverse / Fma(adjacent, adjacent, y * y);
  const VF falling = (Broadcast(0) - scale) * y;
  return {PartOfAngle(y, adjacent), falling * adjacent, scale * Fma(x, length, rest),
          falling * floor};
}

HWY_INLINE Profile Gabor(VF y, VF window) {
  const VF inverse = Broadcast(1) / window, value = y * inverse;
  return {value, Broadcast(0), inverse, (Broadcast(0) - value) * inverse};
}

HWY_INLINE Profile ProfileOf(PhasorArgs::Profile profile, const WaveSums<VF>& sums) {
  const VF x = sums.cos, y = sums.sin;
  if (profile == PhasorArgs::kGabor) return Gabor(y, sums.window);
  const VF floor = Broadcast(kFloorSquare) * sums.window;
  const VF rest = Fma(floor, sums.window, x * x);
  const VF length = hn::Sqrt(Fma(y, y, rest)), inverse = Broadcast(1) / length;
  if (profile == PhasorArgs::kSine) return Sine(x, y, floor, rest, inverse);
  if (profile == PhasorArgs::kTriangle) return Triangle(x, y, floor, rest, inverse);
  return Sawtooth(x, y, floor, rest, inverse, length);
}

template <int kSlopes>
void PhasorSamples(const PhasorArgs& args, const WaveCells& cells, WaveTables& tables,
                   const double* const* position, int first, int end, const Slot& to) noexcept {
  const F32 d;
  const std::size_t octaves = args.octaves.size();
  float matrix[kMaxOctaves][2][3];
  for (std::size_t o = 0; o < octaves; ++o) SetMatrix(args, o, matrix[o]);
  SumsOfSamples<kSlopes, false> sums_of_samples(args, cells, tables, position, first, end);
  ForVectors(end - first, [&](int from) {
    Jet<kSlopes> jet;
    jet.v = hn::Zero(d);
    for (VF& each : jet.g) each = hn::Zero(d);
    for (std::size_t o = 0; o < octaves; ++o) {
      const WaveSums<VF> sums = sums_of_samples.At(o, from);
      const Profile profile = ProfileOf(args.profile, sums);
      const VF amplitude = Broadcast(args.octaves[o].amplitude);
      jet.v = Fma(amplitude, profile.value, jet.v);
      if constexpr (kSlopes > 0) {
        VF in_cells[2];
        for (int c = 0; c < 2; ++c)
          in_cells[c] =
              Fma(profile.by_cos, sums.d_cos[c],
                  Fma(profile.by_sin, sums.d_sin[c], profile.by_window * sums.d_window[c])) *
              amplitude;
        for (int a = 0; a < kSlopes; ++a)
          jet.g[a] = Fma(in_cells[0], Broadcast(matrix[o][0][a]),
                         Fma(in_cells[1], Broadcast(matrix[o][1][a]), jet.g[a]));
      }
    }
    jet.v = Limit(jet.v, -1, 1);
    StoreJet(jet, to, first + from);
  });
}

PhasorFunction SelectPhasorHere(int slopes) {
  if (slopes == 0) return &PhasorSamples<0>;
  if (slopes == 2) return &PhasorSamples<2>;
  return &PhasorSamples<3>;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
