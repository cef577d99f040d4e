// crest: a node type that the tests add as a user could: with this file and a row in nodes/all.cpp.
#include "nodes/shared/fields.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const NodeContext& context) {
  const Compiled source = compiler.Input(context, "source");
  const Compiled folded = compiler.Apply({PointwiseOp::kAbs}, {source}, Magnitude(source.bounds));
  return compiler.Scaled(folded, -1, context.node.Number("summit"));
}

}  // namespace

NodeType Crest() {
  return {.spec = {.name = "crest",
                   .summary = "a straight slope down to both sides of where the source is 0",
                   .value = "summit - abs(s)",
                   .bounds = "the minimum and the maximum of summit - abs(s) over lo..hi",
                   .fields = {SourceField(),
                              {.key = "summit",
                               .minimum = -100,
                               .maximum = 100,
                               .fallback = "1",
                               .help = "the value where the source is 0"}}},
          .compile = &Compile};
}

}  // namespace cobble::nodes
