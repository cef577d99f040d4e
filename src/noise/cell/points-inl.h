// Cell noise a sample a lane: for rotated grids (affine frames) and for points anywhere.
//
// Cubes are visited from the sample's own outwards, and those that lie beyond the nearest points
// found are passed over. (Of two points at the same distance the first one found counts; since
// points stand anywhere, that is a matter of rounding, whatever the order.)
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

// r / 2^32 as the nearest float: both halves are exact, their sum is rounded once.
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

// Looks through the cubes around a vector of samples.
template <int kDims, int kSlopes, bool kId, int kCount>
class CubeVisitor {
 public:
  using Found = Nearest<kCount, kCarried<kSlopes, kId>>;

  HWY_INLINE CubeVisitor(const CellArgs& args, const Octave& octave, const PointsScratch& s, int k)
      : octave_(octave), metric_{args.metric}, max_accumulated_(MaxAccumulated(args)) {
    for (int a = 0; a < kDims; ++a) {
      index_[a] = hn::Load(I32(), s.index[a] + k);
      fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
    }
    for (std::size_t m = 0; m < args.thresholds.size(); ++m)
      max_[m] = static_cast<int32_t>(static_cast<uint32_t>(args.thresholds[m] - 1) ^ 0x80000000u);
  }

  HWY_INLINE Found Visit() {
    VF cell[kDims];
    VisitAxis<0>(hn::Set(U32(), octave_.seed), cell, hn::Zero(F32()));
    return nearest_;
  }

 private:
  // `cell`: the offset of the cube reached so far from the sample, by axis. `gap`: the joined
  // offsets of its nearest side.
  template <int kAxis>
  HWY_INLINE void VisitAxis(VU accumulator, VF* cell, VF gap) {
    if constexpr (kAxis == kDims) {
      VisitCube(accumulator, cell);
    } else {
      for (const int by : {0, -1, 1}) {
        const VF side = metric_.Accumulate(Gap(fraction_[kAxis], by), gap);
        const VF maximum = hn::Min(nearest_.last(), Broadcast(max_accumulated_));
        if (hn::AllTrue(F32(), side > maximum)) continue;
        const VI index = ShiftIndex(index_[kAxis], by, octave_.period[kAxis]);
        cell[kAxis] = Broadcast(static_cast<float>(by)) - fraction_[kAxis];
        VisitAxis<kAxis + 1>(Eat(accumulator, hn::BitCast(U32(), index)), cell, side);
      }
    }
  }

  // The offset of a cube `by` places on, a little less, whatever rounding does.
  static HWY_INLINE VF Gap(VF fraction, int by) {
    const VF zero = hn::Zero(F32());
    if (by == 0) return zero;
    const VF gap = by < 0 ? fraction : Broadcast(1.0f) - fraction;
    return hn::Max(gap - Broadcast(0x1p-20f), zero);
  }

  HWY_INLINE void VisitCube(VU accumulator, const VF* cell) {
    const I32 di;
    const VU start = Avalanche(accumulator);
    const VI count = PointCount(start);
    for (int p = 0;; ++p) {
      const auto exists = hn::Set(di, p) < count;
      if (hn::AllFalse(di, exists)) return;
      VF offset[kDims];
      for (int a = 0; a < kDims; ++a)
        offset[a] = cell[a] + UnitFloat(Advance(kRandomSteps[StepOf<kDims>(p, a)], start));
      VF accumulated = metric_.First(offset[kDims - 1]);
      for (int a = kDims - 2; a >= 0; --a) accumulated = metric_.Accumulate(offset[a], accumulated);
      Seen<kCarried<kSlopes, kId>> seen;
      seen.accumulated =
          hn::IfThenElse(hn::RebindMask(F32(), exists), accumulated, Broadcast(kBeyond));
      for (int a = 0; a < kSlopes; ++a) seen.offset[a] = offset[a];
      if constexpr (kId)
        seen.offset[0] =
            hn::BitCast(F32(), Eat(accumulator, hn::Set(U32(), static_cast<uint32_t>(p))));
      nearest_.Add(seen);
    }
  }

  // 1, and one more for each threshold that the first random number reaches: in signed numbers, for
  // which there are comparisons everywhere.
  HWY_INLINE VI PointCount(VU start) const {
    const I32 d;
    const VU first = Advance(kRandomSteps[1], start);
    const VI drawn = hn::BitCast(d, hn::Xor(first, hn::Set(U32(), 0x80000000u)));
    VI count = hn::Set(d, 1);
    for (const int32_t maximum : max_)
      count = count - hn::VecFromMask(d, drawn > hn::Set(d, maximum));
    return count;
  }

  const Octave& octave_;
  const AnyMetric metric_;
  const float max_accumulated_;
  int32_t max_[kMaxCubePoints - 1];  // threshold - 1, less 2^31
  VI index_[kDims];
  VF fraction_[kDims];
  Found nearest_;
};

template <int kDimensions, int kSlopes>
struct CellPoints : SplitByAxis<kDimensions> {
  using Args = CellArgs;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE Jet<kSlopes> Make(const CellArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k, NothingKept&) {
    const int wanted = NearestWanted(args);
    if (wanted == 1) return MakeOf<1>(args, octave, s, k);
    if (wanted == 2) return MakeOf<2>(args, octave, s, k);
    return MakeOf<4>(args, octave, s, k);
  }

  template <int kCount>
  static HWY_INLINE Jet<kSlopes> MakeOf(const CellArgs& args, const Octave& octave,
                                        const PointsScratch& s, int k) {
    return WeightedSum(args,
                       CubeVisitor<kDims, kSlopes, false, kCount>(args, octave, s, k).Visit());
  }
};

template <int kDimensions>
struct CellIdPoints : SplitByAxis<kDimensions> {
  using Args = CellArgs;
  static constexpr int kDims = kDimensions;

  // The 24 leading bits of the number's hash.
  static HWY_INLINE Jet<0> Make(const CellArgs& args, const Octave& octave, const PointsScratch& s,
                                int k, NothingKept&) {
    const auto nearest = CubeVisitor<kDims, 0, true, 1>(args, octave, s, k).Visit();
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
