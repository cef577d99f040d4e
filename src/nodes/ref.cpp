// ref: a named node of the recipe, in the place of a node.
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) { return compiler.Ref(visit); }

}  // namespace

const NodeType& Ref() {
  static const NodeType type{
      .spec = {.name = kRefType,
               .summary = "the node of that name in nodes; asked twice, computed once",
               .value = "the value of that node",
               .bounds = "the bounds of that node",
               .fields = {{.key = "ref",
                           .type = FieldType::kText,
                           .required = true,
                           .help = "the name of a node in `nodes` that stands here, instead of a "
                                   "type and all else"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
