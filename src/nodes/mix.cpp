// mix: from one input to another, as a third says.
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled a = compiler.Input(visit, "a"), b = compiler.Input(visit, "b"),
                 by = compiler.Input(visit, "by");
  return compiler.Apply({PointwiseOp::kMix, {}, {}}, {a, b, by}, Hull(a.bounds, b.bounds));
}

}  // namespace

const NodeType& Mix() {
  static const NodeType type{
      .spec = {.name = "mix",
               .summary = "from one input to another, as a third says",
               .value = "a + (b - a) clamp01(by)",
               .bounds = "min(lo(a), lo(b)) to max(hi(a), hi(b))",
               .fields = OperandFields(
                   {InputField("by", "from a where it is 0 or less to b where it is 1 or more")})},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
