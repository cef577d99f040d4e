// The kernels of Voronoi noise, once a SIMD target, and their selector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/voronoi/kernels_voronoi.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <type_traits>

#include "noise/voronoi/grid-inl.h"
#include "noise/voronoi/points-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Which kernels there are of each way: with slopes and without where both are worth their size.
template <class How>
inline constexpr bool kHasSlopes = !std::is_same_v<How, CellId>;
template <class How>
inline constexpr bool kHasBareValues =
    std::is_same_v<How, FirstOnly> || std::is_same_v<How, FirstTwo> || !kHasSlopes<How>;

template <class How, int kDims>
Kernel SelectPoints(const VoronoiArgs& args) {
  const Kernel* kernel = nullptr;
  if constexpr (kHasBareValues<How>)
    kernel = &TypedKernel<AtPoints<VoronoiPoints<How, kDims, 0>>>::kKernel;
  if constexpr (kHasSlopes<How>)
    if (kernel == nullptr || args.slopes > 0)
      kernel = &TypedKernel<AtPoints<VoronoiPoints<How, kDims, kDims>>>::kKernel;
  return *kernel;
}

template <class How>
Kernel SelectPoints(const VoronoiArgs& args) {
  if (args.dimensions == 1) return SelectPoints<How, 1>(args);
  if (args.dimensions == 2) return SelectPoints<How, 2>(args);
  return SelectPoints<How, 3>(args);
}

// Slopes in one dimension, too, are those of two: where there is no row's axis its slot is null.
template <class How>
Kernel SelectGrid(const VoronoiArgs& args) {
  if constexpr (kHasSlopes<How>)
    if (args.slopes > 0) return TypedKernel<VoronoiGrid<How, 2>>::kKernel;
  return TypedKernel<VoronoiGrid<How, 0>>::kKernel;
}

template <class How>
Kernel Select(const VoronoiArgs& args, Frame::Kind kind) {
  return kind == Frame::kGrid ? SelectGrid<How>(args) : SelectPoints<How>(args);
}

Kernel SelectVoronoiHere(const VoronoiArgs& args, Frame::Kind kind) {
  if (args.smooth == Smooth::kLse) return Select<LogSumExp>(args, kind);
  if (args.smooth == Smooth::kPoly) return Select<PolynomialMinimum>(args, kind);
  if (args.function == VoronoiFunction::kEdge) return Select<Edge>(args, kind);
  if (args.function == VoronoiFunction::kCellId) return Select<CellId>(args, kind);
  if (args.function == VoronoiFunction::kF1) return Select<FirstOnly>(args, kind);
  return Select<FirstTwo>(args, kind);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(SelectVoronoiHere);

Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectVoronoiHere, simd_target)(args, kind);
}

}  // namespace cobble
#endif  // HWY_ONCE
