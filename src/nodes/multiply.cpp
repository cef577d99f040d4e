// multiply: the product of two inputs.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Multiply() {
  return {
      .spec = {.name = "multiply",
               .summary = "the product of two inputs",
               .value = "a * b",
               .bounds =
                   "the minimum and maximum of the four products of a bound of a with a bound of b",
               .arguments = {"a", "b"},
               .fields = OperandFields()},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
        return compiler.Product(a, compiler.Input(context, "b"));
      }};
}

}  // namespace cobble::nodes
