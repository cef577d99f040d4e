// remap: maps one range of values to another, linearly.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileRemap(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const std::vector<double>& to = context.node.Numbers("to");
  auto [low, high] = source.bounds;
  if (context.node.Has("from")) {
    low = context.node.Numbers("from")[0];
    high = context.node.Numbers("from")[1];
    if (low == high) compiler.Fail(context, "from", "must be two different numbers");
  }
  if (low == high) return Compiled::Constant(to[0]);
  const double scale = (to[1] - to[0]) / (high - low);
  return compiler.Scaled(source, scale, to[0] - scale * low);
}

}  // namespace

NodeType Remap() {
  return OfSource(
      {.name = "remap",
       .summary = "maps one range of values to another, linearly and without clamping",
       .value = "c + (s - a)(d - c)/(b - a), [a, b] = from or [lo, hi], [c, d] = to; c if lo = hi",
       .bounds = "values at s = lo and s = hi",
       .arguments = {"from", "to"},
       .fields = {{.key = "from",
                   .type = FieldType::kRange,
                   .count = 2,
                   .equal_hint = R"(for a hard step, use a "threshold" node)",
                   .default_text = "the source's bounds",
                   .help = "the input range [a, b]"},
                  {.key = "to",
                   .type = FieldType::kVector,
                   .count = 2,
                   .fallback = "[0, 1]",
                   .help = "the output range [c, d], to which from is mapped"}}},
      &CompileRemap);
}

}  // namespace cobble::nodes
