// Common definitions of all vector kernels: type names, an explicit Fma, and the selection of
// functions by SIMD level. Compiled once per SIMD target; include it inside the foreach_target
// pattern. Formulas use operators, which Highway's vectors support on every target of a cobble
// build.

// COBBLE_SELECT(FUNC, target) is FUNC as compiled for `target`. FUNC must be exported with
// HWY_EXPORT.
#ifndef COBBLE_CORE_SIMD_ONCE_H_
#define COBBLE_CORE_SIMD_ONCE_H_

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

namespace cobble {

// The index of a Highway target in the tables that HWY_EXPORT defines.
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

#include "hwy/highway.h"  // included again, because it sets the target's macros

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

// Returns a + b, rounded to odd: the exact sum if it is a double, else the neighbouring double
// whose last bit is set.
// Based on: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd", 2008; Knuth's TwoSum for the error of the sum.
template <class D>
HWY_INLINE hn::Vec<D> AddToOdd(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::RebindToUnsigned<D> du;
  const auto sum = a + b;
  const auto b_part = sum - a;
  const auto error = (a - (sum - b_part)) + (b - b_part);
  // An even, inexact sum moves one ULP towards the exact one. Infinities and NaN are left alone,
  // since their error is NaN.
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

// Stores doubles as floats, rounded as in IEEE 754. (On the scalar targets Highway 1.0.3's DemoteTo
// saturates at the largest float instead of overflowing to infinity.)
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

// Whether double rounding could matter: rounding this double, a rounded sum, to float could differ
// from rounding the exact sum. That can happen if it is halfway between two floats, or if its float
// is subnormal.
template <class D>
HWY_INLINE hn::Mask<D> RoundsTwice(D d, hn::Vec<D> sum) {
  const hn::RebindToUnsigned<D> du;
  // The bits that rounding to float drops.
  const auto below = hn::And(hn::BitCast(du, sum), hn::Set(du, 0x1FFFFFFF));
  const auto halfway = hn::RebindMask(d, below == hn::Set(du, 0x10000000));
  const auto tiny = hn::And(hn::Abs(sum) < hn::Set(d, 0x1p-125), sum != hn::Zero(d));
  return hn::Or(halfway, tiny);
}

// Returns a * b + c, rounded once, without hardware FMA. The product is exact in double. Where
// double rounding could matter the sum is rounded to odd, which keeps the final rounding to float
// correct: double has more than float's 24 + 2 bits. Not inlined because of its size.
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

// Returns a * b + c, rounded once; bit-identical on every target.
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
