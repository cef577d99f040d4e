// Distances, in two stages: Join folds one axis' offset into what the axes before have made, and
// Finish makes the distance of it. Between the two lies a number that grows with the distance, so
// that the nearest can be found without a root.
//
// A Metric here is a type with Join(offset, rest) and First(offset); AnyMetric decides at run time.
#include "cobble/enums.h"
#include "core/simd-inl.h"
#include "noise/math/vectors-inl.h"

#if defined(COBBLE_NOISE_MATH_METRIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_METRIC_INL_H_
#undef COBBLE_NOISE_MATH_METRIC_INL_H_
#else
#define COBBLE_NOISE_MATH_METRIC_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Both euclidean metrics: sums of squares.
struct SquareMetric {
  HWY_INLINE VF First(VF offset) const { return offset * offset; }
  HWY_INLINE VF Accumulate(VF offset, VF rest) const { return Fma(offset, offset, rest); }
};

struct ManhattanMetric {
  HWY_INLINE VF First(VF offset) const { return hn::Abs(offset); }
  HWY_INLINE VF Accumulate(VF offset, VF rest) const { return hn::Abs(offset) + rest; }
};

struct ChebyshevMetric {
  HWY_INLINE VF First(VF offset) const { return hn::Abs(offset); }
  HWY_INLINE VF Accumulate(VF offset, VF rest) const { return hn::Max(hn::Abs(offset), rest); }
};

struct AnyMetric {
  Metric metric;

  HWY_INLINE VF First(VF offset) const {
    return metric <= Metric::kEuclideanSquared ? offset * offset : hn::Abs(offset);
  }
  HWY_INLINE VF Accumulate(VF offset, VF rest) const {
    if (metric <= Metric::kEuclideanSquared) return SquareMetric().Accumulate(offset, rest);
    if (metric == Metric::kManhattan) return ManhattanMetric().Accumulate(offset, rest);
    return ChebyshevMetric().Accumulate(offset, rest);
  }
};

// body(the metric as a type of its own).
template <class Body>
HWY_INLINE void WithMetric(Metric metric, const Body& body) {
  if (metric <= Metric::kEuclideanSquared) return body(SquareMetric());
  if (metric == Metric::kManhattan) return body(ManhattanMetric());
  body(ChebyshevMetric());
}

HWY_INLINE VF FinishDistance(Metric metric, VF accumulated) {
  return metric == Metric::kEuclidean ? hn::Sqrt(accumulated) : accumulated;
}

// The slope of a distance to a point at `offset`, along the first kAxes axes: 0 at distance 0. On a
// chebyshev tie the first axis counts.
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
    auto open = zero == zero;
    for (int a = 0; a < kAxes; ++a) {
      const auto leads = hn::And(open, hn::Abs(offset[a]) == distance);
      g[a] = hn::IfThenElseZero(leads, hn::Neg(Sign(offset[a])));
      open = hn::AndNot(leads, open);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
