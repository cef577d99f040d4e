// What all vector kernels share: type names, an explicit Fma, and the choice of functions by SIMD
// level. Compiled once per SIMD target: include it inside the foreach_target pattern. Formulas use
// operators, which Highway's vectors support on all of cobble's targets.

// COBBLE_SELECT(FUNC, target) is FUNC compiled for `target`, in HWY_NAMESPACE of the current
// namespace. HWY_EXPORT would need Highway's library: see SupportedTargets in simd_level.cpp.
#ifndef COBBLE_CORE_SIMD_ONCE_H_
#define COBBLE_CORE_SIMD_ONCE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "hwy/highway.h"

namespace cobble {

// In: the functions in the order of HWY_CHOOSE_TARGET_LIST, then the one for scalar targets. Null
// for targets that this build lacks.
template <class Function>
Function SelectForTarget(int64_t target, std::initializer_list<Function> functions) {
  hwy::ChosenTarget chosen;  // its index 0 is for programs that have not chosen
  chosen.Update(target);
  return functions.begin()[chosen.GetIndex() - 1];
}

#define COBBLE_SELECT(FUNC, target)                                \
  ::cobble::SelectForTarget<decltype(&HWY_STATIC_DISPATCH(FUNC))>( \
      target, {HWY_CHOOSE_TARGET_LIST(FUNC), HWY_CHOOSE_FALLBACK(FUNC)})

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

// Whether this is the level without SIMD, which is compiled to be small rather than fast.
inline constexpr bool kIsScalar = HWY_TARGET == HWY_SCALAR;

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

// Stores doubles as floats, rounded as in IEEE 754. (Highway 1.0.3's scalar DemoteTo saturates at
// the largest float instead of overflowing to infinity.)
HWY_INLINE void StoreNarrowed(VD wide, float* to) {
#if HWY_TARGET == HWY_SCALAR
  *to = static_cast<float>(wide.raw);
#else
  const hn::Rebind<float, F64> half;
  hn::StoreU(hn::DemoteTo(half, wide), half, to);
#endif
}

// Returns a * b + c, rounded once: the product is exact in double, and a sum rounded to odd keeps
// the final rounding to float correct, since double has more than float's 24 + 2 bits.
inline HWY_NOINLINE HWY_MAYBE_UNUSED VF FmaByRoundingToOdd(VF a, VF b, VF c) {
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
    StoreNarrowed(AddToOdd(d, product, addend), z + i);
  }
  return hn::Load(F32(), z);
}

// EmulatedFma returns a * b + c, rounded once, without hardware FMA. It adds the exact product and
// c in double, rounds the sum to float, and tests all lanes at once for sums whose second rounding
// could be wrong. These are rare, and FmaByRoundingToOdd computes them.
//
// Why the test finds them all. Let x be the exact sum, s the double nearest to it, and r the float
// nearest to s. Rounding preserves order, and the midpoint m of two neighbouring floats is a
// double: x < m implies s <= m, and x > m implies s >= m. So if s is not a midpoint, s and x lie
// between the same midpoints, and r is the float nearest to x.
// - A midpoint above 2^-126 has 25 significant bits: the last 29 bits of the double are 2^28. (This
//   includes 2^128 - 2^103, from which on r is infinite.)
// - A midpoint below 2^-126 is rounded to a float of at most 2^-126. Unless it is 0, the test finds
//   the float.
// - If r is 0, s equals x. Either c is 0 and x is the product, or |c| >= 2^-149 and |x| <= 2^-150,
//   so |product| >= 2^-150. As the product has at most 48 bits, it is a multiple of 2^-197; so are
//   c and x, which thus fits in a double.
// Infinities and NaN are the same as in double.
// At the scalar level it is not inlined, which would take much longer to compile: only processors
// older than SSE4 run it.
#if HWY_TARGET == HWY_SCALAR

inline HWY_NOINLINE HWY_MAYBE_UNUSED VF EmulatedFma(VF a, VF b, VF c) {
  const double sum = double{a.raw} * double{b.raw} + double{c.raw};
  const auto rounded = static_cast<float>(sum);
  const auto dropped = static_cast<uint32_t>(std::bit_cast<uint64_t>(sum)) << 3;
  const uint32_t magnitude = std::bit_cast<uint32_t>(rounded) << 1;
  const bool is_doubtful = (dropped == 0x80000000) | (magnitude - 1 < 0x01000000);
  if (HWY_LIKELY(!is_doubtful)) return VF(rounded);
  return FmaByRoundingToOdd(a, b, c);
}

#else

// Whether no lane is set.
HWY_INLINE bool IsEmpty(hn::Mask<U32> mask) {
#if HWY_TARGET == HWY_WASM
  return wasm_i32x4_bitmask(mask.raw) == 0;  // on x86, V8 needs more instructions for any_true
#else
  return hn::AllFalse(U32(), mask);
#endif
}

HWY_INLINE VF EmulatedFma(VF a, VF b, VF c) {
  const F64 d;
  const U32 du;
  const I32 di;
  const hn::Half<F32> half;
  const VD low_sum =
      hn::PromoteTo(d, hn::LowerHalf(half, a)) * hn::PromoteTo(d, hn::LowerHalf(half, b)) +
      hn::PromoteTo(d, hn::LowerHalf(half, c));
  const VD high_sum =
      hn::PromoteTo(d, hn::UpperHalf(half, a)) * hn::PromoteTo(d, hn::UpperHalf(half, b)) +
      hn::PromoteTo(d, hn::UpperHalf(half, c));
  const VF rounded = hn::Combine(F32(), hn::DemoteTo(half, high_sum), hn::DemoteTo(half, low_sum));

  // The bits that rounding to float drops, and the float's bits without the sign.
  const VU dropped =
      hn::ShiftLeft<3>(hn::ConcatEven(du, hn::BitCast(du, high_sum), hn::BitCast(du, low_sum)));
  const VU magnitude = hn::ShiftLeft<1>(hn::BitCast(du, rounded));
  const auto is_midpoint = dropped == hn::Set(du, 0x80000000);
  // magnitude - 1 < 0x01000000, unsigned, by a signed comparison: both less 0x80000000.
  const auto is_subnormal = hn::RebindMask(
      du, hn::BitCast(di, magnitude + hn::Set(du, 0x7FFFFFFF)) < hn::Set(di, -0x7F000000));
  if (HWY_LIKELY(IsEmpty(hn::Or(is_midpoint, is_subnormal)))) return rounded;
  return FmaByRoundingToOdd(a, b, c);
}

#endif

// Returns a * b + c, rounded once; bit-identical on every target. Relaxed SIMD may also round
// twice: code that has it runs only where it rounds once (web/module/fused.ts).
HWY_INLINE VF Fma(VF a, VF b, VF c) {
#ifdef __wasm_relaxed_simd__
  return VF(__builtin_wasm_relaxed_madd_f32x4(a.raw, b.raw, c.raw));
#else
  if constexpr (kHardwareFma) return hn::MulAdd(a, b, c);
  return EmulatedFma(a, b, c);
#endif
}

// a + t * (b - a).
HWY_INLINE VF Lerp(VF t, VF a, VF b) { return Fma(t, b - a, a); }

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
