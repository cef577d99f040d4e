// The kernels of Voronoi noise that are made from distances to one or two points, compiled once per
// SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/voronoi/kernels_nearest.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

Kernel SelectNearestHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.is_of_nearest()) return Select<OfNearest>(args, kind);
  if (args.function == VoronoiFunction::kF1) return Select<FirstOnly>(args, kind);
  return Select<FirstTwo>(args, kind);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Kernel SelectNearest(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectNearestHere, simd_target)(args, kind);
}

}  // namespace cobble
#endif  // HWY_ONCE
