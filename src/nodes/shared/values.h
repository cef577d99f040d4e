// Arithmetic shared by several node types.
#pragma once

#include <cmath>

#include "core/math.h"
#include "program/compile.h"
#include "program/intervals.h"

namespace cobble::nodes {

inline Compiled Clamped(Compiler& compiler, const Compiled& a, double low, double high) {
  return compiler.Apply({PointwiseOp::kClamp, {ToFloat(low), ToFloat(high)}, {}}, {a},
                        Clamped(a.bounds, low, high));
}

// Returns (offset - |a|)^2.
inline Compiled Ridged(Compiler& compiler, const Compiled& a, double offset) {
  return compiler.Apply({PointwiseOp::kRidge, {ToFloat(offset)}, {}}, {a},
                        Square(Scaled(Magnitude(a.bounds), -1, offset)));
}

// Returns |x|^exponent with the sign of x.
inline double SignedPower(double x, double exponent) {
  if (x == 0) return 0;
  return std::copysign(Exp(exponent * Log(std::abs(x))), x);
}

// Returns |a|^exponent with the sign of a.
inline Compiled Powered(Compiler& compiler, const Compiled& a, double exponent) {
  return compiler.Apply(
      {PointwiseOp::kPower, {ToFloat(exponent)}, {}}, {a},
      {SignedPower(a.bounds.low, exponent), SignedPower(a.bounds.high, exponent)});
}

inline Compiled ApplyToOperands(Compiler& compiler, const NodeContext& context, PointwiseOp op,
                                Bounds (*bounds)(const Bounds&, const Bounds&)) {
  const Compiled a = compiler.Input(context, "a"), b = compiler.Input(context, "b");
  return compiler.Apply({op, {}, {}}, {a, b}, bounds(a.bounds, b.bounds));
}

}  // namespace cobble::nodes
