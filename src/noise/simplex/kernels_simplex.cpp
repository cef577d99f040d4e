// The kernels of simplex noise, once a SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/simplex/kernels_simplex.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/simplex/frames-inl.h"
#include "noise/simplex/simplex.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

template <class Gradient>
Kernel Select(const SimplexArgs& args, Frame::Form form) {
  const bool slopes = args.slopes > 0;
  switch (args.dimensions) {
    case 1:
      return slopes ? SimplexKernel<Gradient, 1, 1>::kKernel
                    : SimplexKernel<Gradient, 1, 0>::kKernel;
    case 2:
      return slopes ? SimplexKernel<Gradient, 2, 2>::kKernel
                    : SimplexKernel<Gradient, 2, 0>::kKernel;
    default:
      if (!slopes) return SimplexKernel<Gradient, 3, 0>::kKernel;
      return form == Frame::kGrid ? SimplexKernel<Gradient, 3, 2>::kKernel
                                  : SimplexKernel<Gradient, 3, 3>::kKernel;
  }
}

Kernel SelectSimplexHere(const SimplexArgs& args, Frame::Form form) {
  if (args.type == NodeType::kSimplexValue) return Select<SimplexValue>(args, form);
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
