// floor: rounds down to a whole number.
#include <cmath>

#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Floor() {
  return {.spec = {.name = "floor",
                   .summary = "the source rounded down to a whole number",
                   .value = "floor(s), slope 0",
                   .bounds = "floor(lo) to floor(hi)",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled source = compiler.Input(context, "source");
            const double low = std::floor(source.bounds.low), high = std::floor(source.bounds.high);
            if (low == high) return Compiled::Constant(low);
            return compiler.Apply({PointwiseOp::kFloor, {ToFloat(low), ToFloat(high)}, {}},
                                  {source}, {low, high});
          }};
}

}  // namespace cobble::nodes
