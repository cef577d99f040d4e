// max: the larger of two inputs.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Max() {
  return OfOperands(
      {.name = "max",
       .summary = "the larger of two inputs",
       .value = "max(a, b); a if equal",
       .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b))"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Apply({PointwiseOp::kMax, {}, {}}, {a, b}, Maximum(a.bounds, b.bounds));
      });
}

}  // namespace cobble::nodes
