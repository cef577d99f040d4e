// Moves coordinates into a tiled picture.
#pragma once

#include "core/simd-inl.h"
#include "noise/sampling/repetition.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns the coordinate reduced to its period: see Repetition.
HWY_INLINE VD Reduced(const Repetition& repetition, int axis, VD q) {
  const F64 d;
  if (repetition.period[axis] == 0) return q;
  const VD middle = hn::Set(d, repetition.middle[axis]);
  const VD period = hn::Set(d, repetition.period[axis]);
  const VD offset = q - middle;
  return middle + (offset - period * hn::Floor(offset / period + hn::Set(d, 0.5)));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
