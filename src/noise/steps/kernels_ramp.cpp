// Ramps, compiled once per SIMD level.
#include <algorithm>

#include "core/srgb.h"
#include "noise/math/power-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/steps/ramp_step.h"
#include "noise/steps/segments-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A channel and its derivative with respect to the number.
struct RampJet {
  VF value, rate;
};

// Replaces sRGB by linear light (core/srgb.h).
HWY_INLINE void Decode(RampJet& jet) {
  constexpr SrgbCurve<float> kCurve = kSrgb<float>;
  const VF end = Broadcast(kCurve.encoded_end);
  const VF shifted = hn::Max(jet.value, end) + Broadcast(kCurve.offset);
  const VF curved = PowerOf(shifted / Broadcast(1 + kCurve.offset), kCurve.power);
  const MF is_straight = jet.value <= end;
  const VF slope = Broadcast(kCurve.power) * curved / shifted;
  jet.value = hn::IfThenElse(is_straight, jet.value / Broadcast(kCurve.divisor), curved);
  jet.rate = jet.rate * hn::IfThenElse(is_straight, Broadcast(1 / kCurve.divisor), slope);
}

// In: read(array, at), which looks up one element of an array of the table per lane.
template <bool kIsCubic, class Read>
HWY_INLINE void Jets(const RampTable& table, VF v, const Read& read, RampJet* jets) {
  const VI at = SegmentOf(table.segments, v, [&](VI k) { return read(table.x, k); });
  const VF scale = read(table.rate, at);
  VF t = (v - read(table.x, at)) * scale, dt = scale;
  if (table.is_smooth) {
    const VF two = Broadcast(2.0f), three = Broadcast(3.0f);
    dt = dt * (Broadcast(6.0f) * t * (Broadcast(1.0f) - t));
    t = t * t * (three - two * t);
  }
  for (std::size_t a = 0; a < 3; ++a) {
    VF c[4];
    for (std::size_t power = 0; power < (kIsCubic ? 4 : 2); ++power)
      c[power] = read(table.c[a][power], at);
    if constexpr (kIsCubic)
      jets[a] = {Cubic(c, t), CubicSlope(c, t) * dt};
    else
      jets[a] = {Fma(c[1], t, c[0]), c[1] * dt};
    if (table.is_srgb) Decode(jets[a]);
  }
}

// A table that fits into one or two registers is looked up there.
template <bool kIsCubic>
HWY_INLINE void JetsAt(const RampTable& table, VF v, RampJet* jets) {
  const F32 d;
  using Array = std::vector<float>;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  if (table.segments <= lanes)
    return Jets<kIsCubic>(
        table, v,
        [&](const Array& array, VI at) {
          return hn::TableLookupLanes(hn::LoadU(d, array.data()), hn::IndicesFromVec(d, at));
        },
        jets);
  if (table.segments <= 2 * lanes)
    return Jets<kIsCubic>(
        table, v,
        [&](const Array& array, VI at) {
          return LookupInTwo(hn::LoadU(d, array.data()), hn::LoadU(d, array.data() + hn::Lanes(d)),
                             at);
        },
        jets);
  Jets<kIsCubic>(
      table, v, [&](const Array& array, VI at) { return hn::GatherIndex(d, array.data(), at); },
      jets);
}

template <bool kIsCubic>
void RunRamp(const void* args, const Slot* in, int n, const Slot* out) noexcept {
  const F32 d;
  const auto& table = *static_cast<const RampTable*>(args);
  const Slot from = in[0], to[3] = {out[0], out[1], out[2]};
  const auto run = [&](const auto& store_slopes) {
    ForVectors(n, [&](int k) {
      RampJet jets[3];
      JetsAt<kIsCubic>(table, hn::Load(d, from.value + k), jets);
      for (int a = 0; a < 3; ++a) hn::Store(jets[a].value, d, to[a].value + k);
      store_slopes(jets, k);
    });
  };
  // Without slopes, the compiler drops the derivatives.
  const bool has_slopes = std::any_of(to[0].slope, to[0].slope + 3, [](auto* s) { return s; });
  if (!has_slopes) return run([](const RampJet*, int) {});
  run([&](const RampJet* jets, int k) {
    for (int s = 0; s < 3; ++s) {
      if (to[0].slope[s] == nullptr) continue;
      const VF slope = hn::Load(d, from.slope[s] + k);
      for (int a = 0; a < 3; ++a) hn::Store(jets[a].rate * slope, d, to[a].slope[s] + k);
    }
  });
}

ColorRun SelectRampHere(bool is_cubic) { return is_cubic ? &RunRamp<true> : &RunRamp<false>; }

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
