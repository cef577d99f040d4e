// The kernels of functions of the one or two nearest points, compiled once per SIMD level, and the
// selector of all kernels of Voronoi noise.
#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectEdgeHere(const VoronoiArgs& args, Frame::Kind kind);
Kernel SelectSmoothHere(const VoronoiArgs& args, Frame::Kind kind);

Kernel SelectVoronoiHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.smooth != Smooth::kNone) return SelectSmoothHere(args, kind);
  if (args.function == VoronoiFunction::kEdge) return SelectEdgeHere(args, kind);
  if (args.is_of_nearest()) return Select<OfNearest>(args, kind);
  if (args.function == VoronoiFunction::kF1) return Select<FirstOnly>(args, kind);
  return Select<FirstTwo>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
