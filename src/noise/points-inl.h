// What noises that work a sample a lane have in common: a run's positions split by octave, a value
// with its slope, and the sum of octaves.
#include "noise/lattice-inl.h"
#include "noise/positions-inl.h"
#include "noise/scratch.h"

#if defined(COBBLE_NOISE_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_POINTS_INL_H_
#undef COBBLE_NOISE_POINTS_INL_H_
#else
#define COBBLE_NOISE_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A value and its slope along the first kSlopes axes.
template <int kSlopes>
struct Jet {
  VF v;
  VF g[kSlopes > 0 ? kSlopes : 1];
};

// Scratch of a run: positions of an affine frame, and the split of one octave.
struct PointsScratch {
  double* q[3];
  int32_t* index[3];
  float* fraction[3];
};

inline PointsScratch LayOutPoints(int dimensions, Scratch& scratch) {
  constexpr std::size_t kWidth = kRunLength + kPad;
  PointsScratch s{};
  for (int a = 0; a < dimensions; ++a) {
    s.q[a] = scratch.Take<double>(kWidth);
    s.index[a] = scratch.Take<int32_t>(kWidth);
    s.fraction[a] = scratch.Take<float>(kWidth);
  }
  return s;
}

// sum = scale * share, or added to what the octaves before left.
HWY_INLINE void AddShare(float scale, VF share, bool first, float* sum) {
  const F32 d;
  const VF s = Splat(scale);
  hn::Store(first ? s * share : Fma(s, share, hn::Load(d, sum)), d, sum);
}

// Adds an octave's share to the slot, a vector of samples from k on.
template <int kSlopes>
HWY_INLINE void AddShare(const Octave& octave, const Jet<kSlopes>& jet, bool first,
                         const Slot& slot, int k) {
  AddShare(octave.amplitude, jet.v, first, slot.value + k);
  for (int a = 0; a < kSlopes; ++a)
    if (slot.slope[a] != nullptr)
      AddShare(octave.slope_scale[a], jet.g[a], first, slot.slope[a] + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
