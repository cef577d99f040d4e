// Shared by the operations: types that compute a value from inputs.
#pragma once

#include <cmath>
#include <functional>
#include <utility>

#include "core/math.h"
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"

namespace cobble::nodes {

// Makes the type of an operation on `source`, its first argument and key, from the rest of its spec
// and a function that compiles it.
inline NodeType OfSource(
    NodeSpec spec,
    std::function<Compiled(Compiler&, const NodeContext&, const Compiled& source)> compile) {
  spec.arguments.insert(spec.arguments.begin(), "source");
  spec.fields.insert(spec.fields.begin(), SourceField());
  return {
      .spec = std::move(spec),
      .compile = [compile = std::move(compile)](Compiler& compiler, const NodeContext& context) {
        return compile(compiler, context, compiler.Input(context, "source"));
      }};
}

// Makes the type of an operation whose result is a colour.
inline NodeType ColorType(
    NodeSpec spec, std::function<CompiledColor(Compiler&, const NodeContext&)> compile_color) {
  spec.is_color = true;
  return {.spec = std::move(spec), .compile_color = std::move(compile_color)};
}

inline Compiled Clamped(Compiler& compiler, const Compiled& a, double low, double high) {
  return compiler.Apply({PointwiseOp::kClamp, {ToFloat(low), ToFloat(high)}}, {a},
                        Clamped(a.bounds, low, high));
}

// Returns (offset - |a|)^2.
inline Compiled Ridged(Compiler& compiler, const Compiled& a, double offset) {
  return compiler.Apply({PointwiseOp::kRidge, {ToFloat(offset)}}, {a},
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
      {PointwiseOp::kPower, {ToFloat(exponent)}}, {a},
      {SignedPower(a.bounds.low, exponent), SignedPower(a.bounds.high, exponent)});
}

}  // namespace cobble::nodes
