// channels: a colour from three numbers.
#include "nodes/shared/values.h"

namespace cobble::nodes {

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

}  // namespace cobble::nodes
