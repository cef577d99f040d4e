// smooth-min: the smaller of two inputs, without a crease where they cross.
#include "nodes/shared/smooth_extreme.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType SmoothMin() {
  return {.spec = {.name = "smooth-min",
                   .summary = "the smaller of two inputs, without a crease where they cross",
                   .value = "min(a, b) - width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                   .bounds = "min(lo(a), lo(b)) - width/4 to min(hi(a), hi(b))",
                   .arguments = {"a", "b", "width"},
                   .fields = SmoothExtremeFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return SmoothExtreme(compiler, context, true);
          }};
}

}  // namespace cobble::nodes
