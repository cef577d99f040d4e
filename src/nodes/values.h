// Arithmetic shared by several node types.
#ifndef COBBLE_NODES_VALUES_H_
#define COBBLE_NODES_VALUES_H_

#include "core/math.h"
#include "program/compile.h"
#include "program/intervals.h"

namespace cobble::nodes {

// Returns clamp(a, low, high).
inline Compiled Clamped(Compiler& compiler, const Compiled& a, double low, double high) {
  return compiler.Apply({PointwiseOp::kClamp, {ToFloat(low), ToFloat(high)}, {}}, {a},
                        Clamped(a.bounds, low, high));
}

// Returns (offset - |a|)^2.
inline Compiled Ridged(Compiler& compiler, const Compiled& a, double offset) {
  return compiler.Apply({PointwiseOp::kRidge, {ToFloat(offset)}, {}}, {a},
                        Square(Scaled(Magnitude(a.bounds), -1, offset)));
}

// Applies a pointwise operation without parameters to the inputs a and b.
inline Compiled ApplyToOperands(Compiler& compiler, const NodeContext& context, PointwiseOp op,
                                Bounds (*bounds)(const Bounds&, const Bounds&)) {
  const Compiled a = compiler.Input(context, "a"), b = compiler.Input(context, "b");
  return compiler.Apply({op, {}, {}}, {a, b}, bounds(a.bounds, b.bounds));
}

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_VALUES_H_
