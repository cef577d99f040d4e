// max: the larger of two inputs.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Max() {
  return {.spec = {.name = "max",
                   .summary = "the larger of two inputs",
                   .value = "max(a, b); a if equal",
                   .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b))",
                   .arguments = {"a", "b"},
                   .fields = OperandFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return ApplyToOperands(compiler, context, PointwiseOp::kMax, &Maximum);
          }};
}

}  // namespace cobble::nodes
