// subtract: the difference of two inputs.
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled a = compiler.Input(visit, "a");  // first, whatever the order of arguments
  return compiler.Sum(a, compiler.Scaled(compiler.Input(visit, "b"), -1, 0));
}

}  // namespace

const NodeType& Subtract() {
  static const NodeType type{.spec = {.name = "subtract",
                                      .summary = "the difference of two inputs",
                                      .value = "a - b",
                                      .bounds = "lo(a) - hi(b) to hi(a) - lo(b)",
                                      .fields = OperandFields()},
                             .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
