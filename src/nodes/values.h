// Arithmetic that several types of nodes compile to.
#ifndef COBBLE_NODES_VALUES_H_
#define COBBLE_NODES_VALUES_H_

#include "core/math.h"
#include "program/compile.h"
#include "program/intervals.h"

namespace cobble::nodes {

// `a` limited to low..high.
inline Compiled Clamped(Compiler& compiler, const Compiled& a, double low, double high) {
  return compiler.Apply({PointwiseOp::kClamp, {ToFloat(low), ToFloat(high)}, {}}, {a},
                        Limited(a.bounds, low, high));
}

// (offset - |a|)^2.
inline Compiled Ridged(Compiler& compiler, const Compiled& a, double offset) {
  return compiler.Apply({PointwiseOp::kRidge, {ToFloat(offset)}, {}}, {a},
                        Square(Scaled(Magnitude(a.bounds), -1, offset)));
}

// An operation of the inputs a and b without parameters.
inline Compiled OfOperands(Compiler& compiler, const Visit& visit, PointwiseOp op,
                           Bounds (*bounds)(const Bounds&, const Bounds&)) {
  const Compiled a = compiler.Input(visit, "a"), b = compiler.Input(visit, "b");
  return compiler.Apply({op, {}, {}}, {a, b}, bounds(a.bounds, b.bounds));
}

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_VALUES_H_
