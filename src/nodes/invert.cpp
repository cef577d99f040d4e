// invert: mirrors values, within the same bounds.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Invert() {
  return {.spec = {.name = "invert",
                   .summary = "mirrors values: lo becomes hi and hi becomes lo",
                   .value = "lo + hi - s",
                   .bounds = "lo..hi",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled source = compiler.Input(context, "source");
            return compiler.Scaled(source, -1, source.bounds.low + source.bounds.high);
          }};
}

}  // namespace cobble::nodes
