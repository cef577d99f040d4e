// Shared by smooth-min and smooth-max.
#pragma once

#include <utility>

#include "nodes/shared/values.h"

namespace cobble::nodes {

// In: spec, without arguments and fields.
inline NodeType SmoothExtreme(NodeSpec spec, bool is_min) {
  spec.arguments = {"width"};
  spec.fields = {{.key = "width",
                  .minimum = kMinDifference,
                  .fallback = "0.25",
                  .help = "inputs that differ by less than this are blended"}};
  return OfOperands(std::move(spec), [=](Compiler& compiler, const NodeContext& context,
                                         const Compiled& a, const Compiled& b) {
    const double width = context.node.Number("width");
    Bounds bounds = is_min ? Minimum(a.bounds, b.bounds) : Maximum(a.bounds, b.bounds);
    if (is_min)
      bounds.low -= width / 4;
    else
      bounds.high += width / 4;
    const PointwiseOp op = is_min ? PointwiseOp::kSmoothMin : PointwiseOp::kSmoothMax;
    return compiler.Apply({op, {ToFloat(width)}, {}}, {a, b}, bounds);
  });
}

}  // namespace cobble::nodes
