// divide: the quotient of two inputs.
#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Divide() {
  return {.spec = {.name = "divide",
                   .summary = "the quotient of two inputs; the bounds of b must exclude 0",
                   .value = "a / b",
                   .bounds = "the minimum and maximum of the four quotients of a bound of a and a "
                             "bound of b",
                   .arguments = {"a", "b"},
                   .fields = OperandFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled a = compiler.Input(context, "a"),
                           b = NonzeroInput(compiler, context, "b");
            if (b.IsConstant()) return compiler.Scaled(a, 1 / b.offset, 0);
            return compiler.Apply(
                {PointwiseOp::kDivide, {ToFloat(b.bounds.low), ToFloat(b.bounds.high)}, {}}, {a, b},
                Quotient(a.bounds, b.bounds));
          }};
}

}  // namespace cobble::nodes
