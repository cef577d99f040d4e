// A feature point relative to a sample, and its distance, for voronoi and cell noise; the few
// smallest of many distances, for cutoffs.
#pragma once

#include "noise/math/metric-inl.h"
#include "noise/sampling/points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Sentinel: exceeds every accumulated offset and every offset of a real point.
inline constexpr float kSentinelDistance = 1e9f;

// Returns the accumulated offsets beyond which points do not matter: the limit of distances, with a
// margin for the square root's rounding.
template <class Args>
float MaxAccumulated(const Args& args) {
  if (args.is_of_nearest()) return kSentinelDistance;
  return 1.001f * (args.metric == Metric::kEuclidean ? args.limit * args.limit : args.limit);
}

// The kCount smallest numbers so far, in each lane.
template <int kCount>
struct Smallest {
  VF f[kCount];

  HWY_INLINE Smallest() {
    for (VF& each : f) each = Broadcast(kSentinelDistance);
  }
  HWY_INLINE void Add(VF number) {
    for (int m = kCount - 1; m > 0; --m) f[m] = hn::Min(f[m], hn::Max(f[m - 1], number));
    f[0] = hn::Min(f[0], number);
  }
  // Returns the kCount-th smallest number of all lanes, or a larger one if there are ties: equal
  // numbers in different lanes count once.
  HWY_INLINE VF OfAllLanes() const {
    const F32 d;
    Smallest left = *this;
    for (int n = 1; n < kCount; ++n) {
      const MF is_smallest = left.f[0] == hn::MinOfLanes(d, left.f[0]);
      for (int m = 0; m + 1 < kCount; ++m)
        left.f[m] = hn::IfThenElse(is_smallest, left.f[m + 1], left.f[m]);
      left.f[kCount - 1] =
          hn::IfThenElse(is_smallest, Broadcast(kSentinelDistance), left.f[kCount - 1]);
    }
    return hn::MinOfLanes(d, left.f[0]);
  }
};

// A feature point, one per lane: its accumulated offsets (math/metric-inl.h) and its offsets from
// the sample along the first kAxes axes. Initially a sentinel: every real point is nearer.
template <int kAxes>
struct FeaturePoint {
  VF accumulated = Broadcast(kSentinelDistance);
  VF offset[kAxes > 0 ? kAxes : 1];

  HWY_INLINE FeaturePoint() {
    for (VF& each : offset) each = hn::Zero(F32());
  }
  HWY_INLINE void ReplaceWhere(MF mask, const FeaturePoint& other) {
    accumulated = hn::IfThenElse(mask, other.accumulated, accumulated);
    for (int a = 0; a < kAxes; ++a) offset[a] = hn::IfThenElse(mask, other.offset[a], offset[a]);
  }
  // Calls body(value) for each of the point's 1 + kAxes values, to store or load it.
  template <class Body>
  HWY_INLINE void ForEachValue(const Body& body) {
    body(accumulated);
    for (int a = 0; a < kAxes; ++a) body(offset[a]);
  }
};

// The kCount nearest points so far, nearest first. Of points at the same distance, the first
// counts.
template <int kCount, int kValues>
struct NearestPoints {
  FeaturePoint<kValues> f[kCount];

  HWY_INLINE NearestPoints() {}  // an implicit one would not be compiled for the SIMD target
  HWY_INLINE void Add(const FeaturePoint<kValues>& point) {
    if constexpr (kValues == 0) {
      for (int m = kCount - 1; m > 0; --m)
        f[m].accumulated =
            hn::Min(f[m].accumulated, hn::Max(f[m - 1].accumulated, point.accumulated));
      f[0].accumulated = hn::Min(f[0].accumulated, point.accumulated);
    } else {
      for (int m = kCount - 1; m > 0; --m) {
        f[m].ReplaceWhere(point.accumulated < f[m].accumulated, point);
        f[m].ReplaceWhere(point.accumulated < f[m - 1].accumulated, f[m - 1]);
      }
      f[0].ReplaceWhere(point.accumulated < f[0].accumulated, point);
    }
  }
  HWY_INLINE VF last() const { return f[kCount - 1].accumulated; }
};

// The result of a search: the lanes of `undecided` need a search of all cells.
template <int kSlopes>
struct Found {
  Jet<kSlopes> jet;
  MF undecided;
};

HWY_INLINE MF NoLanes() { return hn::Zero(F32()) != hn::Zero(F32()); }

// Evaluates a candidate. A Candidate has Offset(a), the offset from the sample along axis a, and
// Accumulated(), all offsets accumulated by the metric.
template <int kAxes, class Candidate>
HWY_INLINE FeaturePoint<kAxes> EvaluatePoint(const Candidate& candidate) {
  FeaturePoint<kAxes> point;
  point.accumulated = candidate.Accumulated();
  for (int a = 0; a < kAxes; ++a) point.offset[a] = candidate.Offset(a);
  return point;
}

// Returns a point's distance, at most `limit`, with its slope: 0 at and beyond the limit, so that
// points there do not matter.
template <int kAxes>
HWY_INLINE Jet<kAxes> LimitedDistance(Metric metric, VF limit, const FeaturePoint<kAxes>& point) {
  Jet<kAxes> jet;
  const VF distance = Distance(metric, point.accumulated);
  jet.v = hn::Min(distance, limit);
  if constexpr (kAxes > 0) {
    DistanceSlope<kAxes>(metric, distance, point.offset, jet.g);
    for (VF& g : jet.g) g = hn::IfThenElseZero(distance < limit, g);
  }
  return jet;
}

// Limits a value to 0..limit; its slope is 0 beyond.
template <int kAxes>
HWY_INLINE Jet<kAxes> LimitedTo(VF limit, Jet<kAxes> jet) {
  const VF zero = hn::Zero(F32());
  const MF inside = hn::And(jet.v >= zero, jet.v <= limit);
  for (int a = 0; a < kAxes; ++a) jet.g[a] = hn::IfThenElseZero(inside, jet.g[a]);
  jet.v = hn::Min(hn::Max(jet.v, zero), limit);
  return jet;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
