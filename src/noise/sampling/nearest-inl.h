// A feature point as a sample sees it, and its distance: for noises made of the nearest points.
#include "noise/math/metric-inl.h"
#include "noise/sampling/points-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_NEAREST_INL_H_
#undef COBBLE_NOISE_SAMPLING_NEAREST_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_NEAREST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Farther than any candidate.
inline constexpr float kBeyond = 1e9f;

// A point seen: its joined offsets, and the offsets along kAxes axes.
template <int kAxes>
struct Seen {
  VF accumulated = Broadcast(kBeyond);
  VF offset[kAxes > 0 ? kAxes : 1];

  HWY_INLINE Seen() {
    for (VF& each : offset) each = hn::Zero(F32());
  }
  // Becomes `other` in the lanes of `mask`.
  HWY_INLINE void Take(MF mask, const Seen& other) {
    accumulated = hn::IfThenElse(mask, other.accumulated, accumulated);
    for (int a = 0; a < kAxes; ++a) offset[a] = hn::IfThenElse(mask, other.offset[a], offset[a]);
  }
  // Calls body(number) for all its numbers.
  template <class Body>
  HWY_INLINE void Each(const Body& body) {
    body(accumulated);
    for (int a = 0; a < kAxes; ++a) body(offset[a]);
  }
};

// A Candidate has Offset(a), from the sample along axis a, and Joined(), all offsets joined by the
// metric.
template <int kAxes, class Candidate>
HWY_INLINE Seen<kAxes> See(const Candidate& candidate) {
  Seen<kAxes> seen;
  seen.accumulated = candidate.Accumulated();
  for (int a = 0; a < kAxes; ++a) seen.offset[a] = candidate.Offset(a);
  return seen;
}

// A distance limited to 1, with its slope; slope 0 where limited.
template <int kAxes>
HWY_INLINE Jet<kAxes> LimitedDistance(Metric metric, const Seen<kAxes>& seen) {
  Jet<kAxes> jet;
  const VF one = Broadcast(1.0f);
  const VF distance = FinishDistance(metric, seen.accumulated);
  jet.v = hn::Min(distance, one);
  if constexpr (kAxes > 0) {
    DistanceSlope<kAxes>(metric, distance, seen.offset, jet.g);
    for (VF& g : jet.g) g = hn::IfThenElseZero(distance <= one, g);
  }
  return jet;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
