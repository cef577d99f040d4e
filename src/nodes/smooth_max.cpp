// smooth-max: the larger of two inputs, without a crease where they cross.
#include "nodes/shared/smooth_extreme.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType SmoothMax() {
  return {.spec = {.name = "smooth-max",
                   .summary = "the larger of two inputs, without a crease where they cross",
                   .value = "max(a, b) + width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                   .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b)) + width/4",
                   .arguments = {"a", "b", "width"},
                   .fields = SmoothExtremeFields()},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return SmoothExtreme(compiler, context, false);
          }};
}

}  // namespace cobble::nodes
