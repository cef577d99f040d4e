// abs: the absolute value.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Abs() {
  return {.spec = {.name = "abs",
                   .summary = "the absolute value: folds at 0",
                   .value = "abs(s), slope 0 at 0",
                   .bounds = "the minimum and maximum of abs(s) over lo..hi",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled source = compiler.Input(context, "source");
            return compiler.Apply({PointwiseOp::kAbs, {}, {}}, {source}, Magnitude(source.bounds));
          }};
}

}  // namespace cobble::nodes
