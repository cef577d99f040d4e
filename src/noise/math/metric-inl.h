// Distance metrics, in two stages. In 3D:
//
//   accumulated = Accumulate(x, Accumulate(y, First(z)))
//   distance    = Distance(metric, accumulated)
//
// `accumulated` increases with the distance (for both Euclidean metrics, it is its square), so the
// nearest point is found without roots. Without the last axis, it is called a partial distance.
//
// A MetricType is a type with First and Accumulate; AnyMetric chooses at run time.
#pragma once

#include "cobble/enums.h"
#include "core/simd-inl.h"
#include "noise/math/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Both Euclidean metrics: the sum of squares.
struct SquareMetric {
  HWY_INLINE VF First(VF offset) const { return offset * offset; }
  HWY_INLINE VF Accumulate(VF offset, VF accumulated) const {
    return Fma(offset, offset, accumulated);
  }
};

struct ManhattanMetric {
  HWY_INLINE VF First(VF offset) const { return hn::Abs(offset); }
  HWY_INLINE VF Accumulate(VF offset, VF accumulated) const {
    return hn::Abs(offset) + accumulated;
  }
};

struct ChebyshevMetric {
  HWY_INLINE VF First(VF offset) const { return hn::Abs(offset); }
  HWY_INLINE VF Accumulate(VF offset, VF accumulated) const {
    return hn::Max(hn::Abs(offset), accumulated);
  }
};

struct AnyMetric {
  Metric metric;

  HWY_INLINE VF First(VF offset) const {
    return metric <= Metric::kEuclideanSquared ? offset * offset : hn::Abs(offset);
  }
  HWY_INLINE VF Accumulate(VF offset, VF accumulated) const {
    if (metric <= Metric::kEuclideanSquared) return SquareMetric().Accumulate(offset, accumulated);
    if (metric == Metric::kManhattan) return ManhattanMetric().Accumulate(offset, accumulated);
    return ChebyshevMetric().Accumulate(offset, accumulated);
  }
};

// Calls body(MetricType), which is thus compiled once for each metric.
template <class Body>
HWY_INLINE void WithMetric(Metric metric, const Body& body) {
  if (metric <= Metric::kEuclideanSquared) return body(SquareMetric());
  if (metric == Metric::kManhattan) return body(ManhattanMetric());
  body(ChebyshevMetric());
}

HWY_INLINE VF Distance(Metric metric, VF accumulated) {
  return metric == Metric::kEuclidean ? hn::Sqrt(accumulated) : accumulated;
}

// Computes the slope of the distance to a point at `offset` from the sample, with respect to the
// sample's position, along the first kAxes axes. The slope is 0 at distance 0; on a Chebyshev tie
// only the first axis counts.
template <int kAxes>
HWY_INLINE void DistanceSlope(Metric metric, VF distance, const VF* offset, VF* g) {
  const VF zero = hn::Zero(F32());
  if (metric == Metric::kEuclidean) {
    const VF inverse = hn::IfThenZeroElse(distance == zero, Broadcast(-1.0f) / distance);
    for (int a = 0; a < kAxes; ++a) g[a] = offset[a] * inverse;
  } else if (metric == Metric::kEuclideanSquared) {
    for (int a = 0; a < kAxes; ++a) g[a] = offset[a] * Broadcast(-2.0f);
  } else if (metric == Metric::kManhattan) {
    for (int a = 0; a < kAxes; ++a) g[a] = hn::Neg(Sign(offset[a]));
  } else {
    auto undecided = zero == zero;
    for (int a = 0; a < kAxes; ++a) {
      const auto is_longest = hn::And(undecided, hn::Abs(offset[a]) == distance);
      g[a] = hn::IfThenElseZero(is_longest, hn::Neg(Sign(offset[a])));
      undecided = hn::AndNot(is_longest, undecided);
    }
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
