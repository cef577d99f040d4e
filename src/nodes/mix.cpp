// mix: blends two inputs by a third.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Mix() {
  return {
      .spec = {.name = "mix",
               .summary = "a blend of two inputs, weighted by a third",
               .value = "a + (b - a) clamp01(by)",
               .bounds = "min(lo(a), lo(b)) to max(hi(a), hi(b))",
               .arguments = {"a", "b", "by"},
               .fields = OperandFields(
                   {InputField("by", "the weight: 0 or less gives a, 1 or more gives b")})},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Compiled a = compiler.Input(context, "a"), b = compiler.Input(context, "b"),
                       by = compiler.Input(context, "by");
        return compiler.Apply({PointwiseOp::kMix, {}, {}}, {a, b, by}, Hull(a.bounds, b.bounds));
      }};
}

}  // namespace cobble::nodes
