// The few smallest of many numbers, for cutoffs of distances.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
