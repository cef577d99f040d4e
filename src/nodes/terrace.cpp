// terrace: steps of equal height.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileTerrace(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const auto [low, high] = source.bounds;
  if (low == high) return Compiled::Constant(low);
  const double levels = context.node.Number("levels"), sharpness = context.node.Number("sharpness");
  const double rate = levels / (high - low), height = (high - low) / levels;
  return compiler.Apply(
      {PointwiseOp::kTerrace, {ToFloat(rate), ToFloat(low), ToFloat(height), ToFloat(sharpness)}},
      {source}, source.bounds);
}

}  // namespace

NodeType Terrace() {
  return OfSource({.name = "terrace",
                   .summary = "steps of equal height",
                   .value = "lo + (hi - lo)(floor(u) + (1 - sharpness) f + sharpness q(f))/levels, "
                            "u = levels (s - lo)/(hi - lo), f = u - floor(u); lo if lo = hi",
                   .bounds = "lo..hi",
                   .arguments = {"levels", "sharpness"},
                   .fields = {{.key = "levels",
                               .type = FieldType::kInteger,
                               .minimum = 1,
                               .maximum = 256,
                               .required = true,
                               .help = "number of steps"},
                              NumberField("sharpness", {0, 1}, "0.8",
                                          "0 leaves the source unchanged, 1 gives flat steps")}},
                  &CompileTerrace);
}

}  // namespace cobble::nodes
