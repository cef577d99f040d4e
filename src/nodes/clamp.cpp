// clamp: limits the source to low..high.
#include "core/numbers.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileClamp(Compiler& compiler, const NodeContext& context) {
  const double low = context.node.Number("low"), high = context.node.Number("high");
  if (low > high)
    compiler.Fail(
        context, "low",
        "must be at most \"high\", which is " + Shortest(high) + ", got " + Shortest(low));
  return Clamped(compiler, compiler.Input(context, "source"), low, high);
}

}  // namespace

NodeType Clamp() {
  return {.spec = {.name = "clamp",
                   .summary = "the source limited to low..high",
                   .value = "min(max(s, low), high)",
                   .bounds = "min(max(lo, low), high) to min(max(hi, low), high)",
                   .arguments = {"source", "low", "high"},
                   .fields = {SourceField(),
                              {.key = "low", .required = true, .help = "the minimum of the result"},
                              {.key = "high",
                               .not_below = "low",
                               .required = true,
                               .help = "the maximum of the result"}}},
          .compile = &CompileClamp};
}

}  // namespace cobble::nodes
