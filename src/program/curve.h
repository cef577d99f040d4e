// Curves through given points, as tables of cubics.
#ifndef COBBLE_PROGRAM_CURVE_H_
#define COBBLE_PROGRAM_CURVE_H_

#include <memory>
#include <vector>

#include "noise/steps/pointwise.h"

namespace cobble {

// The monotone cubic through the points, constant beyond them: where the points rise it rises,
// where they fall it falls, and at their turns it is level.
// In: x0, y0, x1, y1, ..., 2 to 256 points, x rising.
// Based on: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", 1980.
std::shared_ptr<const CubicTable> MonotoneCubic(const std::vector<double>& points);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_CURVE_H_
