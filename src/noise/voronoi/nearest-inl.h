// What is made of the feature points around a sample, the same for grids and for points anywhere.
//
// A Source calls body(candidate) for every feature point of the (2 reach + 1)^n cells around the
// samples, a sample a lane: source.template ForEachPoint<reach>(body). A candidate has
//   Offset(a)      from the sample, along axis a,
//   Joined()       all offsets joined by the metric (math/metric-inl.h),
//   Id()           cell-id's number, 0..1.
// A way of making says how far it looks: kReach, in cells; and kNearest: of how many of the nearest
// points it is made, 0 of all.
// kAxes is how many axes' slopes are wanted; Offset must have these, and all axes for edges.
//
// Based on: Steven Worley, "A Cellular Texture Basis Function", 1996. The edge distance: Inigo
// Quilez, "Voronoi edges", 2012. The smooth minima: Inigo Quilez, "Smooth Voronoi", 2014, and
// "Smooth minimum", 2013.
#include "noise/math/exp_log-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

#if defined(COBBLE_NOISE_VORONOI_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_NEAREST_INL_H_
#undef COBBLE_NOISE_VORONOI_NEAREST_INL_H_
#else
#define COBBLE_NOISE_VORONOI_NEAREST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// What is made of the nearest points alone. A Kind has Found<kAxes>: what is known of the points
// seen so far, to which Add(candidate) adds one, of which Each(body) calls body(number) for all
// that is not Made yet, and of which Made(args) makes the result.
template <class Kind>
struct OfNearest {
  static constexpr int kReach = 1;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Make(const VoronoiArgs& args, const Source& source) {
    typename Kind::template Found<kAxes> found;
    source.template ForEachPoint<1>([&](const auto& candidate) { found.Add(candidate); });
    return found.Made(args);
  }
};

// F1.
struct FirstOnly : OfNearest<FirstOnly> {
  static constexpr int kNearest = 1;

  template <int kAxes>
  struct Found {
    static constexpr int kNumbers = 1 + kAxes;
    Seen<kAxes> first;

    HWY_INLINE Found() {}  // not implicit: it would not be compiled for the target
    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      if constexpr (kAxes == 0) {
        first.accumulated = hn::Min(first.accumulated, candidate.Accumulated());
      } else {
        const auto seen = See<kAxes>(candidate);
        first.Take(seen.accumulated < first.accumulated, seen);
      }
    }
    template <class Body>
    HWY_INLINE void Each(const Body& body) {
      first.Each(body);
    }
    HWY_INLINE Jet<kAxes> Made(const VoronoiArgs& args) const {
      return LimitedDistance<kAxes>(args.metric, first);
    }
  };
};

// What becomes of F1 and F2, by the sum, product and quotient rules.
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
      const auto none = f2.v == zero;
      out.v = hn::IfThenZeroElse(none, f1.v / f2.v);
      for (int a = 0; a < kAxes; ++a)
        out.g[a] = hn::IfThenZeroElse(none, Fma(hn::Neg(out.v), f2.g[a], f1.g[a]) / f2.v);
      break;
    }
    case VoronoiFunction::kF2:
    case VoronoiFunction::kF1:  // from here on: made by kernels of their own
    case VoronoiFunction::kEdge:
    case VoronoiFunction::kCellId:
      break;
  }
  return out;
}

// F2 and what is made of both.
struct FirstTwo : OfNearest<FirstTwo> {
  static constexpr int kNearest = 2;

  template <int kAxes>
  struct Found {
    static constexpr int kNumbers = 2 * (1 + kAxes);
    Seen<kAxes> first, second;

    HWY_INLINE Found() {}
    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      if constexpr (kAxes == 0) {
        const VF accumulated = candidate.Accumulated();
        second.accumulated = hn::Min(second.accumulated, hn::Max(first.accumulated, accumulated));
        first.accumulated = hn::Min(first.accumulated, accumulated);
      } else {
        const auto seen = See<kAxes>(candidate);
        const MF leads = seen.accumulated < first.accumulated;
        second.Take(seen.accumulated < second.accumulated, seen);
        second.Take(leads, first);
        first.Take(leads, seen);
      }
    }
    template <class Body>
    HWY_INLINE void Each(const Body& body) {
      first.Each(body);
      second.Each(body);
    }
    HWY_INLINE Jet<kAxes> Made(const VoronoiArgs& args) const {
      return Combine<kAxes>(args.function, LimitedDistance<kAxes>(args.metric, first),
                            LimitedDistance<kAxes>(args.metric, second));
    }
  };
};

// The number of the nearest point; slope 0.
struct CellId : OfNearest<CellId> {
  static constexpr int kNearest = 1;

  template <int kAxes>
  struct Found {
    static constexpr int kNumbers = 1;
    VF first = Broadcast(kBeyond);
    VF id = hn::Zero(F32());

    HWY_INLINE Found() {}
    template <class Candidate>
    HWY_INLINE void Add(const Candidate& candidate) {
      const VF accumulated = candidate.Accumulated();
      const MF leads = accumulated < first;
      first = hn::IfThenElse(leads, accumulated, first);
      id = hn::IfThenElse(leads, candidate.Id(), id);
    }
    template <class Body>
    HWY_INLINE void Each(const Body& body) {
      body(id);
    }
    HWY_INLINE Jet<kAxes> Made(const VoronoiArgs&) const {
      Jet<kAxes> jet;
      jet.v = id;
      for (VF& g : jet.g) g = hn::Zero(F32());
      return jet;
    }
  };
};

// The distance to the wall of the nearest point's cell: of all planes halfway to another point, the
// nearest. Its slope is the plane's normal.
struct Edge {
  static constexpr int kReach = 2, kNearest = 0;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Make(const VoronoiArgs&, const Source& source) {
    constexpr int kDims = Source::kDims;
    const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
    Seen<kDims> nearest;
    source.template ForEachPoint<1>([&](const auto& candidate) {
      const auto seen = See<kDims>(candidate);
      nearest.Take(seen.accumulated < nearest.accumulated, seen);
    });
    Jet<kAxes> wall;
    wall.v = Broadcast(kBeyond);
    for (VF& g : wall.g) g = zero;
    source.template ForEachPoint<2>([&](const auto& candidate) {
      VF across[kDims];
      VF square = zero, both = zero;
      for (int a = 0; a < kDims; ++a) {
        const VF q = candidate.Offset(a);
        across[a] = q - nearest.offset[a];
        square = Fma(across[a], across[a], square);
        both = Fma(q + nearest.offset[a], across[a], both);
      }
      const VF inverse = one / hn::Sqrt(square);
      const VF distance = both * Broadcast(0.5f) * inverse;
      // Nearer than rounding can tell is at the same place.
      const MF leads = hn::And(square > Broadcast(1e-12f), distance < wall.v);
      wall.v = hn::IfThenElse(leads, distance, wall.v);
      for (int a = 0; a < kAxes; ++a)
        wall.g[a] = hn::IfThenElse(leads, hn::Neg(across[a]) * inverse, wall.g[a]);
    });
    const MF inside = hn::And(wall.v >= zero, wall.v <= one);
    for (int a = 0; a < kAxes; ++a) wall.g[a] = hn::IfThenElseZero(inside, wall.g[a]);
    wall.v = hn::Min(hn::Max(wall.v, zero), one);
    return wall;
  }
};

// A smooth minimum on its way out: limited to 0..1, then S.
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

// A candidate's distance and slope.
template <int kAxes, class Candidate>
HWY_INLINE Jet<kAxes> DistanceTo(const Candidate& candidate) {
  const auto seen = See<kAxes>(candidate);
  Jet<kAxes> jet;
  jet.v = hn::Sqrt(seen.accumulated);
  if constexpr (kAxes > 0) DistanceSlope<kAxes>(Metric::kEuclidean, jet.v, seen.offset, jet.g);
  return jet;
}

// -ln(sum exp(-10 d)) / 10, relative to the least d, so that nothing under- or overflows.
struct LogSumExp {
  static constexpr int kReach = 2, kNearest = 0;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Make(const VoronoiArgs&, const Source& source) {
    VF minimum = Broadcast(kBeyond);
    source.template ForEachPoint<2>(
        [&](const auto& candidate) { minimum = hn::Min(minimum, candidate.Accumulated()); });
    minimum = hn::Sqrt(minimum);
    VF sum = hn::Zero(F32());
    Jet<kAxes> jet;
    for (VF& g : jet.g) g = hn::Zero(F32());
    source.template ForEachPoint<2>([&](const auto& candidate) {
      const auto d = DistanceTo<kAxes>(candidate);
      const VF weight = Exp((minimum - d.v) * Broadcast(10.0f));
      sum = sum + weight;
      for (int a = 0; a < kAxes; ++a) jet.g[a] = Fma(weight, d.g[a], jet.g[a]);
    });
    jet.v = Fma(Log(sum), Broadcast(-0.1f), minimum);
    for (int a = 0; a < kAxes; ++a) jet.g[a] = jet.g[a] / sum;
    return Smoothed<kAxes>(jet);
  }
};

// A polynomial smooth minimum of one distance after another.
struct PolynomialMinimum {
  static constexpr int kReach = 2, kNearest = 0;

  template <int kAxes, class Source>
  static HWY_INLINE Jet<kAxes> Make(const VoronoiArgs&, const Source& source) {
    Jet<kAxes> b;
    b.v = Broadcast(2.0f);
    for (VF& g : b.g) g = hn::Zero(F32());
    source.template ForEachPoint<2>([&](const auto& candidate) {
      const auto d = DistanceTo<kAxes>(candidate);
      const VF gap = b.v - d.v;
      const VF h = hn::Max(Fma(hn::Abs(gap), Broadcast(-4.0f), Broadcast(1.0f)), hn::Zero(F32()));
      // b = min(b, d) - h^2 / 16, and h' = -4 sign(gap) (b' - d') where h > 0.
      b.v = Fma(h * h, Broadcast(-1.0f / 16), hn::Min(b.v, d.v));
      const MF falls = gap > hn::Zero(F32());
      const VF pull = h * Sign(gap) * Broadcast(0.5f);
      for (int a = 0; a < kAxes; ++a) {
        const VF nearer = hn::IfThenElse(falls, d.g[a], b.g[a]);
        b.g[a] = Fma(pull, b.g[a] - d.g[a], nearer);
      }
    });
    return Smoothed<kAxes>(b);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
