// The kernels of simplex noise, compiled once per SIMD level.
#include "noise/simplex/frames-inl.h"
#include "noise/simplex/simplex.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <class Gradient, int kDims>
Kernel Select(const SimplexArgs& args, [[maybe_unused]] Frame::Kind kind) {
  using ValueOnly = SimplexFrames<Gradient, kDims, 0>;
  if constexpr (kDims == 3)
    if (kind == Frame::kGrid)
      return SelectBySlopes<SimplexFrames<Gradient, 3, 2>, ValueOnly>(args.slopes);
  return SelectBySlopes<SimplexFrames<Gradient, kDims, kDims>, ValueOnly>(args.slopes);
}

template <class Gradient>
Kernel Select(const SimplexArgs& args, Frame::Kind kind) {
  if (args.dimensions == 1) return Select<Gradient, 1>(args, kind);
  if (args.dimensions == 2) return Select<Gradient, 2>(args, kind);
  return Select<Gradient, 3>(args, kind);
}

Kernel SelectSimplexHere(const SimplexArgs& args, Frame::Kind kind) {
  if (args.kind == SimplexKind::kValue) return Select<SimplexValue>(args, kind);
  return Select<SimplexGradient>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
