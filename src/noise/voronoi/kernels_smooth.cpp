// The kernels of smooth Worley noise, compiled once per SIMD level.
#include "noise/voronoi/select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectSmoothHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.smooth == Smooth::kLse) return Select<LogSumExp>(args, kind);
  return Select<PolynomialMinimum>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
