// color: the same colour everywhere.
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

CompiledColor CompileColor(Compiler&, const NodeContext& context) {
  const std::vector<double>& rgb = context.node.Numbers("value");
  return CompiledColor::Constant({rgb[0], rgb[1], rgb[2]});
}

}  // namespace

NodeType Color() {
  return {.spec = {.name = "color",
                   .is_color = true,
                   .summary = "the same colour everywhere",
                   .value = "value",
                   .bounds = "value, in each channel",
                   .arguments = {"value"},
                   .fields = {{.key = "value",
                               .type = FieldType::kColor,
                               .required = true,
                               .help = "the colour at every point"}}},
          .compile_color = &CompileColor};
}

}  // namespace cobble::nodes
