// What is made of the points near a sample, the same for grids and for points anywhere: the nearest
// few, and the weighted sum of their distances.
#include "noise/cell/cell.h"
#include "noise/sampling/nearest-inl.h"

#if defined(COBBLE_NOISE_CELL_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_CELL_NEAREST_INL_H_
#undef COBBLE_NOISE_CELL_NEAREST_INL_H_
#else
#define COBBLE_NOISE_CELL_NEAREST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A distance's joined offsets from here on are past its limit of 1, however the root rounds.
inline constexpr float kPastLimit = 1.001f;

// Beyond what joined offsets no point counts.
inline float MaxAccumulated(const CellArgs& args) { return args.cell_id ? kBeyond : kPastLimit; }

// How many numbers a point carries along: its offsets where slopes are wanted, or what cell-id's
// number is made of.
template <int kSlopes, bool kId>
inline constexpr int kCarried = kId ? 1 : kSlopes;

// The kCount nearest of the points seen, in order; each carries kNumbers numbers along.
template <int kCount, int kNumbers>
struct Nearest {
  Seen<kNumbers> f[kCount];

  HWY_INLINE Nearest() {}  // not implicit: it would not be compiled for the target
  HWY_INLINE void Add(const Seen<kNumbers>& seen) {
    if constexpr (kNumbers == 0) {
      for (int m = kCount - 1; m > 0; --m)
        f[m].accumulated =
            hn::Min(f[m].accumulated, hn::Max(f[m - 1].accumulated, seen.accumulated));
      f[0].accumulated = hn::Min(f[0].accumulated, seen.accumulated);
    } else {
      for (int m = kCount - 1; m > 0; --m) {
        f[m].Take(seen.accumulated < f[m].accumulated, seen);
        f[m].Take(seen.accumulated < f[m - 1].accumulated, f[m - 1]);
      }
      f[0].Take(seen.accumulated < f[0].accumulated, seen);
    }
  }
  HWY_INLINE VF last() const { return f[kCount - 1].accumulated; }
};

// How many of the nearest the weights ask for: 1, 2 or, for more, 4.
inline int NearestWanted(const CellArgs& args) {
  if (args.weights[2] != 0 || args.weights[3] != 0) return 4;
  return args.weights[1] != 0 ? 2 : 1;
}

// The weighted sum of the distances, limited to 0..1.
template <int kCount, int kAxes>
HWY_INLINE Jet<kAxes> WeightedSum(const CellArgs& args, const Nearest<kCount, kAxes>& nearest) {
  const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
  Jet<kAxes> sum;
  sum.v = zero;
  for (VF& g : sum.g) g = zero;
  for (int m = 0; m < kCount; ++m) {
    const Jet<kAxes> f = LimitedDistance<kAxes>(args.metric, nearest.f[m]);
    const VF weight = Broadcast(args.weights[static_cast<std::size_t>(m)]);
    sum.v = Fma(weight, f.v, sum.v);
    for (int a = 0; a < kAxes; ++a) sum.g[a] = Fma(weight, f.g[a], sum.g[a]);
  }
  const MF inside = hn::And(sum.v >= zero, sum.v <= one);
  for (int a = 0; a < kAxes; ++a) sum.g[a] = hn::IfThenElseZero(inside, sum.g[a]);
  sum.v = hn::Min(hn::Max(sum.v, zero), one);
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
