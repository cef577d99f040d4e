// Operations on slopes, which have no slopes of their own, and on differences of values, which do.
#pragma once

#include "noise/math/angle-inl.h"
#include "noise/steps/operation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Limits a slope to finite numbers: see kMaxSlope.
HWY_INLINE VF FiniteSlope(VF x) {
  return hn::IfThenElseZero(x == x, Limit(x, -kMaxSlope, kMaxSlope));
}

HWY_INLINE OpResult<2> SlopeAlong(const Parameters& p, const VF* x) {
  const VF slope = Fma(Broadcast(p[0]), FiniteSlope(x[0]), Broadcast(p[1]) * FiniteSlope(x[1]));
  const VF within = Within(slope, -p[2], p[2]);
  return {Limit(slope, -p[2], p[2]), {within * Broadcast(p[0]), within * Broadcast(p[1])}};
}

HWY_INLINE OpResult<2> Steepness(const Parameters& p, const VF* x) {
  const VF a = FiniteSlope(x[0]), b = FiniteSlope(x[1]);
  const VF u = FiniteSlope(Fma(Broadcast(p[0]), a, Broadcast(p[1]) * b));
  const VF v = FiniteSlope(Fma(Broadcast(p[2]), a, Broadcast(p[3]) * b));
  const VF length = hn::Sqrt(Fma(u, u, v * v));
  const MF rises = length > hn::Zero(F32());
  const VF along_u = hn::IfThenElseZero(rises, u / length);
  const VF along_v = hn::IfThenElseZero(rises, v / length);
  return {length,
          {Fma(along_u, Broadcast(p[0]), along_v * Broadcast(p[2])),
           Fma(along_u, Broadcast(p[1]), along_v * Broadcast(p[3]))}};
}

HWY_INLINE OpResult<1> Angle(const Parameters&, const VF* x) {
  const VF one = Broadcast(1.0f);
  return {AngleOf(x[0]), {Broadcast(0x1.ca5dc2p+5f) / Fma(x[0], x[0], one)}};  // 180 / pi
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
