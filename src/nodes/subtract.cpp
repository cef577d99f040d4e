// subtract: the difference of two inputs.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled CompileSubtract(Compiler& compiler, const NodeContext& context) {
  const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
  return compiler.Sum(a, compiler.Scaled(compiler.Input(context, "b"), -1, 0));
}

}  // namespace

const NodeType& Subtract() {
  static const NodeType type{.spec = {.name = "subtract",
                                      .summary = "the difference of two inputs",
                                      .value = "a - b",
                                      .bounds = "lo(a) - hi(b) to hi(a) - lo(b)",
                                      .fields = OperandFields()},
                             .compile = &CompileSubtract};
  return type;
}

}  // namespace cobble::nodes
