// ref: uses a named node of the recipe.
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {

NodeType Ref() {
  return {.spec = {.name = kRefType,
                   .summary =
                       "a named node from nodes; refs to it at the same positions share one result",
                   .value = "the value of the named node",
                   .bounds = "the bounds of the named node",
                   .fields = {{.key = "ref",
                               .type = FieldType::kText,
                               .required = true,
                               .help = "the name of the node in `nodes` to use here; no other key "
                                       "is allowed beside it"}}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            return compiler.Ref(context);
          }};
}

}  // namespace cobble::nodes
