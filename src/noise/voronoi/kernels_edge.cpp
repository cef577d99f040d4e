// The kernels of the distance to the edge of a Voronoi cell, compiled once per SIMD level.
#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectEdgeHere(const VoronoiArgs& args, Frame::Kind kind) {
  return Select<Edge>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
