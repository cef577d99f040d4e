// The functions of stamps, compiled once per SIMD level.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "noise/math/vectors-inl.h"
#include "noise/scatter/stamps.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Calls body(k, count) for each vector of samples among first .. end - 1: `count` from k on.
template <class D, class Body>
HWY_INLINE void ForParts(D d, int first, int end, const Body& body) {
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int k = first; k < end; k += lanes) body(k, std::min(end - k, lanes));
}

void Split(const double* position, double frequency, int n, double* cell, double* place) noexcept {
  const F64 d;
  ForParts(d, 0, n, [&](int k, int) {
    const VD coordinate = hn::LoadU(d, position + k) * hn::Set(d, frequency);
    const VD whole = hn::Floor(coordinate);
    hn::StoreU(whole, d, cell + k);
    hn::StoreU(coordinate - whole, d, place + k);
  });
}

StampSegment Segment(const double* const* cell, const double* const* place, int first,
                     int n) noexcept {
  const F64 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const VD x = hn::Set(d, cell[0][first]), y = hn::Set(d, cell[1][first]);
  VD low[2] = {hn::Set(d, 1), hn::Set(d, 1)}, high[2] = {hn::Zero(d), hn::Zero(d)};
  int k = first;
  for (bool goes_on = true; goes_on; k += lanes) {
    const auto inside =
        hn::And(hn::And(hn::LoadU(d, cell[0] + k) == x, hn::LoadU(d, cell[1] + k) == y),
                hn::FirstN(d, static_cast<std::size_t>(n - k)));
    goes_on = k + lanes < n;
    auto before = inside;  // lanes before the first that is not inside
    if (!hn::AllTrue(d, inside)) {
      const auto ends = static_cast<std::size_t>(hn::FindFirstTrue(d, hn::Not(inside)));
      before = hn::FirstN(d, ends);
      n = k + static_cast<int>(ends);
      goes_on = false;
    }
    for (int a = 0; a < 2; ++a) {
      const VD each = hn::LoadU(d, place[a] + k);
      low[a] = hn::IfThenElse(before, hn::Min(low[a], each), low[a]);
      high[a] = hn::IfThenElse(before, hn::Max(high[a], each), high[a]);
    }
  }
  StampSegment segment{.end = n, .low = {}, .high = {}};
  for (int a = 0; a < 2; ++a) {
    segment.low[a] = hn::GetLane(hn::MinOfLanes(d, low[a]));
    segment.high[a] = hn::GetLane(hn::MaxOfLanes(d, high[a]));
  }
  return segment;
}

// Calls body(from, to) for each group of lanes from .. to - 1 where the mask is true.
template <class D, class Mask, class Body>
HWY_INLINE void ForGroups(D d, Mask mask, const Body& body) {
  HWY_ALIGN uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  for (uint32_t bits = bytes[0]; bits != 0;) {
    const int from = std::countr_zero(bits), to = from + std::countr_one(bits >> from);
    body(from, to);
    bits = bits >> to << to;
  }
}

// Not with Compress: with Highway 1.0.3 and g++, each call copies a table of 2 KiB.
int Add(const double* const* place, int first, int end, const double* middle, double square,
        const StampPairs& pairs, int count) noexcept {
  const F64 d;
  const hn::RebindToSigned<F64> di;
  const double x = middle[0], y = middle[1];
  ForParts(d, first, end, [&](int k, int used) {
    const auto offset = [&](int a, double from, int at) {
      return hn::LoadU(d, place[a] + at) - hn::Set(d, from);
    };
    const VD dx = offset(0, x, k), dy = offset(1, y, k);
    auto inside = dx * dx + dy * dy < hn::Set(d, square);
    const auto lanes = static_cast<int>(hn::Lanes(d));
    if (used < lanes) inside = hn::And(inside, hn::FirstN(d, static_cast<std::size_t>(used)));
    const auto append = [&](int sample, VD from_x, VD from_y, int samples) {
      hn::StoreU(hn::Iota(di, sample), di, pairs.sample + count);
      hn::StoreU(from_x, d, pairs.offset[0] + count);
      hn::StoreU(from_y, d, pairs.offset[1] + count);
      count += samples;
    };
    if (hn::AllTrue(d, inside))
      append(k, dx, dy, lanes);
    else if (!hn::AllFalse(d, inside))
      ForGroups(d, inside, [&](int from, int to) {
        append(k + from, offset(0, x, k + from), offset(1, y, k + from), to - from);
      });
  });
  return count;
}

void Place(const StampPairs& pairs, int first, int end, const Stamp& stamp,
           double* const* local) noexcept {
  const F64 d;
  const VD cos = hn::Set(d, stamp.cos), sin = hn::Set(d, stamp.sin), zero = hn::Zero(d);
  ForParts(d, first, end, [&](int j, int) {
    const VD x = hn::LoadU(d, pairs.offset[0] + j), y = hn::LoadU(d, pairs.offset[1] + j);
    // + 0 turns -0 into 0: floor(-0) differs between SIMD levels.
    if (local[0] != nullptr) hn::StoreU((cos * x + sin * y) + zero, d, local[0] + j);
    if (local[1] != nullptr) hn::StoreU((cos * y - sin * x) + zero, d, local[1] + j);
    if (local[2] != nullptr) hn::StoreU(hn::Set(d, stamp.depth), d, local[2] + j);
  });
}

// A vector of one stamp's pairs with consecutive samples, or a single pair in the first lane.
struct PairsOfStamp {
  int pair, sample;
  MF is_pair;

  // Sets the pairs' samples.
  HWY_INLINE void Set(VF x, float* to) const {
    const F32 d;
    hn::StoreU(hn::IfThenElse(is_pair, x, hn::LoadU(d, to + sample)), d, to + sample);
  }
};

HWY_INLINE VF LoadOrZero(const float* from, int k) {
  return from == nullptr ? hn::Zero(F32()) : hn::LoadU(F32(), from + k);
}

// A stamp exists where its value exceeds min_value. Of equal ranks (copies of one stamp, one period
// apart), the first in the order of cells is on top.
template <StampArgs::Overlap kOverlap, bool kShowsId>
HWY_INLINE void CombineVector(const StampArgs::Output& output, PairsOfStamp pairs,
                              const Stamp& stamp, const Slot& source, const StampTop& top,
                              const Slot& to) {
  const F32 d;
  const I32 di;
  const int k = pairs.sample;
  const VF value = Broadcast(stamp.height) * hn::LoadU(d, source.value + pairs.pair);
  const auto slope = [&](int a) {
    return Broadcast(stamp.slope[0][a]) * LoadOrZero(source.slope[0], pairs.pair) +
           Broadcast(stamp.slope[1][a]) * LoadOrZero(source.slope[1], pairs.pair);
  };
  const bool has_slopes = !kShowsId && to.slope[0] != nullptr;
  if constexpr (kOverlap == StampArgs::kAdd) {
    pairs.Set(hn::LoadU(d, to.value + k) + value, to.value);
    for (int a = 0; a < 2 && has_slopes; ++a)
      pairs.Set(hn::LoadU(d, to.slope[a] + k) + slope(a), to.slope[a]);
  } else {
    const VF best = hn::LoadU(d, top.value + k);
    const VI rank = hn::LoadU(di, top.rank + k), own = hn::Set(di, stamp.rank);
    const MF is_higher = hn::RebindMask(d, own > rank), is_first = best == Broadcast(kNoStamp);
    MF is_on_top = hn::Or(is_first, is_higher);
    if constexpr (kOverlap == StampArgs::kMax)
      is_on_top = hn::Or(hn::Or(is_first, value > best), hn::And(value == best, is_higher));
    is_on_top = hn::And(is_on_top, hn::Abs(value) > Broadcast(output.min_value));
    pairs.is_pair = hn::And(pairs.is_pair, is_on_top);
    if (hn::AllFalse(d, pairs.is_pair)) return;
    pairs.Set(value, top.value);
    hn::StoreU(hn::IfThenElse(hn::RebindMask(di, pairs.is_pair), own, rank), di, top.rank + k);
    pairs.Set(kShowsId ? Broadcast(stamp.id) : value, to.value);
    for (int a = 0; a < 2 && has_slopes; ++a) pairs.Set(slope(a), to.slope[a]);
  }
}

template <StampArgs::Overlap kOverlap, bool kShowsId>
void Combine(const StampArgs::Output& output, const StampPairs& pairs, int first, int end,
             const Stamp& stamp, const Slot& source, const StampTop& top, const Slot& to) noexcept {
  const F32 d;
  ForParts(d, first, end, [&](int j, int used) {
    const auto sample = static_cast<int>(pairs.sample[j]);
    // The samples of a stamp are in ascending order.
    if (pairs.sample[j + used - 1] - sample == used - 1) {
      const PairsOfStamp vector{j, sample, hn::FirstN(d, static_cast<std::size_t>(used))};
      return CombineVector<kOverlap, kShowsId>(output, vector, stamp, source, top, to);
    }
    for (int i = j; i < j + used; ++i) {
      const PairsOfStamp single{i, static_cast<int>(pairs.sample[i]), hn::FirstN(d, 1)};
      CombineVector<kOverlap, kShowsId>(output, single, stamp, source, top, to);
    }
  });
}

StampFunctions StampsHere() {
  return {&Split,
          &Segment,
          &Add,
          &Place,
          {{&Combine<StampArgs::kMax, false>, &Combine<StampArgs::kMax, true>},
           {&Combine<StampArgs::kAdd, false>, &Combine<StampArgs::kMax, true>},
           {&Combine<StampArgs::kOver, false>, &Combine<StampArgs::kOver, true>}}};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
