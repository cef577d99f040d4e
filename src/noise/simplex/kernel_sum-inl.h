// The sum of the kernels around a sample's simplex, however the simplex is found.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/simplex/shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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

// Sums the kernels of a simplex, corner by corner.
template <class Gradient, int kDims, int kSlopes>
class KernelSum {
 public:
  HWY_INLINE explicit KernelSum(const SimplexShape<kDims>& shape) : shape_(shape) {
    negated_.v = hn::Zero(F32());
    for (VF& g : negated_.g) g = hn::Zero(F32());
  }

  // In: sample - lattice point, and the point's gradient or value.
  HWY_INLINE void Add(const VF* offset, const VF* g) {
    VF square = offset[0] * offset[0];
    for (int a = 1; a < kDims; ++a) square = Fma(offset[a], offset[a], square);
    VF ramp = g[0];
    if constexpr (Gradient::kLinear) {
      ramp = g[0] * offset[0];
      for (int a = 1; a < kDims; ++a) ramp = Fma(g[a], offset[a], ramp);
    }
    const NegatedKernel kernel(square - Broadcast(shape_.radius_squared), ramp);
    negated_.v = Fma(kernel.t3, ramp, negated_.v);
    const VF six_t2_ramp = kernel.t2_ramp * Broadcast(6.0f);
    for (int a = 0; a < kSlopes; ++a) {
      if constexpr (Gradient::kLinear) negated_.g[a] = Fma(kernel.t3, g[a], negated_.g[a]);
      negated_.g[a] = Fma(six_t2_ramp, offset[a], negated_.g[a]);
    }
  }

  HWY_INLINE Jet<kSlopes> jet() const {
    Jet<kSlopes> jet;
    jet.v = hn::Neg(negated_.v);
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Neg(negated_.g[a]);
    return jet;
  }

 private:
  const SimplexShape<kDims>& shape_;
  Jet<kSlopes> negated_;
};

HWY_INLINE VI MinusOneWhere(MF mask) {
  const I32 d;
  return hn::VecFromMask(d, hn::RebindMask(d, mask));
}
HWY_INLINE VF FloatOf(VI x) { return hn::ConvertTo(F32(), x); }

// The way from a simplex's first corner to its second and, in 3D, third corner: -1 on the axes
// where they are one step up, else 0. The walk from (0, 0, 0) to (1, 1, 1) takes the axes in
// descending order of the fractions; on a tie the later axis comes first.
template <int kDims>
HWY_INLINE void SimplexSteps(const VF* f, VI (*upper)[3]) {
  if constexpr (kDims == 2) {
    upper[0][0] = MinusOneWhere(f[0] > f[1]);
    upper[0][1] = hn::Not(upper[0][0]);
  } else if constexpr (kDims == 3) {
    const VI xy = MinusOneWhere(f[0] > f[1]), xz = MinusOneWhere(f[0] > f[2]),
             yz = MinusOneWhere(f[1] > f[2]);
    upper[0][0] = hn::And(xy, xz);
    upper[0][1] = hn::AndNot(xy, yz);
    upper[0][2] = hn::Not(hn::Or(upper[0][0], upper[0][1]));
    upper[1][0] = hn::Or(xy, xz);
    upper[1][2] = hn::Not(hn::And(xz, yz));
    // Exactly two of three are up.
    upper[1][1] = hn::Not(hn::And(upper[1][0], upper[1][2]));
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
