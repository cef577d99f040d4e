// Operations whose inputs are slopes. Their own slopes are 0.
#include "noise/steps/operation-inl.h"

#if defined(COBBLE_NOISE_STEPS_SLOPE_OPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_STEPS_SLOPE_OPS_INL_H_
#undef COBBLE_NOISE_STEPS_SLOPE_OPS_INL_H_
#else
#define COBBLE_NOISE_STEPS_SLOPE_OPS_INL_H_
#endif

#include "noise/math/angle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Limits a slope to finite numbers: see kMaxSlope.
HWY_INLINE VF FiniteSlope(VF x) {
  return hn::IfThenElseZero(x == x, Limit(x, -kMaxSlope, kMaxSlope));
}

struct SlopeAlong {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF zero = hn::Zero(F32());
    const VF slope = Fma(Broadcast(p[0]), FiniteSlope(x[0]), Broadcast(p[1]) * FiniteSlope(x[1]));
    return {Limit(slope, -p[2], p[2]), {zero, zero}};
  }
};

struct Steepness {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF zero = hn::Zero(F32());
    const VF a = FiniteSlope(x[0]), b = FiniteSlope(x[1]);
    const VF u = FiniteSlope(Fma(Broadcast(p[0]), a, Broadcast(p[1]) * b));
    const VF v = FiniteSlope(Fma(Broadcast(p[2]), a, Broadcast(p[3]) * b));
    return {hn::Sqrt(Fma(u, u, v * v)), {zero, zero}};
  }
};

struct Angle {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    return {AngleOf(x[0]), {hn::Zero(F32())}};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // toggle
