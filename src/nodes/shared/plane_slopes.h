// Slopes in the plane of x and y as values, for slope-of.
#pragma once

#include <array>

#include "core/affine.h"
#include "program/compile.h"

namespace cobble::nodes {

// The slopes of a node's source along x and y of the node's own position p, whatever the domain,
// transforms and warps make of it: s_a = sum_b factors[a][b] * slope[b].
struct PlaneSlopes {
  std::array<Result, 2> slope{};  // without a value: 0 everywhere
  std::array<std::array<double, 2>, 2> factors{};

  bool IsZero() const { return slope[0].value < 0 && slope[1].value < 0; }
};

// Throws Error if slopes are asked of the node, which has none: they would take second derivatives.
void RefuseSlopes(const Compiler& compiler, const NodeContext& context);

// Compiles the input `source` with slopes. They have no slopes themselves.
PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context);
// Compiles the input `source` at p + radius and p - radius along each axis, and returns the
// differences per unit, with the slopes of the node.
PlaneSlopes CompileDifferences(Compiler& compiler, const NodeContext& context, double radius);

// Returns factor * s_axis, limited to -limit..limit.
Compiled SlopeAlong(Compiler& compiler, const PlaneSlopes& slopes, std::size_t axis, double factor,
                    double limit);
// Returns |factor| * sqrt(s_x^2 + s_y^2), which has no limit.
Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor);

}  // namespace cobble::nodes
