// abs: the value without its sign.
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled source = compiler.Input(visit, "source");
  return compiler.Apply({PointwiseOp::kAbs, {}, {}}, {source}, Magnitude(source.bounds));
}

}  // namespace

const NodeType& Abs() {
  static const NodeType type{.spec = {.name = "abs",
                                      .summary = "the value without its sign: folds at 0",
                                      .value = "abs(s), slope 0 at 0",
                                      .bounds = "the least and the greatest abs(s) of lo..hi",
                                      .fields = {SourceField()}},
                             .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
