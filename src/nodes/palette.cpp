// palette: one of several colours, picked by a number.
#include <array>
#include <vector>

#include "nodes/shared/ramp_table.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

constexpr int kMaxColors = 256;

CompiledColor CompilePalette(Compiler& compiler, const NodeContext& context) {
  const std::vector<double>& numbers = context.node.Numbers("colors");
  const std::size_t count = numbers.size() / 3;
  std::vector<RampSegment> segments;
  std::array<Bounds, 3> bounds;
  for (std::size_t k = 0; k < count; ++k) {
    segments.push_back({static_cast<double>(k) / static_cast<double>(count), true, {}});
    for (std::size_t c = 0; c < 3; ++c) {
      const double value = numbers[3 * k + c];
      segments.back().c[c][0] = value;
      bounds[c] = k == 0 ? Bounds{value, value} : Hull(bounds[c], {value, value});
    }
  }
  const auto& last = segments.back().c;
  const auto table = MakeRampTable(segments, 1, {last[0][0], last[1][0], last[2][0]});
  return compiler.ApplyRamp(table, compiler.Input(context, "source"), bounds);
}

}  // namespace

NodeType Palette() {
  return ColorType(
      {.name = "palette",
       .summary = "one of several colours, picked by a number: a colour for each cell-id",
       .value = "colour floor(n clamp01(s)) of colors, n = their number; the last at 1",
       .bounds = "the channels' bounds",
       .arguments = {"source", "colors"},
       .fields = {InputField("source", "the number that picks: 0..1 for all colours"),
                  {.key = "colors",
                   .type = FieldType::kColors,
                   .count = kMaxColors,
                   .required = true,
                   .help = "the colours, from source 0 to source 1"}}},
      &CompilePalette);
}

}  // namespace cobble::nodes
