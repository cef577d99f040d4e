// The functions of Voronoi noise, on grids and elsewhere: from feature points to value and slope.
//
// A Source enumerates points: source.ForEachPoint(reach, body) calls body(candidate) for every
// point of the (2 reach + 1)^n cells around the samples, one sample per lane. A candidate has
//   Offset(a)      the offset from the sample along axis a
//   Accumulated()  all offsets accumulated by the metric (math/metric-inl.h)
//   Carried()      the point's cell-id, 0..1, or its offset along the axis of u, v or w
// A Function has
//   kNearestCount                 the number of nearest points that it depends on; 0: it varies
//   kIsNearby                     whether it varies, but these are near the sample: edge, poly
//   Evaluate<kAxes>(args, source) the result; kAxes: the number of axes whose slopes are needed
// Offset must be defined for these axes, and for all Source::kDims axes if Edge is evaluated.
// Unless it depends on all points, it also has, for culling:
//   kListCount, kCullRange        points are kept up to kCullRange beyond a distance where each
//                                 sample has kListCount points; the range was found by measurement
// A function of nearby points may need points beyond the cutoff. It has
//   EvaluateWithin<kAxes>(source, covered)
//                                 like Evaluate, for decided lanes. In: a source that may lack
//                                 points farther than `covered` from a sample, and may have such
//                                 points of cells out of reach; covered <= 2
//
// Based on: Steven Worley, "A Cellular Texture Basis Function", 1996. The edge distance: Inigo
// Quilez, "Voronoi edges", 2012. The smooth minima: Inigo Quilez, "Smooth Voronoi", 2014, and
// "Smooth minimum", 2013.
#pragma once

#include "noise/math/exp_log-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A margin of distances, far above their rounding errors.
inline constexpr float kCoverMargin = 0x1p-10f;

// Base of the functions that depend only on the nearest points. A Derived has Nearest<kAxes>, the
// nearest points so far, with
//   Add(candidate)       updates the nearest points
//   ForEachResult(body)  calls body(result) for each of the kResults numbers that Result needs, to
//                        store or load it
//   last()               the accumulated offsets of the last of them
//   Result(args)         the function's value and slope
template <class Derived>
struct NearestFunction {
  static constexpr bool kIsNearby = false;
  static constexpr float kCullRange = 0;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Evaluate(const VoronoiArgs& args, const Source& source) {
    typename Derived::template Nearest<kAxes> nearest;
    source.ForEachPoint(args.reach(), [&](const auto& candidate) { nearest.Add(candidate); });
    return nearest.Result(args);
  }
};

// The functions of F1 and F2; slopes by the sum, product and quotient rules.
template <int kAxes>
HWY_INLINE Jet<kAxes> Combine(VoronoiFunction function, const Jet<kAxes>& f1,
                              const Jet<kAxes>& f2) {
  Jet<kAxes> out = f2;
  const VF half = Broadcast(0.5f), zero = hn::Zero(F32());
  switch (function) {
    case VoronoiFunction::kDifference:
      out.v = f2.v - f1.v;
      for (int a = 0; a < kAxes; ++a) out.g[a] = f2.g[a] - f1.g[a];
      break;
    case VoronoiFunction::kMean:
      out.v = (f1.v + f2.v) * half;
      for (int a = 0; a < kAxes; ++a) out.g[a] = (f1.g[a] + f2.g[a]) * half;
      break;
    case VoronoiFunction::kProduct:
      out.v = f1.v * f2.v;
      for (int a = 0; a < kAxes; ++a) out.g[a] = Fma(f1.g[a], f2.v, f1.v * f2.g[a]);
      break;
    case VoronoiFunction::kQuotient: {
      const auto is_zero = f2.v == zero;
      out.v = hn::IfThenZeroElse(is_zero, f1.v / f2.v);
      for (int a = 0; a < kAxes; ++a)
        out.g[a] = hn::IfThenZeroElse(is_zero, Fma(hn::Neg(out.v), f2.g[a], f1.g[a]) / f2.v);
      break;
    }
    case VoronoiFunction::kF2:
    case VoronoiFunction::kF1:  // kF1 and those below are never combined
    case VoronoiFunction::kEdge:
    case VoronoiFunction::kCellId:
    case VoronoiFunction::kU:
    case VoronoiFunction::kV:
    case VoronoiFunction::kW:
      break;
  }
  return out;
}

// Functions of the kCount nearest distances: F1, or F2, F2-F1, F1+F2, F1*F2 and F1/F2.
template <int kCount>
struct OfDistances : NearestFunction<OfDistances<kCount>> {
  static constexpr int kNearestCount = kCount, kListCount = kCount;

  template <int kAxes>
  struct Nearest : NearestPoints<kCount, kAxes> {
    static constexpr int kResults = kCount * (1 + kAxes);

    HWY_INLINE Nearest() {}
    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      NearestPoints<kCount, kAxes>::Add(EvaluatePoint<kAxes>(candidate));
    }
    template <class Body>
    HWY_INLINE void ForEachResult(const Body& body) {
      for (auto& point : this->f) point.ForEachValue(body);
    }
    HWY_INLINE Jet<kAxes> Result(const VoronoiArgs& args) const {
      const VF limit = Broadcast(args.limit);
      const auto f1 = LimitedDistance<kAxes>(args.metric, limit, this->f[0]);
      if constexpr (kCount == 1)
        return f1;
      else
        return Combine<kAxes>(args.function, f1,
                              LimitedDistance<kAxes>(args.metric, limit, this->f[1]));
    }
  };
};
using FirstOnly = OfDistances<1>;
using FirstTwo = OfDistances<2>;

// A property of the nearest point: its cell-id, whose slope is 0, or the offset of the sample from
// it along an axis, whose slope along that axis is 1 (AddUnitSlope).
struct OfNearest : NearestFunction<OfNearest> {
  static constexpr int kNearestCount = 1, kListCount = 1;

  template <int kAxes>
  struct Nearest : NearestPoints<1, 1> {
    static constexpr int kResults = 1;

    HWY_INLINE Nearest() {}
    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      FeaturePoint<1> point;
      point.accumulated = candidate.Accumulated();
      point.offset[0] = candidate.Carried();
      NearestPoints<1, 1>::Add(point);
    }
    template <class Body>
    HWY_INLINE void ForEachResult(const Body& body) {
      body(f[0].offset[0]);
    }
    HWY_INLINE Jet<kAxes> Result(const VoronoiArgs& args) const {
      const VF carried = f[0].offset[0];
      Jet<kAxes> jet;
      jet.v = args.offset_axis() < 0 ? carried : hn::Neg(carried);
      for (VF& g : jet.g) g = hn::Zero(F32());
      return jet;
    }
  };
};

// Returns the accumulated distance of points that are farther than others by `range`.
HWY_INLINE VF FartherBy(float range, VF accumulated) {
  const VF distance = hn::Sqrt(accumulated) + Broadcast(range);
  return distance * distance;
}

// The distance to the edge of the nearest point's Voronoi cell: to the nearest of the planes
// halfway between that point and each other point. The slope is the plane's normal.
struct Edge {
  static constexpr int kNearestCount = 0, kListCount = 2;
  static constexpr bool kIsNearby = true;
  static constexpr float kCullRange = 0.15f;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Evaluate(const VoronoiArgs&, const Source& source) {
    return LimitedTo(Broadcast(1.0f), Search<kAxes>(source, 2).edge);
  }

  // With p the nearest point, the plane of a point q is at least (|q| - |p|) / 2 away. So no point
  // beyond |p| + 2 v matters, where v is the distance found.
  template <int kAxes, class Source>
  static HWY_INLINE Found<kAxes> EvaluateWithin(const Source& source, VF covered) {
    const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
    const auto [nearest, edge] = Search<kAxes>(source, 1);
    const VF needed = Fma(hn::Max(edge.v, zero), Broadcast(2.0f), hn::Sqrt(nearest.accumulated));
    // Points outside the 3^n cells are at least 1 away, and cannot be p.
    const MF decided = hn::And(nearest.accumulated < one - Broadcast(kCoverMargin),
                               needed < covered - Broadcast(kCoverMargin));
    return {LimitedTo(one, edge), hn::Not(decided)};
  }

 private:
  template <int kAxes, int kDims>
  struct Sides {
    FeaturePoint<kDims> nearest;
    Jet<kAxes> edge;
  };

  // In: the number of cells to search for the second point of a plane, on each side.
  template <int kAxes, class Source>
  static HWY_INLINE Sides<kAxes, Source::kDims> Search(const Source& source, int reach) {
    constexpr int kDims = Source::kDims;
    const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
    FeaturePoint<kDims> nearest;
    source.ForEachPoint(1, [&](const auto& candidate) {
      const auto point = EvaluatePoint<kDims>(candidate);
      nearest.ReplaceWhere(point.accumulated < nearest.accumulated, point);
    });
    Jet<kAxes> edge;
    edge.v = Broadcast(kSentinelDistance);
    for (VF& g : edge.g) g = zero;
    source.ForEachPoint(reach, [&](const auto& candidate) {
      VF between[kDims];             // from the nearest point to this one
      VF square = zero, dot = zero;  // |between|^2; (q + nearest) . between
      for (int a = 0; a < kDims; ++a) {
        const VF q = candidate.Offset(a);
        between[a] = q - nearest.offset[a];
        square = Fma(between[a], between[a], square);
        dot = Fma(q + nearest.offset[a], between[a], dot);
      }
      const VF inverse = one / hn::Sqrt(square);
      const VF distance = dot * Broadcast(0.5f) * inverse;
      // Skip the nearest point itself, and points that coincide with it up to rounding.
      const MF is_nearer = hn::And(square > Broadcast(1e-12f), distance < edge.v);
      edge.v = hn::IfThenElse(is_nearer, distance, edge.v);
      for (int a = 0; a < kAxes; ++a)
        edge.g[a] = hn::IfThenElse(is_nearer, hn::Neg(between[a]) * inverse, edge.g[a]);
    });
    return {nearest, edge};
  }
};

// The last step of the smooth minima: clamps to 0..1, then applies S(v) = v^2 (3 - 2 v).
template <int kAxes>
HWY_INLINE Jet<kAxes> Smoothed(Jet<kAxes> jet) {
  const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
  const MF inside = hn::And(jet.v >= zero, jet.v <= one);
  const VF v = hn::Min(hn::Max(jet.v, zero), one);
  const VF factor = Broadcast(6.0f) * Fma(hn::Neg(v), v, v);
  jet.v = v * v * Fma(v, Broadcast(-2.0f), Broadcast(3.0f));
  for (int a = 0; a < kAxes; ++a) jet.g[a] = hn::IfThenElseZero(inside, factor * jet.g[a]);
  return jet;
}

template <int kAxes, class Candidate>
HWY_INLINE Jet<kAxes> DistanceTo(const Candidate& candidate) {
  const auto point = EvaluatePoint<kAxes>(candidate);
  Jet<kAxes> jet;
  jet.v = hn::Sqrt(point.accumulated);
  if constexpr (kAxes > 0) DistanceSlope<kAxes>(Metric::kEuclidean, jet.v, point.offset, jet.g);
  return jet;
}

// -ln(sum exp(-10 d)) / 10, computed relative to the smallest d to avoid underflow and overflow.
struct LogSumExp {
  static constexpr int kNearestCount = 0;
  static constexpr bool kIsNearby = false;
  // Points that are farther than the nearest one by more than this add nothing. Departs: each of
  // them would add at most e^-18, less than 2^-25, to a sum of at least 1.
  static constexpr float kRange = 1.8f;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Evaluate(const VoronoiArgs&, const Source& source) {
    VF minimum = Broadcast(kSentinelDistance);
    source.ForEachPoint(
        2, [&](const auto& candidate) { minimum = hn::Min(minimum, candidate.Accumulated()); });
    minimum = hn::Sqrt(minimum);
    const VF maximum = minimum + Broadcast(kRange), beyond = maximum + Broadcast(kCoverMargin);
    const VF far = beyond * beyond;
    VF sum = hn::Zero(F32());
    Jet<kAxes> jet;
    for (VF& g : jet.g) g = hn::Zero(F32());
    source.ForEachPoint(2, [&](const auto& candidate) {
      if (hn::AllTrue(F32(), candidate.Accumulated() > far)) return;
      const auto d = DistanceTo<kAxes>(candidate);
      const VF weight = hn::IfThenElseZero(d.v <= maximum, Exp((minimum - d.v) * Broadcast(10.0f)));
      sum = sum + weight;
      for (int a = 0; a < kAxes; ++a) jet.g[a] = Fma(weight, d.g[a], jet.g[a]);
    });
    jet.v = Fma(Log(sum), Broadcast(-0.1f), minimum);
    for (int a = 0; a < kAxes; ++a) jet.g[a] = jet.g[a] / sum;
    return Smoothed<kAxes>(jet);
  }
};

// A polynomial smooth minimum, applied to the distances one by one. A point nearer than the minimum
// b so far by kWidth replaces b, without a trace of earlier points; one farther by kWidth leaves b.
struct PolynomialMinimum {
  static constexpr int kNearestCount = 0, kListCount = 1;
  static constexpr bool kIsNearby = true;
  static constexpr float kCullRange = 1;
  static constexpr float kWidth = 0.25f;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Evaluate(const VoronoiArgs&, const Source& source) {
    Fold<kAxes> fold(Broadcast(2.0f));
    source.ForEachPoint(2, [&](const auto& candidate) { fold.Add(candidate); });
    return fold.Result();
  }

  // b starts so low that points that the source may lack change nothing. From 2, with all points, b
  // is never lower, since each step increases with the b before. So a point that replaces the low b
  // also replaces the other, and both are then equal.
  template <int kAxes, class Source>
  static HWY_INLINE Found<kAxes> EvaluateWithin(const Source& source, VF covered) {
    Fold<kAxes> fold(covered - Broadcast(kWidth + kCoverMargin));
    source.ForEachPoint(1, [&](const auto& candidate) { fold.Add(candidate); });
    return {fold.Result(), hn::Not(fold.is_replaced())};
  }

 private:
  template <int kAxes>
  class Fold {
   public:
    explicit HWY_INLINE Fold(VF start) : is_replaced_(start != start) {
      b_.v = start;
      for (VF& g : b_.g) g = hn::Zero(F32());
    }

    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      const VF beyond = b_.v + Broadcast(kWidth + kCoverMargin);
      if (hn::AllTrue(F32(), candidate.Accumulated() > beyond * beyond)) return;
      const auto d = DistanceTo<kAxes>(candidate);
      const VF gap = b_.v - d.v;
      const VF h = hn::Max(Fma(hn::Abs(gap), Broadcast(-1 / kWidth), Broadcast(1.0f)), zero());
      is_replaced_ = hn::Or(is_replaced_, gap > Broadcast(kWidth + kCoverMargin));
      // b = min(b, d) - h^2 / 16, and h' = -4 sign(gap) (b' - d') where h > 0.
      b_.v = Fma(h * h, Broadcast(-1.0f / 16), hn::Min(b_.v, d.v));
      const MF is_nearer = gap > zero();
      const VF pull = h * Sign(gap) * Broadcast(0.5f);
      for (int a = 0; a < kAxes; ++a) {
        const VF nearer = hn::IfThenElse(is_nearer, d.g[a], b_.g[a]);
        b_.g[a] = Fma(pull, b_.g[a] - d.g[a], nearer);
      }
    }

    // Returns whether a point has replaced b, with a margin for rounding.
    HWY_INLINE MF is_replaced() const { return is_replaced_; }

    HWY_INLINE Jet<kAxes> Result() const {
      Jet<kAxes> b = b_;
      // Points without effect may still turn -0 into 0.
      for (int a = 0; a < kAxes; ++a) b.g[a] = b.g[a] + zero();
      return Smoothed<kAxes>(b);
    }

   private:
    static HWY_INLINE VF zero() { return hn::Zero(F32()); }

    Jet<kAxes> b_;
    MF is_replaced_;
  };
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
