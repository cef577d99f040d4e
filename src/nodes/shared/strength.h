// The key `strength` of nodes that treat their source as a surface.
#pragma once

#include <array>

#include "core/affine.h"
#include "program/compile.h"

namespace cobble::nodes {

// A surface over the plane of x and y of p. Where the domain of a recipe with a world stretches the
// picture, so that metres depend on the direction, lengths are those of the ground, in units of p
// along the picture's width: a way (a, b) on it leads to p + a * right + b * down.
struct Surface {
  double strength = 1;  // the height where the source is 1, in units
  bool is_stretched = false;
  std::array<double, 2> right{1, 0}, down{0, 1};

  // Returns the way in p.
  Vector3 OffsetOf(double a, double b) const;
  // Returns how far a way of length 1 leads along x or y, at most.
  double Reach() const;
};

// Returns the surface of the node's strength or, without one, the recipe's (world or normal).
// Throws Error if the domain of a recipe with a world tilts the plane, or if the node is part of
// the noise whose range is fit.
Surface SurfaceOf(Compiler& compiler, const NodeContext& context);

}  // namespace cobble::nodes
