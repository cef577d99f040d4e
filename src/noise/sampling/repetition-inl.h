// Moves coordinates into a tiled picture.
#include "core/simd-inl.h"
#include "noise/sampling/repetition.h"

#if defined(COBBLE_NOISE_SAMPLING_REPETITION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_REPETITION_INL_H_
#undef COBBLE_NOISE_SAMPLING_REPETITION_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_REPETITION_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Returns the coordinate reduced to its period: see Repetition.
HWY_INLINE VD Reduced(const Repetition& repetition, int axis, VD q) {
  const F64 d;
  if (repetition.period[axis] == 0) return q;
  const VD middle = hn::Set(d, repetition.middle[axis]);
  const VD period = hn::Set(d, repetition.period[axis]);
  const VD offset = q - middle;
  return middle + (offset - period * hn::Floor(offset / period + hn::Set(d, 0.5)));
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
