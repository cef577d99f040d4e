// add: the sum of two inputs.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled CompileAdd(Compiler& compiler, const NodeContext& context) {
  const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
  return compiler.Sum(a, compiler.Input(context, "b"));
}

}  // namespace

const NodeType& Add() {
  static const NodeType type{.spec = {.name = "add",
                                      .summary = "the sum of two inputs",
                                      .value = "a + b",
                                      .bounds = "lo(a) + lo(b) to hi(a) + hi(b)",
                                      .fields = OperandFields()},
                             .compile = &CompileAdd};
  return type;
}

}  // namespace cobble::nodes
