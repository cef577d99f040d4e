// What the pointwise operations share. An operation is a function of its parameters and inputs.
// PointwiseOp (pointwise.h) lists the formulas. Slopes and quotients are clamped to kMaxSlope, so
// that the product of two stays finite.
#pragma once

#include "core/simd-inl.h"
#include "noise/math/limit-inl.h"
#include "noise/steps/pointwise.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// An operation's value and its partial derivatives with respect to the inputs.
template <int kInputCount>
struct OpResult {
  static constexpr int kInputs = kInputCount;

  VF v;
  VF d[kInputs];
};

// A copy of an operation's parameters that stores of samples cannot alias.
struct Parameters {
  std::array<float, 4> p;
  const CubicTable* curve;

  HWY_INLINE explicit Parameters(const PointwiseArgs& args) : p(args.p), curve(args.curve.get()) {}
  HWY_INLINE float operator[](std::size_t k) const { return p[k]; }
};

// Returns 1 where x is within low .. high, else 0.
HWY_INLINE VF Within(VF x, float low, float high) {
  return hn::IfThenElseZero(hn::And(x >= Broadcast(low), x <= Broadcast(high)), Broadcast(1.0f));
}

// Limits a result to finite numbers: see kMaxResult.
HWY_INLINE VF FiniteResult(VF x) { return Limit(x, -kMaxResult, kMaxResult); }

// Rounds down. Floor of -0 is -0 on some targets, 0 on others; here it is 0.
HWY_INLINE VF WholePart(VF x) { return hn::Floor(x) + hn::Zero(F32()); }

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
