// smoothstep: 0 up to low, 1 from high on, a smooth rise between.
#include "core/numbers.h"
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const double low = visit.node.Number("low"), high = visit.node.Number("high");
  if (low >= high)
    compiler.Fail(visit, "low",
                  "must be below \"high\", " + Shortest(high) + ", got " + Shortest(low));
  return compiler.Apply(
      {PointwiseOp::kSmoothstep, {ToFloat(1 / (high - low)), ToFloat(low), 0}, {}},
      {compiler.Input(visit, "source")}, {0, 1});
}

}  // namespace

const NodeType& Smoothstep() {
  static const NodeType type{
      .spec =
          {.name = "smoothstep",
           .summary = "0 up to low, 1 from high on, a smooth rise between",
           .value = "S(clamp01((s - low)/(high - low)))",
           .bounds = "0..1",
           .fields = {SourceField(),
                      {.key = "low", .fallback = "0", .help = "what becomes 0"},
                      {.key = "high", .above = "low", .fallback = "1", .help = "what becomes 1"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
