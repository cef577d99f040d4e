// log: the natural logarithm.
#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Log() {
  return {.spec = {.name = "log",
                   .summary = "the natural logarithm of the source, whose bounds must be above 0",
                   .value = "ln s",
                   .bounds = "ln lo to ln hi",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled source = PositiveInput(compiler, context, "source");
            const auto [low, high] = source.bounds;
            const Bounds bounds{cobble::Log(low), cobble::Log(high)};
            if (low == high) return Compiled::Constant(bounds.low);
            return compiler.Apply({PointwiseOp::kLog, {ToFloat(low)}, {}}, {source}, bounds);
          }};
}

}  // namespace cobble::nodes
