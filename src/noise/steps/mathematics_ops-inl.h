// Quotients, waves, steps of whole numbers, exponentials and logarithms.
#pragma once

#include "noise/math/exp_log-inl.h"
#include "noise/math/waves-inl.h"
#include "noise/steps/operation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Error of the value: 0.5 ULP.
HWY_INLINE OpResult<2> Divide(const Parameters& p, const VF* x) {
  const VF b = Limit(x[1], p[0], p[1]), inverse = Broadcast(1.0f) / b;
  const VF value = FiniteResult(x[0] / b);
  return {value, {inverse, Limit(hn::Neg(value) * inverse, -kMaxSlope, kMaxSlope)}};
}

// Error of the value for |x / b| up to 2^22: 0.5 ULP. Larger quotients are not exact to the unit in
// a float; for these, only the limits p2 .. p3 are guaranteed.
HWY_INLINE OpResult<2> Modulo(const Parameters& p, const VF* x) {
  const VF b = Limit(x[1], p[0], p[1]), one = Broadcast(1.0f);
  VF whole = WholePart(Limit(x[0] / b, -kMaxSlope, kMaxSlope));
  VF rest = Fma(hn::Neg(b), whole, x[0]);
  // The quotient was rounded up to a whole number if the rest has the wrong sign.
  const MF is_above = rest * hn::CopySign(one, b) < hn::Zero(F32());
  whole = hn::IfThenElse(is_above, whole - one, whole);
  rest = hn::IfThenElse(is_above, rest + b, rest);
  return {Limit(rest, p[2], p[3]), {one, hn::Neg(whole)}};
}

HWY_INLINE OpResult<1> Sine(const Parameters&, const VF* x) {
  const VF within = WithinPeriod(x[0]);
  return {SineWave(within), {SineSlope(within)}};
}

HWY_INLINE OpResult<1> Triangle(const Parameters&, const VF* x) {
  const VF within = WithinPeriod(x[0]);
  return {TriangleWave(within), {TriangleSlope(within)}};
}

HWY_INLINE OpResult<1> Square(const Parameters& p, const VF* x) {
  return {SquareWave(x[0], p[0]), {hn::Zero(F32())}};
}

// Without the limits, rounding errors of the input could move the result beyond its bounds.
HWY_INLINE OpResult<1> RoundDown(const Parameters& p, const VF* x) {
  return {Limit(WholePart(x[0]), p[0], p[1]), {hn::Zero(F32())}};
}

HWY_INLINE OpResult<1> SignOf(const Parameters& p, const VF* x) {
  return {Limit(Sign(x[0]), p[0], p[1]), {hn::Zero(F32())}};
}

HWY_INLINE OpResult<1> Exponential(const Parameters&, const VF* x) {
  const VF power = hn::IfThenElseZero(x[0] >= Broadcast(kMinExponent), Exp(x[0]));
  const VF value = hn::Min(power, Broadcast(kMaxResult));
  return {value, {value}};
}

HWY_INLINE OpResult<1> Logarithm(const Parameters& p, const VF* x) {
  const VF limited = hn::Max(x[0], Broadcast(p[0]));
  return {Log(limited), {hn::Min(Broadcast(1.0f) / limited, Broadcast(kMaxSlope))}};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
