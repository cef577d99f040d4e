// The angle of a gradient: the arc tangent, in degrees, in float32.
//
// In: x >= 0, finite. Out: 0..90, rising with x except for rounding. Error: below 1e-5 degrees and
// 3 ULP, measured by tests/unit/noise. Cost: 15 operations. Source: polynomial of degree 8 in t^2,
// interpolated at Chebyshev nodes for cobble (relative error 1.8e-8 before rounding of factors).

#if defined(COBBLE_NOISE_MATH_ANGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_ANGLE_INL_H_
#undef COBBLE_NOISE_MATH_ANGLE_INL_H_
#else
#define COBBLE_NOISE_MATH_ANGLE_INL_H_
#endif

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Above 45 degrees, the angle is 90 degrees minus the angle of 1 / x.
HWY_INLINE VF AngleOf(VF x) {
  const VF one = Broadcast(1.0f);
  const MF is_steep = x > one;
  const VF t = hn::IfThenElse(is_steep, one, x) / hn::IfThenElse(is_steep, x, one);
  const VF square = t * t;
  VF sum = Broadcast(0x1.4499bep-3f);
  for (const float factor : {-0x1.cd7bacp-1f, 0x1.35080cp+1f, -0x1.11700ap+2f, 0x1.855e42p+2f,
                             -0x1.044fc8p+3f, 0x1.6e8b42p+3f, -0x1.319324p+4f, 0x1.ca5dc2p+5f})
    sum = Fma(sum, square, Broadcast(factor));
  const VF angle = sum * t;
  return hn::IfThenElse(is_steep, Broadcast(90.0f) - angle, angle);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
