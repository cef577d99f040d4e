// add: the sum of two inputs.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Add() {
  return {.spec = {.name = "add",
                   .summary = "the sum of two inputs",
                   .value = "a + b",
                   .bounds = "lo(a) + lo(b) to hi(a) + hi(b)",
                   .arguments = {"a", "b"},
                   .fields = OperandFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
            return compiler.Sum(a, compiler.Input(context, "b"));
          }};
}

}  // namespace cobble::nodes
