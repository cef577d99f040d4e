// min: the smaller of two inputs.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Min() {
  return {.spec = {.name = "min",
                   .summary = "the smaller of two inputs",
                   .value = "min(a, b); a if equal",
                   .bounds = "min(lo(a), lo(b)) to min(hi(a), hi(b))",
                   .arguments = {"a", "b"},
                   .fields = OperandFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return ApplyToOperands(compiler, context, PointwiseOp::kMin, &Minimum);
          }};
}

}  // namespace cobble::nodes
