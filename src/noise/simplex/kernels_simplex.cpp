// The kernels of simplex noise, once a SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/simplex/kernels_simplex.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/simplex/frames-inl.h"
#include "noise/simplex/simplex.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

template <class Gradient, int kDims>
Kernel Select(const SimplexArgs& args, [[maybe_unused]] Frame::Form form) {
  if (args.slopes == 0) return TypedKernel<SimplexFrames<Gradient, kDims, 0>>::kKernel;
  if constexpr (kDims == 3)
    if (form == Frame::kGrid) return TypedKernel<SimplexFrames<Gradient, 3, 2>>::kKernel;
  return TypedKernel<SimplexFrames<Gradient, kDims, kDims>>::kKernel;
}

template <class Gradient>
Kernel Select(const SimplexArgs& args, Frame::Form form) {
  if (args.dimensions == 1) return Select<Gradient, 1>(args, form);
  if (args.dimensions == 2) return Select<Gradient, 2>(args, form);
  return Select<Gradient, 3>(args, form);
}

Kernel SelectSimplexHere(const SimplexArgs& args, Frame::Form form) {
  if (args.kind == SimplexKind::kValue) return Select<SimplexValue>(args, form);
  return Select<SimplexGradient>(args, form);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(SelectSimplexHere);

Kernel SelectSimplex(const SimplexArgs& args, Frame::Form form, int64_t simd_target) {
  return COBBLE_SELECT(SelectSimplexHere, simd_target)(args, form);
}

}  // namespace cobble
#endif  // HWY_ONCE
