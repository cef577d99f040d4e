// luminance: how bright a colour is.
// Based on: ITU-R BT.709, the luminance of its primaries.
#include "nodes/shared/values.h"

namespace cobble::nodes {

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
