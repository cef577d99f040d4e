// transform: samples the source at transformed positions, as `domain` does for the whole recipe.
#include "core/affine.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
NodeType Transform() {
  return {
      .spec = {.name = "transform",
               .summary =
                   "moves, rotates and scales the source, as domain does for the whole recipe",
               .value = "source at translate + R (scale * P), with R the rotation by rotate",
               .bounds = "lo..hi",
               .arguments = {"source", "translate", "rotate", "scale"},
               .fields = {SourceField(),
                          {.key = "translate",
                           .type = FieldType::kVector,
                           .count = 3,
                           .minimum_count = 2,
                           .fallback = "[0, 0, 0]",
                           .help = "added to positions after scaling and rotating, in units"},
                          {.key = "rotate",
                           .type = FieldType::kVector,
                           .minimum = -kMaxAngle,
                           .maximum = kMaxAngle,
                           .count = 3,
                           .single_sets_last = true,
                           .fallback = "[0, 0, 0]",
                           .help = "rotation about x, y and z in degrees; z first, then x, then y; "
                                   "one angle is about z"},
                          {.key = "scale",
                           .type = FieldType::kScale,
                           .not_zero = true,
                           .count = 3,
                           .minimum_count = 2,
                           .fallback = "[1, 1, 1]",
                           .help = "multiplier for positions: 2 makes the pattern half as large"}}},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Node& node = context.node;
        Site site = context.site.Through(MakeDomain(
            VectorOf(node, "translate"), VectorOf(node, "rotate"), VectorOf(node, "scale")));
        site.transform_pointer = context.pointer;
        site.transform_node = &node;
        return compiler.InputAt(context, "source", site, context.slopes);
      }};
}

}  // namespace cobble::nodes
