// Cell noise with one sample per lane: for rotated grids (affine frames) and for arbitrary points.
//
// The search starts with the sample's cube and skips cubes that are farther away than the nearest
// points found so far. Of two points at the same distance, the first one found counts. The order
// matters only for such ties, which are rounding accidents, since positions are random.
#include "noise/cell/cubes.h"
#include "noise/cell/nearest-inl.h"
#include "noise/math/hash-inl.h"
#include "noise/sampling/points-inl.h"

#if defined(COBBLE_NOISE_CELL_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_CELL_POINTS_INL_H_
#undef COBBLE_NOISE_CELL_POINTS_INL_H_
#else
#define COBBLE_NOISE_CELL_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

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

// Searches the cubes around a vector of samples, one per lane.
template <int kDims, int kSlopes, bool kId, int kCount>
class CubeSearch {
 public:
  using NearestPoints = Nearest<kCount, kCarriedCount<kSlopes, kId>>;

  HWY_INLINE CubeSearch(const CellArgs& args, const Octave& octave, const PointsScratch& s, int k)
      : octave_(octave),
        metric_{args.metric},
        reach_(args.reach(0)),
        max_accumulated_(MaxAccumulated(args)) {
    for (int a = 0; a < kDims; ++a) {
      index_[a] = hn::Load(I32(), s.index[a] + k);
      fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
    }
    for (std::size_t m = 0; m < args.thresholds.size(); ++m)
      below_threshold_[m] =
          static_cast<int32_t>(static_cast<uint32_t>(args.thresholds[m] - 1) ^ 0x80000000u);
  }

  HWY_INLINE NearestPoints FindNearest() {
    VF corner[kDims];
    SearchAxis<0>(hn::Set(U32(), octave_.seed), corner, hn::Zero(F32()));
    return nearest_;
  }

 private:
  // Loops over the cubes along kAxis and the axes after it, nearest first. `corner`: the offset of
  // the current cubes' lower corner from the sample, along the axes before kAxis. `near`: the
  // accumulated offsets of their nearest sides along those axes, a lower bound for the cubes'
  // points.
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

  // Returns the offset of the nearest side of the cube `shift` cubes away, minus a margin for
  // rounding.
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
    const VI count = PointCount(start);
    for (int p = 0;; ++p) {
      const auto exists = hn::Set(di, p) < count;
      if (hn::AllFalse(di, exists)) return;
      VF offset[kDims];
      for (int a = 0; a < kDims; ++a)
        offset[a] =
            corner[a] + UnitFloat(Advance(kRandomSteps[CoordinateStep<kDims>(p, a)], start));
      VF accumulated = metric_.First(offset[kDims - 1]);
      for (int a = kDims - 2; a >= 0; --a) accumulated = metric_.Accumulate(offset[a], accumulated);
      FeaturePoint<kCarriedCount<kSlopes, kId>> point;
      point.accumulated =
          hn::IfThenElse(hn::RebindMask(F32(), exists), accumulated, Broadcast(kSentinelDistance));
      for (int a = 0; a < kSlopes; ++a) point.offset[a] = offset[a];
      if constexpr (kId)
        point.offset[0] =  // the accumulator that cell-id is hashed from
            hn::BitCast(F32(), Eat(accumulator, hn::Set(U32(), static_cast<uint32_t>(p))));
      nearest_.Add(point);
    }
  }

  // Returns the number of points in a cube: see CellArgs::thresholds. Subtracts 2^31 and compares
  // signed numbers, since not all SIMD targets compare unsigned ones.
  HWY_INLINE VI PointCount(VU start) const {
    const I32 d;
    const VU first = Advance(kRandomSteps[1], start);
    const VI drawn = hn::BitCast(d, hn::Xor(first, hn::Set(U32(), 0x80000000u)));
    VI count = hn::Set(d, 1);
    for (const int32_t below : below_threshold_)
      count = count - hn::VecFromMask(d, drawn > hn::Set(d, below));
    return count;
  }

  const Octave& octave_;
  const AnyMetric metric_;
  const int reach_;  // cubes on each side
  const float max_accumulated_;
  int32_t below_threshold_[kMaxCubePoints - 1];  // threshold - 1 - 2^31
  VI index_[kDims];
  VF fraction_[kDims];
  NearestPoints nearest_;
};

template <int kDimensions, int kSlopes>
struct CellPoints : SplitByAxis<kDimensions> {
  using Args = CellArgs;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE Jet<kSlopes> Make(const CellArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k, NoCache&) {
    const int nearest_count = NearestNeeded(args);
    if (nearest_count == 1) return MakeFromNearest<1>(args, octave, s, k);
    if (nearest_count == 2) return MakeFromNearest<2>(args, octave, s, k);
    return MakeFromNearest<4>(args, octave, s, k);
  }

  template <int kCount>
  static HWY_INLINE Jet<kSlopes> MakeFromNearest(const CellArgs& args, const Octave& octave,
                                                 const PointsScratch& s, int k) {
    return WeightedSum(args,
                       CubeSearch<kDims, kSlopes, false, kCount>(args, octave, s, k).FindNearest());
  }
};

template <int kDimensions>
struct CellIdPoints : SplitByAxis<kDimensions> {
  using Args = CellArgs;
  static constexpr int kDims = kDimensions;

  // Returns the leading 24 bits of the nearest point's hash, as 0..1.
  static HWY_INLINE Jet<0> Make(const CellArgs& args, const Octave& octave, const PointsScratch& s,
                                int k, NoCache&) {
    const auto nearest = CubeSearch<kDims, 0, true, 1>(args, octave, s, k).FindNearest();
    const VU value = Avalanche(hn::BitCast(U32(), nearest.f[0].offset[0]));
    Jet<0> jet;
    jet.v =
        hn::ConvertTo(F32(), hn::BitCast(I32(), hn::ShiftRight<8>(value))) * Broadcast(0x1p-24f);
    return jet;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
