// ridge: sharp crests where the source is 0.
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  return Ridged(compiler, compiler.Input(visit, "source"), 1);
}

}  // namespace

const NodeType& Ridge() {
  static const NodeType type{
      .spec = {.name = "ridge",
               .summary = "sharp crests where the source is 0, valleys where it is 1 or -1",
               .value = "(1 - abs(s))^2",
               .bounds = "the least and the greatest (1 - abs(s))^2 of lo..hi",
               .fields = {SourceField()}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
