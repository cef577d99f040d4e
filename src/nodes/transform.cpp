// transform: the source moved, turned and scaled, as `domain` does with the whole recipe.
#include "core/affine.h"
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Vector3 VectorOf(const Node& node, std::string_view key) {
  const std::vector<double>& numbers = node.Numbers(key);
  return {numbers[0], numbers[1], numbers[2]};
}

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Node& node = visit.node;
  Site site = visit.site.Through(
      MakeDomain(VectorOf(node, "translate"), VectorOf(node, "rotate"), VectorOf(node, "scale")));
  site.transform = visit.pointer;
  return compiler.InputAt(visit, "source", site, visit.slopes);
}

}  // namespace

const NodeType& Transform() {
  static const NodeType type{
      .spec = {.name = "transform",
               .summary = "the source moved, turned and scaled, as domain does with all",
               .value = "source at translate + R (scale P), R the rotation by rotate",
               .bounds = "lo..hi",
               .fields = {SourceField(),
                          {.key = "translate",
                           .type = FieldType::kVector,
                           .count = 3,
                           .fallback = "[0, 0, 0]",
                           .help = "moves the source, in recipe units"},
                          {.key = "rotate",
                           .type = FieldType::kVector,
                           .minimum = -kMaxAngle,
                           .maximum = kMaxAngle,
                           .count = 3,
                           .fallback = "[0, 0, 0]",
                           .help = "degrees about x, y and z; z first, then x, then y"},
                          {.key = "scale",
                           .type = FieldType::kScale,
                           .not_zero = true,
                           .count = 3,
                           .fallback = "[1, 1, 1]",
                           .help = "one factor, or one each for x, y and z"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
