// The kernels of coordinates and gradients, compiled once per SIMD level.
#include "noise/coordinate/coordinate-inl.h"
#include "noise/coordinate/coordinate.h"
#include "noise/coordinate/gradient-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectCoordinateHere() { return TypedKernel<CoordinateValues>::kKernel; }
Kernel SelectGradientHere() { return TypedKernel<GradientValues>::kKernel; }

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
