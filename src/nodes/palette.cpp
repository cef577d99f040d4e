// palette: one of several colours, picked by a number.
#include <vector>

#include "nodes/curve_table.h"
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

constexpr int kMaxColors = 256;

CompiledColor Compile(Compiler& compiler, const NodeContext& context) {
  const Compiled source = compiler.Materialized(compiler.Input(context, "source"));
  const std::vector<double>& numbers = context.node.Numbers("colors");
  const std::size_t count = numbers.size() / 3;
  CompiledColor out;
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<CubicSegment> segments;
    Bounds bounds{numbers[c], numbers[c]};
    for (std::size_t k = 0; k < count; ++k) {
      const double value = numbers[3 * k + c], first = static_cast<double>(k);
      const auto all = static_cast<double>(count);
      segments.push_back({first / all, (first + 1) / all, {value, 0, 0, 0}});
      bounds = Hull(bounds, {value, value});
    }
    const auto table = MakeCubicTable(segments.front().c[0], segments, segments.back().c[0]);
    out.channels[c] = compiler.Apply({PointwiseOp::kCurve, {}, table}, {source}, bounds);
  }
  return out;
}

}  // namespace

const NodeType& Palette() {
  static const NodeType type{
      .spec = {.name = "palette",
               .is_color = true,
               .summary = "one of several colours, picked by a number: a colour for each cell-id",
               .value = "colour floor(n clamp01(s)) of colors, n = their number; the last at 1",
               .bounds = "those of the channels",
               .fields = {InputField("source", "the number that picks: 0..1 for all colours"),
                          {.key = "colors",
                           .type = FieldType::kColors,
                           .count = kMaxColors,
                           .required = true,
                           .help = "the colours, from source 0 to source 1"}}},
      .compile_color = &Compile};
  return type;
}

}  // namespace cobble::nodes
