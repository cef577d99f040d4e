// color: the same colour everywhere.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

CompiledColor CompileColor(Compiler&, const NodeContext& context) {
  const std::vector<double>& rgb = context.node.Numbers("value");
  return CompiledColor::Constant({rgb[0], rgb[1], rgb[2]});
}

}  // namespace

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
                   &CompileColor);
}

}  // namespace cobble::nodes
