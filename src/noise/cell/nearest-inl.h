// Cell noise from the points near a sample, on grids and elsewhere: a weighted sum of distances.
#pragma once

#include <type_traits>

#include "noise/cell/cell.h"
#include "noise/sampling/nearest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The number of values in a FeaturePoint's `offset`: its offsets if slopes are needed; for
// functions of the nearest point alone, its id or one offset.
template <int kSlopes, bool kOfNearest>
inline constexpr int kCarriedCount = kOfNearest ? 1 : kSlopes;

// Calls body(count), a std::integral_constant: the number of nearest points that the weights need,
// rounded up to 1, 2 or 4; at the scalar level, 4.
template <class Body>
HWY_INLINE void WithNearestCount(const CellArgs& args, const Body& body) {
  if constexpr (!kIsScalar)
    if (args.weights[2] == 0 && args.weights[3] == 0) {
      if (args.weights[1] == 0) return body(std::integral_constant<int, 1>());
      return body(std::integral_constant<int, 2>());
    }
  body(std::integral_constant<int, 4>());
}

// Returns the weighted sum of the distances, clamped to 0..limit, with its slope.
template <int kCount, int kAxes>
HWY_INLINE Jet<kAxes> WeightedSum(const CellArgs& args,
                                  const NearestPoints<kCount, kAxes>& nearest) {
  const VF zero = hn::Zero(F32()), limit = Broadcast(args.limit);
  Jet<kAxes> sum;
  sum.v = zero;
  for (VF& g : sum.g) g = zero;
  for (int m = 0; m < kCount; ++m) {
    const Jet<kAxes> f = LimitedDistance<kAxes>(args.metric, limit, nearest.f[m]);
    const VF weight = Broadcast(args.weights[static_cast<std::size_t>(m)]);
    sum.v = Fma(weight, f.v, sum.v);
    for (int a = 0; a < kAxes; ++a) sum.g[a] = Fma(weight, f.g[a], sum.g[a]);
  }
  return LimitedTo(limit, sum);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
