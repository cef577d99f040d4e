// What every vector kernel of cobble is written with: tags, the explicit Fma, and how to pick a
// level's functions. Compiled once a SIMD target; include it inside the foreach_target pattern.
// Formulas use operators, which Highway's vectors have on every target that cobble builds.

// The one macro: FUNC of the level `target`, for a FUNC that HWY_EXPORT has listed.
#ifndef COBBLE_CORE_SIMD_ONCE_H_
#define COBBLE_CORE_SIMD_ONCE_H_

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

namespace cobble {

// The place of a Highway target in the tables that HWY_EXPORT makes.
inline std::size_t SimdTableIndex([[maybe_unused]] int64_t target) {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  return 0;  // one target: a table of one
#else
  hwy::ChosenTarget chosen;
  chosen.Update(target == HWY_SCALAR || target == HWY_EMU128 ? 0 : target);
  return chosen.GetIndex();
#endif
}

#define COBBLE_SELECT(FUNC, target) (HWY_DISPATCH_TABLE(FUNC)[::cobble::SimdTableIndex(target)])

}  // namespace cobble

#endif  // COBBLE_CORE_SIMD_ONCE_H_

#if defined(COBBLE_CORE_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_CORE_SIMD_INL_H_
#undef COBBLE_CORE_SIMD_INL_H_
#else
#define COBBLE_CORE_SIMD_INL_H_
#endif

#include "hwy/highway.h"  // again: it sets the target's macros

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;
using U32 = hn::RebindToUnsigned<F32>;
using I32 = hn::RebindToSigned<F32>;
using VF = hn::Vec<F32>;
using VU = hn::Vec<U32>;
using VI = hn::Vec<I32>;
using MF = hn::Mask<F32>;

using F64 = hn::ScalableTag<double>;
using U64 = hn::RebindToUnsigned<F64>;
using VD = hn::Vec<F64>;

HWY_INLINE VF Broadcast(float x) { return hn::Set(F32(), x); }

// Whether this target fuses a multiply and an add in hardware.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_NEON
inline constexpr bool kHardwareFma = true;
#else
inline constexpr bool kHardwareFma = false;
#endif

// The sum a + b of doubles, rounded to odd: the exact sum where it is a double, else the one of its
// two neighbours whose last bit is set.
// Based on: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd", 2008. The error of the sum is Knuth's TwoSum.
template <class D>
HWY_INLINE hn::Vec<D> AddToOdd(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::RebindToUnsigned<D> du;
  const auto sum = a + b;
  const auto b_part = sum - a;
  const auto error = (a - (sum - b_part)) + (b - b_part);
  // A sum that is even and inexact moves one step towards the error; infinities and NaN, whose
  // error is NaN, stay.
  const auto zero = hn::Zero(d);
  const auto inexact = hn::Or(error > zero, error < zero);
  const auto bits = hn::BitCast(du, sum);
  const auto one = hn::Set(du, 1);
  const auto even = hn::And(bits, one) == hn::Zero(du);
  const auto outward = hn::RebindMask(du, hn::Not(hn::Xor(error > zero, sum > zero)));
  const auto moved = hn::IfThenElse(outward, bits + one, bits - one);
  const auto moves = hn::And(hn::RebindMask(du, inexact), even);
  return hn::BitCast(d, hn::IfThenElse(moves, moved, bits));
}

// Stores doubles as floats, rounded as IEEE 754 says. (Highway 1.0.3's DemoteTo of one lane, and of
// emulated ones, stops at the largest float where infinity is due.)
HWY_INLINE void StoreNarrowed(VD wide, float* to) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  HWY_ALIGN double from[hn::MaxLanes(F64())];
  hn::Store(wide, F64(), from);
  for (std::size_t i = 0; i < hn::MaxLanes(F64()); ++i) to[i] = static_cast<float>(from[i]);
#else
  const hn::Rebind<float, F64> half;
  hn::StoreU(hn::DemoteTo(half, wide), half, to);
#endif
}

// Whether rounding this sum, itself rounded to double, once more to float could differ from
// rounding the exact sum: it lies halfway between two floats, or its float is subnormal.
template <class D>
HWY_INLINE hn::Mask<D> RoundsTwice(D d, hn::Vec<D> sum) {
  const hn::RebindToUnsigned<D> du;
  const auto below = hn::And(hn::BitCast(du, sum), hn::Set(du, 0x1FFFFFFF));  // float's last bit
  const auto halfway = hn::RebindMask(d, below == hn::Set(du, 0x10000000));
  const auto tiny = hn::And(hn::Abs(sum) < hn::Set(d, 0x1p-125), sum != hn::Zero(d));
  return hn::Or(halfway, tiny);
}

// a * b + c, rounded once, where no hardware does it: the product is exact in double, and so is,
// where it matters, the sum rounded to odd, from which float is then rounded. Double's 53 bits are
// more than float's 24 + 2, so that this second rounding is the only one that counts. Not inlined,
// for its size.
inline HWY_NOINLINE HWY_MAYBE_UNUSED VF EmulatedFma(VF a, VF b, VF c) {
  const F64 d;
  const hn::Rebind<float, F64> half;
  HWY_ALIGN float x[hn::MaxLanes(F32())], y[hn::MaxLanes(F32())], z[hn::MaxLanes(F32())];
  hn::Store(a, F32(), x);
  hn::Store(b, F32(), y);
  hn::Store(c, F32(), z);
  for (std::size_t i = 0; i < hn::MaxLanes(F32()); i += hn::MaxLanes(d)) {
    const auto product =
        hn::PromoteTo(d, hn::LoadU(half, x + i)) * hn::PromoteTo(d, hn::LoadU(half, y + i));
    const auto addend = hn::PromoteTo(d, hn::LoadU(half, z + i));
    auto sum = product + addend;
    if (HWY_UNLIKELY(!hn::AllFalse(d, RoundsTwice(d, sum)))) sum = AddToOdd(d, product, addend);
    StoreNarrowed(sum, z + i);
  }
  return hn::Load(F32(), z);
}

// a * b + c, rounded once, to the same bits on every target.
HWY_INLINE VF Fma(VF a, VF b, VF c) {
  if constexpr (kHardwareFma) return hn::MulAdd(a, b, c);
  return EmulatedFma(a, b, c);
}

// a + t * (b - a).
HWY_INLINE VF Lerp(VF t, VF a, VF b) { return Fma(t, b - a, a); }

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
