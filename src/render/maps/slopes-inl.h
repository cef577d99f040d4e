// Slopes that are finite, even where extreme warps overflow float32, and the normals of a surface.

#if defined(COBBLE_RENDER_MAPS_SLOPES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_RENDER_MAPS_SLOPES_INL_H_
#undef COBBLE_RENDER_MAPS_SLOPES_INL_H_
#else
#define COBBLE_RENDER_MAPS_SLOPES_INL_H_
#endif

#include <limits>

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Replaces +-infinity with the largest finite float of the same sign, and NaN with 0.
HWY_INLINE VF Finite(VF x) {
  const VF maximum = Broadcast(std::numeric_limits<float>::max());
  const VF magnitude = hn::Abs(x);
  const VF clamped = hn::IfThenElse(magnitude > maximum, hn::CopySign(maximum, x), x);
  return hn::IfThenElseZero(x == x, clamped);
}

struct Direction {
  VF x, y, z;
};

// Returns (x, y, 1), normalised. In: x and y may overflow, or be NaN, which counts as 0.
HWY_INLINE Direction NormalOf(VF x, VF y) {
  const VF one = Broadcast(1.0f);
  x = Finite(x);
  y = Finite(y);
  // Dividing by the largest component keeps squares from overflowing.
  const VF shrink = one / hn::Max(hn::Max(hn::Abs(x), hn::Abs(y)), one);
  x = x * shrink;
  y = y * shrink;
  const VF length = one / hn::Sqrt(Fma(x, x, Fma(y, y, shrink * shrink)));
  return {x * length, y * length, shrink * length};
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
