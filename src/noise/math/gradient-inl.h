// The gradients of lattice points, one lattice point per lane.
// A Gradient defines the contribution of a lattice point at offset d = sample - point. Its members:
//   kLinear         true: the point contributes g . d; false: the value g[0], whatever the offset
//   Vector(h, g)    computes g from hash value h
//   Unscaled(h, g)  the same without the factor kScale, which the caller applies to the sum
// Based on: Ken Perlin, "An Image Synthesizer", 1985, with the vectors of Jasper Flick
// (catlikecoding.com, "Pseudorandom Noise: Perlin Noise"), 2021.
#pragma once

#include "noise/math/hash-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A value in -1..1 at each lattice point.
struct ValueGradient {
  static constexpr bool kLinear = false;
  template <int kDims>
  static constexpr float kScale = 1;

  template <int kDims>
  static HWY_INLINE void Unscaled(VU value, VF* g) {
    g[0] = SignedByte<0>(value);
  }

  template <int kDims>
  static HWY_INLINE void Vector(VU value, VF* g) {
    Unscaled<kDims>(value, g);
  }
};

// Returns x minus the nearest integer. In: |x| <= 2^22.
HWY_INLINE VF DistanceToInteger(VF x) {
#if HWY_TARGET == HWY_AVX3
  return VF{_mm512_reduce_ps(x.raw, _MM_FROUND_TO_NEAREST_INT)};
#else
  return x - hn::Round(x);
#endif
}

// 2D: a point on the outline of a square, unscaled: |x| + |y| = 1/2.
HWY_INLINE void SquareVector(VU value, VF* g) {
  const VF x = SignedByte<0>(value);
  g[1] = Broadcast(0.5f) - hn::Abs(x);
  g[0] = DistanceToInteger(x);  // x is never halfway, since 255 is odd
}

// 3D: a point on the surface of an octahedron, unscaled: |x| + |y| + |z| = 1.
HWY_INLINE void OctahedronVector(VU value, VF* g) {
  const VF x = SignedByte<0>(value);
  const VF y = SignedByte<24>(value);
  const VF z = Broadcast(1.0f) - hn::Abs(x) - hn::Abs(y);
  const VF fold = hn::Min(z, Broadcast(0.0f));
  // x -= fold where x < 0, else x += fold; y likewise. Neither is ever 0, since 255 is odd.
  const VF sign = Broadcast(-0.0f);
  g[0] = x + hn::Xor(fold, hn::And(x, sign));
  g[1] = y + hn::Xor(fold, hn::And(y, sign));
  g[2] = z;
}

// Perlin gradients. The scales bring the interpolated corners of a cell to -1..1.
struct PerlinGradient {
  static constexpr bool kLinear = true;
  static constexpr float kScales[] = {1, 2 / 0.53528f, 1 / 0.56290f};
  template <int kDims>
  static constexpr float kScale = kScales[kDims - 1];

  template <int kDims>
  static HWY_INLINE void Unscaled(VU value, VF* g) {
    if constexpr (kDims == 1) {
      // 1 + f with f in 0..1 from bits 0 to 7; negative if bit 8 is set.
      const VF size = Fma(SignedByte<0>(value), Broadcast(0.5f), Broadcast(1.5f));
      const VU sign = hn::And(hn::ShiftLeft<23>(value), hn::Set(U32(), 0x80000000u));
      g[0] = hn::BitCast(F32(), hn::Xor(hn::BitCast(U32(), size), sign));
    } else if constexpr (kDims == 2) {
      SquareVector(value, g);
    } else {
      OctahedronVector(value, g);
    }
  }

  template <int kDims>
  static HWY_INLINE void Vector(VU value, VF* g) {
    Unscaled<kDims>(value, g);
    if constexpr (kDims > 1)
      for (int a = 0; a < kDims; ++a) g[a] = g[a] * Broadcast(kScale<kDims>);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
