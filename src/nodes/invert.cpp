// invert: upside down, within the same bounds.
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled source = compiler.Input(visit, "source");
  return compiler.Scaled(source, -1, source.bounds.low + source.bounds.high);
}

}  // namespace

const NodeType& Invert() {
  static const NodeType type{.spec = {.name = "invert",
                                      .summary = "upside down, within the same bounds",
                                      .value = "lo + hi - s",
                                      .bounds = "lo..hi",
                                      .fields = {SourceField()}},
                             .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
