// The kernels of functions of the one or two nearest points, compiled once per SIMD level.
#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectNearestHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.is_of_nearest()) return Select<OfNearest>(args, kind);
  if (args.function == VoronoiFunction::kF1) return Select<FirstOnly>(args, kind);
  return Select<FirstTwo>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
