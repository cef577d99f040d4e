// The gradients of lattice points, as vectors of one lattice point a lane.
// A Gradient says what a lattice point contributes at an offset d from it: kLinear: g . d, with g
// from Vector(); else the value g[0] itself, whatever the offset. Bare() leaves the factor kScale
// to be multiplied by at the end.
// Based on: Ken Perlin, "An Image Synthesizer", 1985, with the vectors of Jasper Flick
// (catlikecoding.com, "Pseudorandom Noise: Perlin Noise"), 2021.
#include "noise/math/hash-inl.h"

#if defined(COBBLE_NOISE_MATH_GRADIENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_GRADIENT_INL_H_
#undef COBBLE_NOISE_MATH_GRADIENT_INL_H_
#else
#define COBBLE_NOISE_MATH_GRADIENT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A value in -1..1 at each lattice point.
struct ValueGradient {
  static constexpr bool kLinear = false;
  template <int kDims>
  static constexpr float kScale = 1;

  template <int kDims>
  static HWY_INLINE void Bare(VU value, VF* g) {
    g[0] = SignedByte<0>(value);
  }

  template <int kDims>
  static HWY_INLINE void Vector(VU value, VF* g) {
    Bare<kDims>(value, g);
  }
};

// Points of a square's outline, unscaled: |x| + |y| = 1/2 (2D).
HWY_INLINE void SquareVector(VU value, VF* g) {
  const VF half = Broadcast(0.5f);
  const VF x = SignedByte<0>(value);
  g[1] = half - hn::Abs(x);
  g[0] = x - hn::Floor(x + half);
}

// Points of an octahedron's surface, unscaled: |x| + |y| + |z| = 1 (3D).
HWY_INLINE void OctahedronVector(VU value, VF* g) {
  const VF x = SignedByte<0>(value);
  const VF y = SignedByte<24>(value);
  const VF z = Broadcast(1.0f) - hn::Abs(x) - hn::Abs(y);
  const VF fold = hn::Min(z, Broadcast(0.0f));
  // x -= fold where x < 0, else x += fold. Neither x nor y is ever 0: 255 is odd.
  const VF sign = Broadcast(-0.0f);
  g[0] = x + hn::Xor(fold, hn::And(x, sign));
  g[1] = y + hn::Xor(fold, hn::And(y, sign));
  g[2] = z;
}

// Perlin's gradients: the scales bring the sum of a cell's corners to -1..1.
struct PerlinGradient {
  static constexpr bool kLinear = true;
  template <int kDims>
  static constexpr float kScale = kDims == 1   ? 1
                                  : kDims == 2 ? 2 / 0.53528f
                                               : 1 / 0.56290f;

  template <int kDims>
  static HWY_INLINE void Bare(VU value, VF* g) {
    if constexpr (kDims == 1) {
      // 1 + f, negative where bit 8 is set.
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
    Bare<kDims>(value, g);
    if constexpr (kDims > 1)
      for (int a = 0; a < kDims; ++a) g[a] = g[a] * Broadcast(kScale<kDims>);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
