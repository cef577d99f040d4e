// smoothstep: 0 up to low, 1 at high and above, a smooth rise in between.
#include "core/numbers.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileSmoothstep(Compiler& compiler, const NodeContext& context) {
  const double low = context.node.Number("low"), high = context.node.Number("high");
  if (low >= high)
    compiler.Fail(context, "low",
                  "must be below \"high\", which is " + Shortest(high) + ", got " + Shortest(low));
  return compiler.Apply({PointwiseOp::kSmoothstep, {ToFloat(1 / (high - low)), ToFloat(low), 0}},
                        {compiler.Input(context, "source")}, {0, 1});
}

}  // namespace

NodeType Smoothstep() {
  return {
      .spec =
          {.name = "smoothstep",
           .summary = "0 up to low, 1 at high and above, a smooth rise in between",
           .value = "S(clamp01((s - low)/(high - low)))",
           .bounds = "0..1",
           .arguments = {"source", "low", "high"},
           .fields = {SourceField(),
                      {.key = "low", .fallback = "0", .help = "at or below this, the result is 0"},
                      {.key = "high",
                       .above = "low",
                       .swapped_hint = R"(for a falling step, put {"type": "invert", "source": )"
                                       R"(...} around the node)",
                       .swapped_formula = "for a falling step, write 1 - ",
                       .equal_hint = R"(for a hard step, use a "threshold" node)",
                       .fallback = "1",
                       .help = "at or above this, the result is 1"}}},
      .compile = &CompileSmoothstep};
}

}  // namespace cobble::nodes
