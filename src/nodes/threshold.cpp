// threshold: 0 below a level and 1 above it, with a soft edge.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileThreshold(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const double level = context.node.Number("level"), softness = context.node.Number("softness");
  if (softness == 0)
    return compiler.Apply({PointwiseOp::kStep, {ToFloat(level)}}, {source}, {0, 1});
  return compiler.Apply({PointwiseOp::kSmoothstep, {ToFloat(1 / softness), ToFloat(level), 0.5f}},
                        {source}, {0, 1});
}

}  // namespace

NodeType Threshold() {
  return OfSource(
      {.name = "threshold",
       .summary = "0 below a level and 1 above it, with a soft edge",
       .value = "S(clamp01((s - level)/softness + 0.5)); softness 0: 1 if s >= level, else 0",
       .bounds = "0..1",
       .arguments = {"level", "softness"},
       .fields = {{.key = "level",
                   .required = true,
                   .help = "source value at which the result changes from 0 to 1"},
                  {.key = "softness",
                   .minimum = kMinDifference,
                   .or_zero = true,
                   .fallback = "0.05",
                   .help = "width of the transition from 0 to 1; 0 gives a hard edge"}}},
      &CompileThreshold);
}

}  // namespace cobble::nodes
