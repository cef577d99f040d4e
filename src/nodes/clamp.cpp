// clamp: limited to low..high.
#include "core/numbers.h"
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const double low = visit.node.Number("low"), high = visit.node.Number("high");
  if (low > high)
    compiler.Fail(visit, "low",
                  "must be at most \"high\", " + Shortest(high) + ", got " + Shortest(low));
  return Clamped(compiler, compiler.Input(visit, "source"), low, high);
}

}  // namespace

const NodeType& Clamp() {
  static const NodeType type{
      .spec = {.name = "clamp",
               .summary = "limited to low..high, and level there",
               .value = "min(max(s, low), high)",
               .bounds = "lo and hi, limited alike",
               .fields = {SourceField(),
                          {.key = "low", .required = true, .help = "what lesser values become"},
                          {.key = "high",
                           .not_below = "low",
                           .required = true,
                           .help = "what greater values become"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
