// subtract: the difference of two inputs.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Subtract() {
  return OfOperands({.name = "subtract",
                     .summary = "the difference of two inputs",
                     .value = "a - b",
                     .bounds = "lo(a) - hi(b) to hi(a) - lo(b)"},
                    [](Compiler& compiler, const NodeContext&, const Compiled& a,
                       const Compiled& b) { return compiler.Sum(a, compiler.Scaled(b, -1, 0)); });
}

}  // namespace cobble::nodes
