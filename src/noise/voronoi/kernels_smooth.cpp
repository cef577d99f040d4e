// The kernels of smooth Worley noise, compiled once per SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/voronoi/kernels_smooth.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

Kernel SelectSmoothHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.smooth == Smooth::kLse) return Select<LogSumExp>(args, kind);
  return Select<PolynomialMinimum>(args, kind);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Kernel SelectSmooth(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectSmoothHere, simd_target)(args, kind);
}

}  // namespace cobble
#endif  // HWY_ONCE
