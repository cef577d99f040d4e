// min: the smaller of two inputs.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Min() {
  return OfOperands(
      {.name = "min",
       .summary = "the smaller of two inputs",
       .value = "min(a, b); a if equal",
       .bounds = "min(lo(a), lo(b)) to min(hi(a), hi(b))"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Apply({PointwiseOp::kMin, {}, {}}, {a, b}, Minimum(a.bounds, b.bounds));
      });
}

}  // namespace cobble::nodes
