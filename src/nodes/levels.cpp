// How values in a range or around a level become others: clamp, remap, smoothstep, threshold and
// terrace.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

Compiled CompileRemap(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const std::vector<double>& to = context.node.Numbers("to");
  auto [low, high] = source.bounds;
  if (context.node.Has("from")) {
    low = context.node.Numbers("from")[0];
    high = context.node.Numbers("from")[1];
  }
  if (low == high) return Compiled::Constant(to[0]);
  const double scale = (to[1] - to[0]) / (high - low);
  return compiler.Scaled(source, scale, to[0] - scale * low);
}

Compiled CompileSmoothstep(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const double low = context.node.Number("low"), high = context.node.Number("high");
  return compiler.Apply({PointwiseOp::kSmoothstep, {ToFloat(1 / (high - low)), ToFloat(low), 0}},
                        {source}, {0, 1});
}

Compiled CompileThreshold(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const double level = context.node.Number("level"), softness = context.node.Number("softness");
  if (softness == 0)
    return compiler.Apply({PointwiseOp::kStep, {ToFloat(level)}}, {source}, {0, 1});
  return compiler.Apply({PointwiseOp::kSmoothstep, {ToFloat(1 / softness), ToFloat(level), 0.5f}},
                        {source}, {0, 1});
}

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

NodeType Clamp() {
  return OfSource({.name = "clamp",
                   .keeps_units = true,
                   .summary = "the source limited to low..high",
                   .value = "min(max(s, low), high)",
                   .bounds = "min(max(lo, low), high) to min(max(hi, low), high)",
                   .arguments = {"low", "high"},
                   .fields = {{.key = "low", .required = true, .help = "the minimum of the result"},
                              {.key = "high",
                               .not_below = "low",
                               .required = true,
                               .help = "the maximum of the result"}}},
                  [](Compiler& compiler, const NodeContext& context, const Compiled& source) {
                    return Clamped(compiler, source, context.node.Number("low"),
                                   context.node.Number("high"));
                  });
}

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

NodeType Smoothstep() {
  return OfSource(
      {.name = "smoothstep",
       .summary = "0 up to low, 1 at high and above, a smooth rise in between",
       .value = "S(clamp01((s - low)/(high - low)))",
       .bounds = "0..1",
       .arguments = {"low", "high"},
       .fields =
           {{.key = "low", .fallback = "0", .help = "at or below this, the result is 0"},
            {.key = "high",
             .above = "low",
             .swapped_hint =
                 R"(for a falling step, put {"type": "invert", "source": ...} around the node)",
             .swapped_formula = "for a falling step, write 1 - ",
             .equal_hint = R"(for a hard step, use a "threshold" node)",
             .fallback = "1",
             .help = "at or above this, the result is 1"}}},
      &CompileSmoothstep);
}

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

NodeType Terrace() {
  return OfSource({.name = "terrace",
                   .keeps_units = true,
                   .summary = "steps of equal height",
                   .value = "lo + (hi - lo)(floor(u) + (1 - sharpness) f + sharpness q(f))/levels, "
                            "u = levels (s - lo)/(hi - lo), f = u - floor(u); lo if lo = hi",
                   .bounds = "lo..hi",
                   .arguments = {"levels", "sharpness"},
                   .fields = {{.key = "levels",
                               .type = FieldType::kInteger,
                               .minimum = 1,
                               .maximum = 256,
                               .useful = {2, 24},
                               .required = true,
                               .help = "number of steps"},
                              NumberField("sharpness", {0, 1}, "0.8",
                                          "0 leaves the source unchanged, 1 gives flat steps")}},
                  &CompileTerrace);
}

}  // namespace cobble::nodes
