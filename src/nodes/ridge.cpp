// ridge: sharp crests where the source is 0.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Ridge() {
  return {.spec = {.name = "ridge",
                   .summary = "sharp crests where the source is 0, valleys where it is 1 or -1",
                   .value = "(1 - abs(s))^2",
                   .bounds = "the minimum and maximum of (1 - abs(s))^2 over lo..hi",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return Ridged(compiler, compiler.Input(context, "source"), 1);
          }};
}

}  // namespace cobble::nodes
