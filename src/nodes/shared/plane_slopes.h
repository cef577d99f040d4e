// Slopes in the plane of x and y as values, for slope-of.
#pragma once

#include <array>

#include "core/affine.h"
#include "program/compile.h"

namespace cobble::nodes {

// The slopes of a node's source along x and y of the node's own p, whatever domain, transforms and
// warps lead to it: s_a = sum_b factors[a][b] * slope[b].
struct PlaneSlopes {
  std::array<Result, 2> slope{};  // without a value: 0 everywhere
  std::array<std::array<double, 2>, 2> factors{};

  bool IsZero() const { return slope[0].value < 0 && slope[1].value < 0; }
};

// Throws Error if the node is asked for slopes, which would need second derivatives.
void RefuseSlopes(const Compiler& compiler, const NodeContext& context);

// Compiles the input `source` with slopes. The slopes have no slopes themselves.
PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context);
// Returns differences per unit of `source` at p +- radius, by axis, with the node's slopes.
PlaneSlopes CompileDifferences(Compiler& compiler, const NodeContext& context, double radius);

// Returns factor * s_axis, limited to -limit..limit.
Compiled SlopeAlong(Compiler& compiler, const PlaneSlopes& slopes, std::size_t axis, double factor,
                    double limit);
// Returns |factor| * sqrt(s_x^2 + s_y^2), without a limit.
Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor);

}  // namespace cobble::nodes
