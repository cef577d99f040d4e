// multiply: the product of two inputs.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Multiply() {
  return OfOperands(
      {.name = "multiply",
       .summary = "the product of two inputs",
       .value = "a * b",
       .bounds = "the minimum and maximum of the four products of a bound of a with a bound of b"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Product(a, b);
      });
}

}  // namespace cobble::nodes
