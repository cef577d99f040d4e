// The kernels of the distance to the edge of a Voronoi cell, compiled once per SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/voronoi/kernels_edge.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

Kernel SelectEdgeHere(const VoronoiArgs& args, Frame::Kind kind) {
  return Select<Edge>(args, kind);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Kernel SelectEdge(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectEdgeHere, simd_target)(args, kind);
}

}  // namespace cobble
#endif  // HWY_ONCE
