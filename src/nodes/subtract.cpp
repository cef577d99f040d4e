// subtract: the difference of two inputs.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Subtract() {
  return {.spec = {.name = "subtract",
                   .summary = "the difference of two inputs",
                   .value = "a - b",
                   .bounds = "lo(a) - hi(b) to hi(a) - lo(b)",
                   .arguments = {"a", "b"},
                   .fields = OperandFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
            return compiler.Sum(a, compiler.Scaled(compiler.Input(context, "b"), -1, 0));
          }};
}

}  // namespace cobble::nodes
