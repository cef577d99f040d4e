// mix: blends two inputs by a third.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Mix() {
  return OfOperands(
      {.name = "mix",
       .summary = "a blend of two inputs, weighted by a third",
       .value = "a + (b - a) clamp01(by)",
       .bounds = "min(lo(a), lo(b)) to max(hi(a), hi(b))",
       .arguments = {"by"},
       .fields = {InputField("by", "the weight: 0 or less gives a, 1 or more gives b")}},
      [](Compiler& compiler, const NodeContext& context, const Compiled& a, const Compiled& b) {
        const Compiled by = compiler.Input(context, "by");
        return compiler.Apply({PointwiseOp::kMix, {}, {}}, {a, b, by}, Hull(a.bounds, b.bounds));
      });
}

}  // namespace cobble::nodes
