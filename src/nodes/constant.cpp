// constant: the same value everywhere.
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled CompileConstant(Compiler&, const NodeContext& context) {
  return Compiled::Constant(context.node.Number("value"));
}

}  // namespace

NodeType Constant() {
  return {
      .spec = {.name = "constant",
               .summary = "the same value everywhere",
               .value = "value",
               .bounds = "value",
               .arguments = {"value"},
               .fields = {{.key = "value", .required = true, .help = "the value at every point"}}},
      .compile = &CompileConstant};
}

}  // namespace cobble::nodes
