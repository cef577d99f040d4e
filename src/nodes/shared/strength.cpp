// Finds the strength of nodes that treat their source as a surface.
#include "nodes/shared/strength.h"

#include "recipe/fields/world.h"

namespace cobble::nodes {

double StrengthOf(const Compiler& compiler, const NodeContext& context) {
  if (context.node.Has("strength")) return context.node.Number("strength");
  const Recipe& recipe = compiler.recipe();
  if (const auto strength = StrengthPerUnit(recipe)) return *strength;
  if (recipe.range.mode == RangeMode::kFit)
    compiler.FailNode(context,
                      "needs a \"strength\": with a world, its default needs a range of two "
                      "numbers, but fit is only known once the picture is rendered",
                      "give range the minimum and maximum that cobble stats prints, or set "
                      "\"strength\", the height of the surface at 1");
  compiler.FailNode(context,
                    "needs a \"strength\": with a world, its default needs units of equal length "
                    "in all directions, but the domain stretches or tilts them",
                    "give domain.scale and domain.extent one factor for x and y, or set "
                    "\"strength\", the height of the surface at 1");
}

}  // namespace cobble::nodes
