// Monotone cubics through points, as kernels read them.
#pragma once

#include <memory>
#include <vector>

#include "noise/steps/pointwise.h"

namespace cobble::nodes {

// Returns the monotone cubic through the points x0, y0, x1, y1 and so on, constant beyond them. It
// rises and falls where the points do; its slope is 0 at their local extrema and, if
// `is_level_at_ends`, at the first and the last. In: at most kMaxSegments - 1 points.
std::shared_ptr<const CubicTable> MonotoneCubic(const std::vector<double>& xy,
                                                bool is_level_at_ends);

}  // namespace cobble::nodes
