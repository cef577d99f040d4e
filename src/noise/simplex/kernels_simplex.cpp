// The kernels of simplex noise, compiled once per SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/simplex/kernels_simplex.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/simplex/frames-inl.h"
#include "noise/simplex/simplex.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

template <class Gradient, int kDims>
Kernel Select(const SimplexArgs& args, [[maybe_unused]] Frame::Kind kind) {
  if (args.slopes == 0) return TypedKernel<SimplexFrames<Gradient, kDims, 0>>::kKernel;
  if constexpr (kDims == 3)
    if (kind == Frame::kGrid) return TypedKernel<SimplexFrames<Gradient, 3, 2>>::kKernel;
  return TypedKernel<SimplexFrames<Gradient, kDims, kDims>>::kKernel;
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

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectSimplexHere, simd_target)(args, kind);
}

}  // namespace cobble
#endif  // HWY_ONCE
