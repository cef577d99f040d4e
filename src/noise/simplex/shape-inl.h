// The kernels of simplex noise, their constants, and the gradients of its lattice points.
//
// A kernel here is the radial bump max(0, R^2 - |d|^2)^3 g(d) around one lattice point, not the
// Kernel of noise/kernel.h. Lengths are in lattice units (simplex_lattice.h).
#pragma once

#include "noise/kernel.h"
#include "noise/math/gradient-inl.h"
#include "noise/math/roots-inl.h"
#include "noise/simplex/simplex_lattice.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Whether an octave has the tiled lattice: in tiled pictures and in 3D loops (period along z only).
template <int kDims>
HWY_INLINE bool IsTiled(const Octave& octave) {
  return octave.period[kDims - 1] != 0;
}

template <int kDims>
struct SimplexShape {
  float units_per_cell;  // lattice units per cell; frequency counts cells
  float radius_squared;  // R^2: kernels are 0 at distance R and beyond
  float gradient_scale;  // brings the noise to -1..1, divided by R^6

  explicit SimplexShape(bool tiled) {
    if constexpr (kDims == 1) {
      *this = {1, 1, 32.0f / 27};
    } else if constexpr (kDims == 2) {
      if (tiled)
        *this = {1, 0.8f, static_cast<float>(1 / 0.166375)};
      else
        *this = {static_cast<float>(1 / kSqrt3), 0.5f,
                 static_cast<float>(8 * 5.832 / 1.4142135623730951)};
    } else {
      *this = {tiled ? 1.0f : 0.6f, 0.5f, static_cast<float>(8 * 1024 / (125 * kSqrt3))};
    }
  }

 private:
  SimplexShape(float units, float radius2, float scale)
      : units_per_cell(units), radius_squared(radius2), gradient_scale(scale) {}
};

// Lattice points hold a value, the height of the kernel: -1..1, divided by R^6.
struct SimplexValue {
  static constexpr bool kLinear = false;

  template <int kDims>
  static HWY_INLINE void Vector(VU value, const SimplexShape<kDims>& shape, VF* g) {
    const float r2 = shape.radius_squared;
    g[0] = SignedByte<0>(value) * Broadcast(1 / (r2 * r2 * r2));
  }

  template <int kDims, int kCount>
  static HWY_INLINE void Vectors(const VU* values, const SimplexShape<kDims>& shape, VF (*g)[3]) {
    for (int c = 0; c < kCount; ++c) Vector<kDims>(values[c], shape, g[c]);
  }
};

// Lattice points hold a gradient times gradient_scale. Lengths are equal, except in 1D: 1 to 2.
struct SimplexGradient {
  static constexpr bool kLinear = true;

  template <int kDims>
  static HWY_INLINE void Vector(VU value, const SimplexShape<kDims>& shape, VF* g) {
    if constexpr (kDims == 1) {
      PerlinGradient::Vector<1>(value, g);
      g[0] = g[0] * Broadcast(shape.gradient_scale);
    } else {
      VF vectors[1][3];
      Vectors<kDims, 1>(&value, shape, vectors);
      for (int a = 0; a < kDims; ++a) g[a] = vectors[0][a];
    }
  }

  // The same for kCount hash values, each step of all before the next one (see EatProducts).
  template <int kDims, int kCount>
  static HWY_INLINE void Vectors(const VU* values, const SimplexShape<kDims>& shape, VF (*g)[3]) {
    const VF scale = Broadcast(shape.gradient_scale);
    VF square[kCount];
    for (int c = 0; c < kCount; ++c) {
      if constexpr (kDims == 2) SquareVector(values[c], g[c]);
      if constexpr (kDims == 3) OctahedronVector(values[c], g[c]);
    }
    for (int c = 0; c < kCount; ++c) {
      square[c] = g[c][0] * g[c][0];
      for (int a = 1; a < kDims; ++a) square[c] = Fma(g[c][a], g[c][a], square[c]);
    }
    for (int c = 0; c < kCount; ++c) {
      // Squared lengths are 1/8..1/4 in 2D and 1/3..1 in 3D.
      const VF factor = kDims == 2
                            ? InverseSqrt(Broadcast(4.0f) * square[c]) * (Broadcast(2.0f) * scale)
                            : InverseSqrt(square[c]) * scale;
      for (int a = 0; a < kDims; ++a) g[c][a] = g[c][a] * factor;
    }
  }
};

// The gradients of 2D, which lie on a circle, by the byte of the hash value on which they depend.
class CircleGradients {
 public:
  template <bool kTiled>
  static HWY_INLINE const CircleGradients& Of() {
    static const CircleGradients gradients{SimplexShape<2>(kTiled)};
    return gradients;
  }

  // The same as SimplexGradient::Vector<2>.
  HWY_INLINE void Read(VU value, VF* g) const {
    LookupPairs(pairs_, hn::And(value, hn::Set(U32(), 255)), &g[0], &g[1]);
  }

 private:
  HWY_NOINLINE explicit CircleGradients(const SimplexShape<2>& shape) {
    for (int byte = 0; byte < 256; byte += static_cast<int>(hn::MaxLanes(U32()))) {
      HWY_ALIGN float by_axis[2][hn::MaxLanes(U32())];
      VF g[2];
      SimplexGradient::Vector<2>(hn::Iota(U32(), static_cast<uint32_t>(byte)), shape, g);
      for (int a = 0; a < 2; ++a) hn::Store(g[a], F32(), by_axis[a]);
      for (int k = 0; k < static_cast<int>(hn::MaxLanes(U32())); ++k)
        for (int a = 0; a < 2; ++a) pairs_[2 * (byte + k) + a] = by_axis[a][k];
    }
  }

  alignas(kAlign) float pairs_[2 * 256];
};

// One lattice point's kernel at offset d, negated, with t = min(|d|^2 - R^2, 0) and ramp = g . d
// (or g itself for values): its value is t^3 ramp, its slope t^3 g + 6 t^2 ramp d.
struct NegatedKernel {
  VF t3, t2_ramp;

  // In: excess = |d|^2 - R^2.
  HWY_INLINE NegatedKernel(VF excess, VF ramp) {
    const VF t = hn::Min(excess, hn::Zero(F32()));
    const VF t2 = t * t;
    t3 = t2 * t;
    t2_ramp = t2 * ramp;
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
