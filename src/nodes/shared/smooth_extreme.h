// Shared by smooth-min and smooth-max.
#pragma once

#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {

inline std::vector<Field> SmoothExtremeFields() {
  return OperandFields({{.key = "width",
                         .minimum = kMinDifference,
                         .fallback = "0.25",
                         .help = "inputs that differ by less than this are blended"}});
}

inline Compiled SmoothExtreme(Compiler& compiler, const NodeContext& context, bool is_min) {
  const Compiled a = compiler.Input(context, "a"), b = compiler.Input(context, "b");
  const double width = context.node.Number("width");
  Bounds bounds = is_min ? Minimum(a.bounds, b.bounds) : Maximum(a.bounds, b.bounds);
  if (is_min) {
    bounds.low -= width / 4;
  } else {
    bounds.high += width / 4;
  }
  const PointwiseOp op = is_min ? PointwiseOp::kSmoothMin : PointwiseOp::kSmoothMax;
  return compiler.Apply({op, {ToFloat(width)}, {}}, {a, b}, bounds);
}

}  // namespace cobble::nodes
