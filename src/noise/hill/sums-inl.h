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
namespace cobble {
namespace HWY_NAMESPACE {

// What a run's octaves sum up to: the mean u and, for all laws but the uniform one, 1 - u; the
// slopes of u. Each kRunLength + kPad numbers or null.
struct HillSums {
  float* below = nullptr;
  float* above = nullptr;
  float* slope[3] = {nullptr, nullptr, nullptr};
};

// Adds an octave's share, a vector of samples from k on. In: the sum of its waves, with slopes.
template <int kSlopes>
HWY_INLINE void AddFlattened(const Octave& octave, const Jet<kSlopes>& z, bool first,
                             const HillSums& sums, int k) {
  const Flattened flattened(z.v);
  if (sums.above == nullptr) {
    AddShare(octave.amplitude, flattened.Value(), first, sums.below + k);
  } else {
    const VF tail = flattened.Tail(), rest = Broadcast(1.0f) - tail;
    const MF low = flattened.IsLow();
    AddShare(octave.amplitude, hn::IfThenElse(low, tail, rest), first, sums.below + k);
    AddShare(octave.amplitude, hn::IfThenElse(low, rest, tail), first, sums.above + k);
  }
  if constexpr (kSlopes > 0) {
    const VF slope = flattened.Slope();
    for (int a = 0; a < kSlopes; ++a)
      if (sums.slope[a] != nullptr)
        AddShare(octave.slope_scale[a], slope * z.g[a], first, sums.slope[a] + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
