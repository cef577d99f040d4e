// The kernels of hill noise, compiled once per SIMD level.
#include "noise/hill/hill.h"
#include "noise/hill/points-inl.h"
#include "noise/hill/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <int kDims>
Kernel SelectPoints(const HillArgs& args) {
  return SelectBySlopes<HillPoints<kDims, kDims>, HillPoints<kDims, 0>>(args.slopes);
}

Kernel SelectHillHere(const HillArgs& args, Frame::Kind kind) {
  if (kind == Frame::kPoints) {
    if (args.dimensions == 1) return SelectPoints<1>(args);
    if (args.dimensions == 2) return SelectPoints<2>(args);
    return SelectPoints<3>(args);
  }
  if (args.slopes > 2) return TypedKernel<HillRows<3>>::kKernel;
  return SelectBySlopes<HillRows<2>, HillRows<0>>(args.slopes);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
