// SmallXXHash, one hash per lane. See hash.h.
#pragma once

#include "core/simd-inl.h"
#include "noise/math/hash.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Mixes an index into the accumulator. In: product = index * kPrimeC.
HWY_INLINE VU EatProduct(VU accumulator, VU product) {
  return hn::RotateRight<15>(accumulator + product) * hn::Set(U32(), kPrimeD);
}

HWY_INLINE VU Eat(VU accumulator, VU index) {
  return EatProduct(accumulator, index * hn::Set(U32(), kPrimeC));
}

// Mixes one index into each of kCount accumulators, in place. All go through a step before the next
// one begins: a product takes ten cycles, in which others can start.
template <int kCount>
HWY_INLINE void EatProducts(VU* accumulators, const VU* products) {
  for (int k = 0; k < kCount; ++k)
    accumulators[k] = hn::RotateRight<15>(accumulators[k] + products[k]);
  for (int k = 0; k < kCount; ++k) accumulators[k] = accumulators[k] * hn::Set(U32(), kPrimeD);
}

// The avalanche of kCount accumulators, in place, without its last step.
template <int kCount>
HWY_INLINE void StartAvalanches(VU* a) {
  const U32 d;
  for (int k = 0; k < kCount; ++k) a[k] = hn::Xor(a[k], hn::ShiftRight<15>(a[k]));
  for (int k = 0; k < kCount; ++k) a[k] = a[k] * hn::Set(d, kPrimeB);
  for (int k = 0; k < kCount; ++k) a[k] = hn::Xor(a[k], hn::ShiftRight<13>(a[k]));
  for (int k = 0; k < kCount; ++k) a[k] = a[k] * hn::Set(d, kPrimeC);
}

HWY_INLINE VU EndAvalanche(VU a) { return hn::Xor(a, hn::ShiftRight<16>(a)); }

HWY_INLINE VU Avalanche(VU accumulator) {
  StartAvalanches<1>(&accumulator);
  return EndAvalanche(accumulator);
}

// Returns the leading 24 bits as 0..1.
HWY_INLINE VF LeadingBits(VU hash) {
  return hn::ConvertTo(F32(), hn::BitCast(I32(), hn::ShiftRight<8>(hash))) * Broadcast(0x1p-24f);
}

// Returns (k + (k >> 23)) / 2^24, k = the upper 24 bits of a hash value. The values are exact in
// float32 and symmetric about 0.5; they include 0 and 1, but not 0.5.
HWY_INLINE VF UnitOf(VU hash) {
  const VU upper = hn::ShiftRight<8>(hash);
  const VU steps = upper + hn::ShiftRight<31>(hash);
  return hn::ConvertTo(F32(), hn::BitCast(I32(), steps)) * Broadcast(0x1p-24f);
}

// Returns 8 bits, starting at bit kShift, mapped linearly to -1..1.
template <int kShift>
HWY_INLINE VF SignedByte(VU value) {
  VU byte = hn::ShiftRight<kShift>(value);
  if constexpr (kShift < 24) byte = hn::And(byte, hn::Set(U32(), 255));
  return Fma(hn::ConvertTo(F32(), hn::BitCast(I32(), byte)), Broadcast(2.0f / 255),
             Broadcast(-1.0f));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
