// The kernels of simplex noise, once a SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/kernels_simplex.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/simplex.h"
#include "noise/simplex_points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

template <class Gradient, int kDims>
Kernel SelectPoints(const SimplexArgs& args) {
  if (args.slopes == 0) return PointsKernel<SimplexPoints<Gradient, kDims, 0>>::kKernel;
  return PointsKernel<SimplexPoints<Gradient, kDims, kDims>>::kKernel;
}

template <class Gradient>
Kernel SelectPoints(const SimplexArgs& args) {
  if (args.dimensions == 1) return SelectPoints<Gradient, 1>(args);
  if (args.dimensions == 2) return SelectPoints<Gradient, 2>(args);
  return SelectPoints<Gradient, 3>(args);
}

Kernel SelectSimplexHere(const SimplexArgs& args) {
  if (args.type == NodeType::kSimplexValue) return SelectPoints<SimplexValue>(args);
  return SelectPoints<SimplexGradient>(args);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(SelectSimplexHere);

Kernel SelectSimplex(const SimplexArgs& args, int64_t simd_target) {
  return COBBLE_SELECT(SelectSimplexHere, simd_target)(args);
}

}  // namespace cobble
#endif  // HWY_ONCE
