// The kernels of coordinates and gradients, compiled once per SIMD target, and their selectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/coordinate/kernels_coordinate.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/coordinate/coordinate-inl.h"
#include "noise/coordinate/coordinate.h"
#include "noise/coordinate/gradient-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

Kernel SelectCoordinateHere() { return TypedKernel<CoordinateValues>::kKernel; }
Kernel SelectGradientHere() { return TypedKernel<GradientValues>::kKernel; }

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Kernel SelectCoordinate(const CoordinateArgs&, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectCoordinateHere, simd_target)();
}

Kernel SelectGradient(const GradientArgs&, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectGradientHere, simd_target)();
}

}  // namespace cobble
#endif  // HWY_ONCE
