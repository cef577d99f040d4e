// Helpers for vector code: loops over samples, halves in double, masks as bits, limits, signs,
// lookups.
#include "core/simd-inl.h"

#if defined(COBBLE_NOISE_MATH_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_VECTORS_INL_H_
#undef COBBLE_NOISE_MATH_VECTORS_INL_H_
#else
#define COBBLE_NOISE_MATH_VECTORS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Calls body(k) for the first sample k of each float32 vector among n; the last may extend past n.
template <class Body>
HWY_INLINE void ForVectors(int n, const Body& body) {
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(F32()))) body(k);
}

// The number of double vectors with as many lanes as one float vector.
inline constexpr int kHalves = static_cast<int>(hn::MaxLanes(F32()) / hn::MaxLanes(F64()));

// Returns the lower (0) or upper (1) half of a vector of floats as doubles.
HWY_INLINE VD WidenHalf(VF x, int half) {
#if HWY_TARGET == HWY_SCALAR
  static_cast<void>(half);
  return hn::PromoteTo(F64(), x);
#else
  const hn::Rebind<float, F64> d;
  return hn::PromoteTo(F64(), half == 0 ? hn::LowerHalf(d, x) : hn::UpperHalf(d, x));
#endif
}

// Rounds doubles to one vector of floats: make(0) returns the lower half, make(1) the upper half.
// In: values in the range of float.
template <class Make>
HWY_INLINE VF NarrowHalves(const Make& make) {
#if HWY_TARGET == HWY_SCALAR
  return hn::DemoteTo(F32(), make(0));
#else
  const hn::Rebind<float, F64> half;
  return hn::Combine(F32(), hn::DemoteTo(half, make(1)), hn::DemoteTo(half, make(0)));
#endif
}

// Returns the mask as one bit per lane.
HWY_INLINE uint64_t BitsOf(MF mask) {
  const F32 d;
  HWY_ALIGN uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  if constexpr (hn::MaxLanes(F32()) <= 8) return bytes[0];
  return bytes[0] | static_cast<uint64_t>(bytes[1]) << 8;
}

// Returns x clamped to low..high. If x equals a limit, returns the limit, which matters for -0 and
// 0. Min and Max guarantee this on x86 and in Highway's scalar code, but not on Arm.
HWY_INLINE VF Limit(VF x, float low, float high) {
#if HWY_TARGET == HWY_NEON
  const VF minimum = Broadcast(low), maximum = Broadcast(high);
  x = hn::IfThenElse(x > minimum, x, minimum);
  return hn::IfThenElse(x < maximum, x, maximum);
#else
  return hn::Min(hn::Max(x, Broadcast(low)), Broadcast(high));
#endif
}

HWY_INLINE VF Sign(VF x) {
  return hn::IfThenZeroElse(x == hn::Zero(F32()), hn::CopySign(Broadcast(1.0f), x));
}

// Returns the lanes of two vectors, `low` followed by `high`, at `index`: 0 .. 2 * lanes - 1.
HWY_INLINE VF LookupInTwo(VF low, VF high, VI index) {
#if HWY_TARGET == HWY_AVX3
  return VF{_mm512_permutex2var_ps(low.raw, index.raw, high.raw)};
#else
  const I32 di;
  const auto lanes = static_cast<int32_t>(hn::Lanes(di));
  const auto within = hn::IndicesFromVec(F32(), hn::And(index, hn::Set(di, lanes - 1)));
  const MF is_high = hn::RebindMask(F32(), index > hn::Set(di, lanes - 1));
  return hn::IfThenElse(is_high, hn::TableLookupLanes(high, within),
                        hn::TableLookupLanes(low, within));
#endif
}

// Returns pairs[2 i] and pairs[2 i + 1] for the index i of each lane.
HWY_INLINE void LookupPairs(const float* pairs, VU index, VF* first, VF* second) {
#if HWY_TARGET == HWY_SCALAR
  *first = VF(pairs[2 * index.raw]);
  *second = VF(pairs[2 * index.raw + 1]);
#else
  const F32 d;
#if HWY_TARGET == HWY_AVX3
  const auto gather = [&](__m256i i) HWY_ATTR {
    return VF{_mm512_castpd_ps(_mm512_i32gather_pd(i, pairs, 8))};
  };
  const VF low = gather(_mm512_castsi512_si256(index.raw));
  const VF high = gather(_mm512_extracti64x4_epi64(index.raw, 1));
#elif HWY_TARGET == HWY_AVX2
  const auto gather = [&](__m128i i) HWY_ATTR {
    return VF{_mm256_castpd_ps(_mm256_i32gather_pd(reinterpret_cast<const double*>(pairs), i, 8))};
  };
  const VF low = gather(_mm256_castsi256_si128(index.raw));
  const VF high = gather(_mm256_extracti128_si256(index.raw, 1));
#else
  const hn::Half<F32> pair;
  HWY_ALIGN uint32_t at[4];
  hn::Store(index, U32(), at);
  const auto load = [&](int lane) HWY_ATTR { return hn::LoadU(pair, pairs + 2 * at[lane]); };
  const VF low = hn::Combine(d, load(1), load(0)), high = hn::Combine(d, load(3), load(2));
#endif
  *first = hn::ConcatEven(d, high, low);
  *second = hn::ConcatOdd(d, high, low);
#endif
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
