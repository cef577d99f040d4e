// What smooth-min and smooth-max have in common.
#ifndef COBBLE_NODES_SMOOTH_EXTREME_H_
#define COBBLE_NODES_SMOOTH_EXTREME_H_

#include "nodes/fields.h"
#include "nodes/values.h"

namespace cobble::nodes {

inline std::vector<Field> SmoothExtremeFields() {
  return OperandFields({{.key = "width",
                         .minimum = kMinDifference,
                         .fallback = "0.25",
                         .help = "how far apart values still blend into each other"}});
}

inline Compiled SmoothExtreme(Compiler& compiler, const Visit& visit, bool is_min) {
  const Compiled a = compiler.Input(visit, "a"), b = compiler.Input(visit, "b");
  const double width = visit.node.Number("width");
  Bounds bounds = is_min ? Least(a.bounds, b.bounds) : Greatest(a.bounds, b.bounds);
  (is_min ? bounds.low : bounds.high) += is_min ? -width / 4 : width / 4;
  const PointwiseOp op = is_min ? PointwiseOp::kSmoothMin : PointwiseOp::kSmoothMax;
  return compiler.Apply({op, {ToFloat(width)}, {}}, {a, b}, bounds);
}

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_SMOOTH_EXTREME_H_
