// The sum of hill noise's octaves, each flattened first.
#include "noise/hill/flatten-inl.h"
#include "noise/hill/hill.h"
#include "noise/sampling/points-inl.h"

#if defined(COBBLE_NOISE_HILL_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_SUMS_INL_H_
#undef COBBLE_NOISE_HILL_SUMS_INL_H_
#else
#define COBBLE_NOISE_HILL_SUMS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The mean u of a run's octaves, and its slopes. Each is padded like a Slot, or null.
struct HillSums {
  float* u = nullptr;
  float* complement = nullptr;  // 1 - u without cancellation; null for the uniform distribution
  float* slope[3] = {nullptr, nullptr, nullptr};
};

// Adds an octave's contribution to the samples at k. In: z, the sum of the octave's waves.
template <int kSlopes>
HWY_INLINE void AddFlattened(const Octave& octave, const Jet<kSlopes>& z, bool is_first,
                             const HillSums& sums, int k) {
  const Flattened flattened(z.v);
  if (sums.complement == nullptr) {
    AddContribution(octave.amplitude, flattened.Value(), is_first, sums.u + k);
  } else {
    const VF tail = flattened.Tail(), rest = Broadcast(1.0f) - tail;
    const MF low = flattened.IsLow();
    AddContribution(octave.amplitude, hn::IfThenElse(low, tail, rest), is_first, sums.u + k);
    AddContribution(octave.amplitude, hn::IfThenElse(low, rest, tail), is_first,
                    sums.complement + k);
  }
  if constexpr (kSlopes > 0) {
    const VF slope = flattened.Slope();
    for (int a = 0; a < kSlopes; ++a)
      if (sums.slope[a] != nullptr)
        AddContribution(octave.slope_scale[a], slope * z.g[a], is_first, sums.slope[a] + k);
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
