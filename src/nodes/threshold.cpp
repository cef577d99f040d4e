// threshold: 1 where the source is above a level, 0 below, a soft edge.
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const double level = visit.node.Number("level"), softness = visit.node.Number("softness");
  const Compiled source = compiler.Input(visit, "source");
  if (softness == 0)
    return compiler.Apply({PointwiseOp::kStep, {ToFloat(level)}, {}}, {source}, {0, 1});
  return compiler.Apply(
      {PointwiseOp::kSmoothstep, {ToFloat(1 / softness), ToFloat(level), 0.5f}, {}}, {source},
      {0, 1});
}

}  // namespace

const NodeType& Threshold() {
  static const NodeType type{
      .spec = {.name = "threshold",
               .summary = "1 where the source is above a level, 0 below, a soft edge",
               .value =
                   "S(clamp01((s - level)/softness + 0.5)); softness 0: 1 where s >= level, else 0",
               .bounds = "0..1",
               .fields = {SourceField(),
                          {.key = "level", .required = true, .help = "where 0 turns into 1"},
                          {.key = "softness",
                           .minimum = kMinDifference,
                           .or_zero = true,
                           .fallback = "0.05",
                           .help = "how wide the turn is"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
