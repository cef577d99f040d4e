// Finds the strength of nodes that treat their source as a surface.
#include "nodes/shared/strength.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "recipe/fields/world.h"

namespace cobble::nodes {
namespace {

// Returns the surface of a recipe with a world whose domain stretches the picture. Returns nullopt
// if it tilts the plane.
std::optional<Surface> StretchedSurface(const Recipe& recipe, const ValueScale& scale) {
  const auto ways = WaysAcrossOf(recipe);
  if (!ways) return std::nullopt;
  const double units = ways->Units();
  return Surface{.strength = scale.rise / (recipe.world->Width() / units),
                 .is_stretched = true,
                 .right = {ways->right[0] / units, ways->right[1] / units},
                 .down = {ways->down[0] / units, ways->down[1] / units}};
}

}  // namespace

Vector3 Surface::OffsetOf(double a, double b) const {
  return {a * right[0] + b * down[0], a * right[1] + b * down[1], 0};
}

double Surface::Reach() const {
  const auto reach = [&](std::size_t axis) {
    return std::sqrt(right[axis] * right[axis] + down[axis] * down[axis]);
  };
  return std::max(reach(0), reach(1));
}

Surface SurfaceOf(Compiler& compiler, const NodeContext& context) {
  if (context.node.Has("strength")) return {.strength = context.node.Number("strength")};
  const Recipe& recipe = compiler.recipe();
  std::optional<Bounds> fitted;
  if (HasFittedWorld(recipe)) fitted = compiler.WaitForRange(context);
  if (const auto strength = StrengthPerUnit(recipe, fitted)) return {.strength = *strength};
  if (const auto surface = StretchedSurface(recipe, *ValueScaleOf(recipe, fitted))) return *surface;
  compiler.FailNode(context,
                    "needs a \"strength\": with a world, its default needs a level plane, but the "
                    "domain tilts it",
                    "give domain.rotate only an angle around z, or set \"strength\", the height of "
                    "the surface at 1");
}

}  // namespace cobble::nodes
