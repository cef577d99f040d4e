// The slopes of a source along x and y of a node, wherever the node is.
//
// Slopes are computed with respect to the base of a site (program/site.h). With J the derivative of
// p by the base, a slope s' with respect to p is J^T s' with respect to the base. If a 2 x 2 matrix
// maps the base's x and y to p's, and p's z does not vary with them, s' follows from the base's two
// slopes: steps on grids remain on grids, and nodes that other parts of the recipe use with slopes
// are shared. Otherwise p itself becomes the base. Differences of values, along the axes of p, need
// none of this.
#pragma once

#include <array>
#include <functional>

#include "program/compile.h"

namespace cobble::nodes {

// The slopes of a node's source along x and y of the node's own p, whatever domain, transforms and
// warps lead to it: s_a = sum_b factors[a][b] * slope[b].
struct PlaneSlopes {
  std::array<Result, 2> slope{};  // without a value: 0 everywhere
  std::array<std::array<double, 2>, 2> factors{};

  bool IsZero() const { return slope[0].value < 0 && slope[1].value < 0; }
};

// Compiles a source with slopes along x and y of the site's positions. The slopes have no slopes
// themselves. In: compile, which compiles the source with two slopes at a site.
using CompileAt = std::function<Compiled(const Site& site)>;
PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context,
                               const CompileAt& compile);

// Emits an operation on both slopes. At least one must be nonzero.
Compiled Apply(Compiler& compiler, const PlaneSlopes& slopes, const PointwiseArgs& args,
               const Bounds& bounds);

// Returns |factor| * sqrt(s_x^2 + s_y^2), without a limit.
Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor);

// Returns the number as a parameter of such an operation.
float SlopeParameter(double x);

}  // namespace cobble::nodes
