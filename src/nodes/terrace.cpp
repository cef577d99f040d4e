// terrace: levels of equal height with rises between.
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled source = compiler.Input(visit, "source");
  const auto [low, high] = source.bounds;
  if (low == high) return Compiled::Constant(low);
  const double levels = visit.node.Number("levels"), sharpness = visit.node.Number("sharpness");
  const double rate = levels / (high - low), height = (high - low) / levels;
  return compiler.Apply({PointwiseOp::kTerrace,
                         {ToFloat(rate), ToFloat(low), ToFloat(height), ToFloat(sharpness)},
                         {}},
                        {source}, source.bounds);
}

}  // namespace

const NodeType& Terrace() {
  static const NodeType type{
      .spec = {.name = "terrace",
               .summary = "steps: levels of equal height with rises between",
               .value = "lo + (hi - lo)(floor(u) + (1 - sharpness) f + sharpness q(f))/levels, "
                        "u = levels (s - lo)/(hi - lo), f = u - floor(u); lo where lo is hi",
               .bounds = "lo..hi",
               .fields = {SourceField(),
                          {.key = "levels",
                           .type = FieldType::kWhole,
                           .minimum = 1,
                           .maximum = 256,
                           .required = true,
                           .help = "how many steps there are"},
                          {.key = "sharpness",
                           .minimum = 0,
                           .maximum = 1,
                           .fallback = "0.8",
                           .help = "from no steps at all to flat ones"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
