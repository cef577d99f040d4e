// Selects the kernel of one function of distances: what the files kernels_*.cpp share.
#pragma once

#include <type_traits>

#include "noise/voronoi/grid-inl.h"
#include "noise/voronoi/groups-inl.h"
#include "noise/voronoi/points-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Kernels without slopes exist only where they justify their code size; others always compute them.
template <class Function>
inline constexpr bool kHasSlopes = !std::is_same_v<Function, OfNearest>;
template <class Function>
inline constexpr bool kHasValueOnlyKernel =
    std::is_same_v<Function, FirstOnly> || std::is_same_v<Function, FirstTwo>;

template <class Function, int kDims, int kSlopes>
using PointsStrategy = std::conditional_t<
    (Function::kNearestCount > 0), AtGroups<VoronoiGroups<Function, kDims, kSlopes>>,
    std::conditional_t<Function::kIsNearby, AtGroups<NearbyGroups<Function, kDims, kSlopes>>,
                       VoronoiPoints<Function, kDims, kSlopes>>>;

template <class Function, int kDims>
Kernel SelectPoints(const VoronoiArgs& args) {
  using WithSlopes = PointsStrategy<Function, kDims, kHasSlopes<Function> ? kDims : 0>;
  if constexpr (!kHasValueOnlyKernel<Function>) return TypedKernel<WithSlopes>::kKernel;
  return SelectBySlopes<WithSlopes, PointsStrategy<Function, kDims, 0>>(args.slopes);
}

template <class Function>
Kernel SelectPoints(const VoronoiArgs& args) {
  if (args.dimensions == 1) return SelectPoints<Function, 1>(args);
  if (args.dimensions == 2) return SelectPoints<Function, 2>(args);
  return SelectPoints<Function, 3>(args);
}

// Two slopes even in 1D: the slot of the missing axis is null and is skipped.
template <class Function>
Kernel SelectGrid(const VoronoiArgs& args) {
  return SelectBySlopes<VoronoiGrid<Function, kHasSlopes<Function> ? 2 : 0>,
                        VoronoiGrid<Function, 0>>(args.slopes);
}

template <class Function>
Kernel Select(const VoronoiArgs& args, Frame::Kind kind) {
  return kind == Frame::kGrid ? SelectGrid<Function>(args) : SelectPoints<Function>(args);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
