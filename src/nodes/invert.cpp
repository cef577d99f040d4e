// invert: mirrors values, within the same bounds.
#include "nodes/shared/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled CompileInvert(Compiler& compiler, const NodeContext& context) {
  const Compiled source = compiler.Input(context, "source");
  return compiler.Scaled(source, -1, source.bounds.low + source.bounds.high);
}

}  // namespace

const NodeType& Invert() {
  static const NodeType type{.spec = {.name = "invert",
                                      .summary = "mirrors values: lo becomes hi and hi becomes lo",
                                      .value = "lo + hi - s",
                                      .bounds = "lo..hi",
                                      .fields = {SourceField()}},
                             .compile = &CompileInvert};
  return type;
}

}  // namespace cobble::nodes
