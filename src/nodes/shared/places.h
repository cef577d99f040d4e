// Values of a node's source at several places around its position, for masks and blurs. They are
// combined linearly, so slopes follow from the source's slopes at the same places.
#pragma once

#include <initializer_list>

#include "core/affine.h"
#include "program/compile.h"

namespace cobble::nodes {

// Returns the site of the source at p + offset, for a node that samples it within `radius` of its
// position p along x and y. A node uses one radius for all its places.
Site SiteAt(const NodeContext& context, const Vector3& offset, double radius);

// Compiles the input `source` at p + offset, with the slopes of the node.
Compiled SourceAt(Compiler& compiler, const NodeContext& context, const Vector3& offset,
                  double radius);

// Applies an operation that is linear in its inputs; the result has no bounds. The inputs are one
// node at several places, so their common scale is applied to the result. In: weight, the sum of
// the operation's weights: 0 for differences, 1 for means.
Compiled Combined(Compiler& compiler, PointwiseArgs args, std::initializer_list<Compiled> inputs,
                  double weight);

}  // namespace cobble::nodes
