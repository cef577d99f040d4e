// Colours from and to numbers: color, channels, channel and luminance.
//
// Based on: ITU-R BT.709, the luminance of its primaries.
#include <algorithm>
#include <iterator>

#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Color() {
  return ColorType({.name = "color",
                    .summary = "the same colour everywhere",
                    .value = "value",
                    .bounds = "value, in each channel",
                    .arguments = {"value"},
                    .fields = {{.key = "value",
                                .type = FieldType::kColor,
                                .required = true,
                                .help = "the colour at every point"}}},
                   [](Compiler&, const NodeContext& context) {
                     const std::vector<double>& rgb = context.node.Numbers("value");
                     return CompiledColor::Constant({rgb[0], rgb[1], rgb[2]});
                   });
}

NodeType Channels() {
  return ColorType(
      {.name = "channels",
       .summary = "a colour from three numbers, in linear light",
       .value = "(red, green, blue)",
       .bounds = "the inputs' bounds",
       .arguments = {"red", "green", "blue"},
       .fields = {InputField("red", "red"), InputField("green", "green"),
                  InputField("blue", "blue")}},
      [](Compiler& compiler, const NodeContext& context) {
        return CompiledColor{{compiler.Input(context, "red"), compiler.Input(context, "green"),
                              compiler.Input(context, "blue")}};
      });
}

NodeType Channel() {
  static constexpr std::string_view kNames[] = {"red", "green", "blue"};
  return {.spec = {.name = "channel",
                   .summary = "the red, green or blue of a colour, in linear light",
                   .value = "the channel of source: red, green or blue",
                   .bounds = "the bounds of the channel",
                   .arguments = {"source", "channel"},
                   .fields = {ColorField("source", "the colour"),
                              {.key = "channel",
                               .type = FieldType::kChoice,
                               .choices = kNames,
                               .required = true,
                               .help = "the channel"}}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const auto name = std::ranges::find(kNames, context.node.Text("channel"));
            return compiler.ColorInput(context, "source")
                .channels[static_cast<std::size_t>(std::distance(std::begin(kNames), name))];
          }};
}

NodeType Luminance() {
  return {.spec = {.name = "luminance",
                   .summary = "how bright a colour is, in linear light: a number",
                   .value = "0.2126 r + 0.7152 g + 0.0722 b, (r, g, b) = source",
                   .bounds = "interval arithmetic",
                   .arguments = {"source"},
                   .fields = {ColorField("source", "the colour")}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const CompiledColor color = compiler.ColorInput(context, "source");
            const auto weighted = [&](std::size_t c, double weight) {
              return compiler.Scaled(color.channels[c], weight, 0);
            };
            return compiler.Sum(compiler.Sum(weighted(0, 0.2126), weighted(1, 0.7152)),
                                weighted(2, 0.0722));
          }};
}

}  // namespace cobble::nodes
