// Sine, triangle and square waves: period 1, -1 to 1, rising through 0 or jumping up at integers.
//
// In: any finite x. The whole periods are removed exactly, however large x is.
// SineWave. Out: sin(2 pi x), within -1..1. Error: below 3 ULP. SineSlope. Out: 2 pi cos(2 pi x).
// Error: below 2e-6 absolute.
// TriangleWave. Out: 4 x for |x| <= 1/4, exact. TriangleSlope. Out: 4 or -4; 0 at the folds.
// SquareWave. Out: 1 in the first part, `duty`, of each period, else -1.
// All errors are measured by tests/unit/noise.
#pragma once

#include "core/simd-inl.h"

#include "noise/math/limit-inl.h"
#include "noise/math/sin_turns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns x minus the nearest whole number: -0.5..0.5, exact. The fraction of |x| is exact, since
// it has no bit below the last one of |x|; the fraction of a negative x would not be.
HWY_INLINE VF WithinPeriod(VF x) {
  const VF size = hn::Abs(x), fraction = size - hn::Floor(size);
  const VF one = Broadcast(1.0f);
  const VF within = hn::IfThenElse(fraction > Broadcast(0.5f), fraction - one, fraction);
  return hn::Xor(within, hn::And(x, hn::SignBit(F32())));
}

// The next four take the result of WithinPeriod.
HWY_INLINE VF SineWave(VF within) { return Limit(SinTurns(within), -1, 1); }
HWY_INLINE VF SineSlope(VF within) { return Broadcast(6.28318531f) * CosTurns(within); }

HWY_INLINE VF TriangleWave(VF within) {
  const VF size = hn::Abs(within);
  const VF folded = hn::Min(size, Broadcast(0.5f) - size);
  return hn::CopySignToAbs(Broadcast(4.0f) * folded, within);
}

HWY_INLINE VF TriangleSlope(VF within) {
  const VF quarter = Broadcast(0.25f), size = hn::Abs(within);
  const VF slope = hn::CopySignToAbs(Broadcast(4.0f), quarter - size);
  return hn::IfThenZeroElse(size == quarter, slope);
}

// Takes x itself. The phase of a negative x is rounded.
HWY_INLINE VF SquareWave(VF x, float duty) {
  const VF one = Broadcast(1.0f);
  return hn::IfThenElse(x - hn::Floor(x) < Broadcast(duty), one, hn::Neg(one));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
