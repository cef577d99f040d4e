// multiply: the product of two inputs.
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled a = compiler.Input(visit, "a");  // first, whatever the order of arguments
  return compiler.Product(a, compiler.Input(visit, "b"));
}

}  // namespace

const NodeType& Multiply() {
  static const NodeType type{
      .spec = {.name = "multiply",
               .summary = "the product of two inputs",
               .value = "a b",
               .bounds = "the least and the greatest product of a bound of a and one of b",
               .fields = OperandFields()},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
