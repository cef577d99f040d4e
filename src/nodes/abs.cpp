// abs: the absolute value.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Abs() {
  return OfSource(
      {.name = "abs",
       .summary = "the absolute value: folds at 0",
       .value = "abs(s), slope 0 at 0",
       .bounds = "the minimum and maximum of abs(s) over lo..hi"},
      [](Compiler& compiler, const NodeContext&, const Compiled& source) {
        return compiler.Apply({PointwiseOp::kAbs, {}, {}}, {source}, Magnitude(source.bounds));
      });
}

}  // namespace cobble::nodes
