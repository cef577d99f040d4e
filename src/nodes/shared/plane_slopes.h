// Slopes in the plane of x and y as values, for nodes that are computed from them.
#ifndef COBBLE_NODES_SHARED_PLANE_SLOPES_H_
#define COBBLE_NODES_SHARED_PLANE_SLOPES_H_

#include <array>

#include "core/affine.h"
#include "program/compile.h"
#include "recipe/fields/field.h"

namespace cobble::nodes {

// The slopes of a node's source along x and y of the node's own position p, whatever the domain,
// transforms and warps make of it: s_a = sum_b factors[a][b] * slope[b].
struct PlaneSlopes {
  std::array<int, 2> slope{-1, -1};  // buffers; -1: 0 everywhere
  std::array<std::array<double, 2>, 2> factors{};

  bool IsZero() const { return slope[0] < 0 && slope[1] < 0; }
};

// Explanations for such nodes.
inline constexpr Detail kSlopeDetail{
    "s'",
    "the exact slope (s'_x, s'_y) of s along x and y of P, 0 where s jumps; the scale and rotation "
    "of the domain do not change it, so a mask keeps its place on the terrain"};
inline constexpr Detail kNoSlopeDetail{
    "no slope",
    "the node has no slope of its own: it is refused where one is needed, in the noise of normal, "
    "slope and curvature maps and of cobble sample, and in the source of slope-of and "
    "curvature-of; height, value, ao and the recipe's maps need none"};

// Throws Error if slopes are asked of the node, which has none: they would take second derivatives.
void RefuseSlopes(const Compiler& compiler, const NodeContext& context);

// Compiles the input `source` at p + offset, with slopes. In: an offset of 0, or of the key
// `radius` along x or y.
PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context,
                               const Vector3& offset = {0, 0, 0});

// Returns factor * s_axis, limited to -limit..limit.
Compiled SlopeAlong(Compiler& compiler, const PlaneSlopes& slopes, std::size_t axis, double factor,
                    double limit);
// Returns |factor| * sqrt(s_x^2 + s_y^2), which has no limit.
Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor);

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_SHARED_PLANE_SLOPES_H_
