// Cell noise in affine frames (rotated grids) and at points. Groups of samples share lists of
// nearby points (sampling/groups-inl.h). Where cubes are too small for that, each lane searches the
// cubes around its sample.
//
// This search starts with the sample's cube and skips cubes farther than the nearest points so far.
// Of points at the same distance, which is a rounding accident, the first one found counts.
#pragma once

#include "noise/cell/cubes.h"
#include "noise/cell/nearest-inl.h"
#include "noise/math/hash-inl.h"
#include "noise/sampling/groups-inl.h"
#include "noise/sampling/points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns r / 2^32, rounded to the nearest float: both halves are exact, their sum is rounded once.
HWY_INLINE VF UnitFloat(VU r) {
  const I32 d;
  const VF high = hn::ConvertTo(F32(), hn::BitCast(d, hn::ShiftRight<16>(r)));
  const VF low = hn::ConvertTo(F32(), hn::BitCast(d, hn::And(r, hn::Set(U32(), 0xFFFF))));
  return high * Broadcast(0x1p-16f) + low * Broadcast(0x1p-32f);
}

HWY_INLINE VU Advance(const RandomSteps& steps, VU r) {
  const U32 d;
  return r * hn::Set(d, steps.factor) + hn::Set(d, steps.addend);
}

// Tests which cubes have a point: number 0 always exists, number p if the cube's first random
// number reaches threshold p - 1 (CellArgs::thresholds). Subtracts 2^31 and compares signed
// numbers, since not all SIMD targets compare unsigned ones.
class PointExists {
 public:
  HWY_INLINE PointExists(const CellArgs& args, VU start)
      : args_(args),
        first_(hn::BitCast(
            I32(), hn::Xor(Advance(kRandomSteps[1], start), hn::Set(U32(), 0x80000000u)))) {}

  HWY_INLINE hn::Mask<I32> operator()(int p) const {
    if (p == 0) return first_ == first_;
    if (p == kMaxCubePoints) return first_ != first_;
    const uint64_t threshold = args_.thresholds[static_cast<std::size_t>(p - 1)];
    const auto below = static_cast<int32_t>(static_cast<uint32_t>(threshold - 1) ^ 0x80000000u);
    return first_ > hn::Set(I32(), below);
  }

 private:
  const CellArgs& args_;
  const VI first_;
};

// Searches the cubes around a vector of samples, one per lane.
template <int kDims, int kSlopes, bool kOfNearest, int kCount>
class CubeSearch {
 public:
  using Nearest = NearestPoints<kCount, kCarriedCount<kSlopes, kOfNearest>>;

  HWY_INLINE CubeSearch(const CellArgs& args, const Octave& octave, const VI* index,
                        const VF* fraction)
      : args_(args),
        octave_(octave),
        metric_{args.metric},
        reach_(args.reach(0)),
        max_accumulated_(MaxAccumulated(args)) {
    for (int a = 0; a < kDims; ++a) {
      index_[a] = index[a];
      fraction_[a] = fraction[a];
    }
  }

  HWY_INLINE Nearest FindNearest() {
    VF corner[kDims];
    SearchAxis<0>(hn::Set(U32(), octave_.seed), corner, hn::Zero(F32()));
    return nearest_;
  }

 private:
  // Loops over the cubes along kAxis and later axes, nearest first. Along earlier axes, `corner` is
  // the offset of the current cubes' lower corner from the sample, and `near` the accumulated
  // offsets of their nearest sides, a lower bound for their points.
  template <int kAxis>
  HWY_INLINE void SearchAxis(VU accumulator, VF* corner, VF near) {
    if constexpr (kAxis == kDims) {
      SearchCube(accumulator, corner);
    } else {
      // 0, -1, 1, -2, 2, ..
      for (int shift = 0; shift >= -reach_; shift = shift < 0 ? -shift : -shift - 1) {
        const VF side = metric_.Accumulate(MinOffset(fraction_[kAxis], shift), near);
        const VF maximum = hn::Min(nearest_.last(), Broadcast(max_accumulated_));
        if (hn::AllTrue(F32(), side > maximum)) continue;
        const VI index = ShiftIndex(index_[kAxis], shift, octave_.period[kAxis]);
        corner[kAxis] = Broadcast(static_cast<float>(shift)) - fraction_[kAxis];
        SearchAxis<kAxis + 1>(Eat(accumulator, hn::BitCast(U32(), index)), corner, side);
      }
    }
  }

  // Returns the offset of the nearest side of a cube `shift` away, minus a margin for rounding.
  static HWY_INLINE VF MinOffset(VF fraction, int shift) {
    const VF zero = hn::Zero(F32());
    if (shift == 0) return zero;
    const VF gap = shift < 0 ? fraction + Broadcast(static_cast<float>(-shift - 1))
                             : Broadcast(static_cast<float>(shift)) - fraction;
    return hn::Max(gap - Broadcast(0x1p-20f), zero);
  }

  HWY_INLINE void SearchCube(VU accumulator, const VF* corner) {
    const I32 di;
    const VU start = Avalanche(accumulator);
    const PointExists point_exists(args_, start);
    for (int p = 0;; ++p) {
      const auto exists = point_exists(p);
      if (hn::AllFalse(di, exists)) return;
      VF offset[kDims];
      for (int a = 0; a < kDims; ++a)
        offset[a] =
            corner[a] + UnitFloat(Advance(kRandomSteps[CoordinateStep<kDims>(p, a)], start));
      VF accumulated = metric_.First(offset[kDims - 1]);
      for (int a = kDims - 2; a >= 0; --a) accumulated = metric_.Accumulate(offset[a], accumulated);
      FeaturePoint<kCarriedCount<kSlopes, kOfNearest>> point;
      point.accumulated =
          hn::IfThenElse(hn::RebindMask(F32(), exists), accumulated, Broadcast(kSentinelDistance));
      for (int a = 0; a < kSlopes; ++a) point.offset[a] = offset[a];
      if constexpr (kOfNearest)
        point.offset[0] =  // an offset, or the accumulator that cell-id is hashed from
            args_.offset_axis() >= 0
                ? OffsetAlong(offset, args_.offset_axis())
                : hn::BitCast(F32(), Eat(accumulator, hn::Set(U32(), static_cast<uint32_t>(p))));
      nearest_.Add(point);
    }
  }

  const CellArgs& args_;
  const Octave& octave_;
  const AnyMetric metric_;
  const int reach_;  // cubes on each side
  const float max_accumulated_;
  VI index_[kDims];
  VF fraction_[kDims];
  Nearest nearest_;
};

// The Points of lists (sampling/nearby-inl.h).
template <int kDimensions, int kNearest, bool kOfNearest>
struct CellListPoints {
  static constexpr int kDims = kDimensions;
  static constexpr int kCount = kNearest;
  static constexpr bool has_ids() { return kOfNearest; }
  static constexpr int kMaxWindow = kDims == 1 ? kPad * kMaxCubePoints : 64 * kMaxCubePoints;

  const CellArgs& args;

  AnyMetric metric() const { return {args.metric}; }
  HWY_INLINE VF Cutoff(VF bound) const { return hn::Min(bound, Broadcast(MaxAccumulated(args))); }

  // An id is the accumulator that the cell-id is hashed from.
  HWY_INLINE VF PointOf(VU accumulator, const uint32_t* numbers, VF* inside) const {
    const auto p = static_cast<int>(*numbers);  // the same in all lanes
    const VU start = Avalanche(accumulator);
    const auto exists = hn::RebindMask(F32(), PointExists(args, start)(p));
    for (int a = 0; a < kDims; ++a) {
      const VF at = UnitFloat(Advance(kRandomSteps[CoordinateStep<kDims>(p, a)], start));
      inside[a] = hn::IfThenElse(exists, at, Broadcast(2 * kSentinelDistance));
    }
    return hn::BitCast(F32(), Eat(accumulator, hn::Set(U32(), *numbers)));
  }
};

// The Search of AtGroups (sampling/groups-inl.h).
template <int kDimensions, int kSlopes, bool kOfNearest, int kNearest>
struct CellSearch {
  static constexpr int kDims = kDimensions;
  using ListPoints = CellListPoints<kDims, kNearest, kOfNearest>;
  // Without a limit, points in cells outside a sample's reach could be the nearest.
  static constexpr bool kTakesCellsInReach = kOfNearest;
  static constexpr int kCarried = kCarriedCount<kSlopes, kOfNearest>;
  using Nearest = NearestPoints<kNearest, kCarried>;

  const CellArgs& args;
  AnyMetric metric;

  ListPoints list_points() const { return {args}; }

  // Lanes with a tie are undecided: CubeSearch decides which of the points counts.
  template <class Source>
  HWY_INLINE Found<kSlopes> FromList(const NearbyPoints<kDims>&, const Source& source) const {
    Nearest nearest;
    MF tie = NoLanes();
    source.ForEachPoint(args.reach(0), [&](const auto& candidate) {
      FeaturePoint<kCarried> point;
      point.accumulated = candidate.Accumulated();
      for (int a = 0; a < kSlopes; ++a) point.offset[a] = candidate.Offset(a);
      if constexpr (kOfNearest) point.offset[0] = candidate.Carried();
      if constexpr (kCarried > 0)
        for (const auto& each : nearest.f) tie = hn::Or(tie, each.accumulated == point.accumulated);
      nearest.Add(point);
    });
    return {ResultOf(nearest), tie};
  }

  HWY_INLINE Found<kSlopes> FromNearCells(const Octave& octave, const PointsScratch& s, int k,
                                          const NoTable&) const {
    VI index[kDims];
    VF fraction[kDims];
    LoadCells<kDims>(s, k, index, fraction);
    return {FromCubes(octave, index, fraction), NoLanes()};
  }

  HWY_INLINE Jet<kSlopes> FromAllCells(const Octave& octave, const PointsScratch& s,
                                       VI samples) const {
    VI index[kDims];
    VF fraction[kDims];
    LoadCells<kDims>(s, samples, index, fraction);
    return FromCubes(octave, index, fraction);
  }

 private:
  HWY_NOINLINE Jet<kSlopes> FromCubes(const Octave& octave, const VI* index,
                                      const VF* fraction) const {
    return ResultOf(CubeSearch<kDims, kSlopes, kOfNearest, kNearest>(args, octave, index, fraction)
                        .FindNearest());
  }

  HWY_INLINE Jet<kSlopes> ResultOf(const Nearest& nearest) const {
    if constexpr (kOfNearest) {
      if (args.offset_axis() >= 0) return {hn::Neg(nearest.f[0].offset[0]), {}};
      return {LeadingBits(Avalanche(hn::BitCast(U32(), nearest.f[0].offset[0]))), {}};
    } else {
      return WeightedSum(args, nearest);
    }
  }
};

// The Noise of AtGroups.
template <int kDimensions, int kSlopesOut, bool kOfNearest>
struct CellGroups {
  using Args = CellArgs;
  using Table = NoTable;
  static constexpr int kDims = kDimensions, kSlopes = kSlopesOut;
  static constexpr int kPointsPerCell = kMaxCubePoints;
  static constexpr WindowOrder kWindowOrder = WindowOrder::kByNumber;
  static constexpr int kMaxWindow = CellListPoints<kDims, 1, kOfNearest>::kMaxWindow;

  static int Reach(const CellArgs& args) { return args.reach(0); }

  template <class Body>
  static HWY_INLINE void WithSearch(const CellArgs& args, const Body& body) {
    const AnyMetric metric{args.metric};
    if constexpr (kOfNearest)
      body(CellSearch<kDims, kSlopes, true, 1>{args, metric});
    else
      WithNearestCount(args, [&](auto count) {
        body(CellSearch<kDims, kSlopes, false, decltype(count)::value>{args, metric});
      });
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
