// Factors that convert the noise's value and slope to the height and its slope.
#pragma once

#include "cobble/recipe.h"
#include "core/bounds.h"

namespace cobble {

// The noise values of heights 0 and 1: h = (value - low) / (high - low); if `keep`, h is the value.
struct HeightRange {
  bool keep = false;  // range "none"
  double low = 0, high = 1;
};

// Returns the range of a value with these bounds; for one that is not known yet, the bounds.
HeightRange RangeWithin(const Range& range, const Bounds& bounds);

// h = (value - low) * scale + offset. Subtracting first keeps precision if values are far from 0;
// `offset` corrects for rounding the range's low end to float32. h_x and h_y are the slopes of h
// along x and (downwards) along y, per picture width.
struct HeightScale {
  bool keep = false;  // whether h is the value itself
  float low = 0, scale = 1, offset = 0;
  double rise = 1;           // dh / dvalue
  double slope[2] = {0, 0};  // convert the noise's slopes along x and y to h_x, h_y
};

// Returns the factors for a range. If its ends are equal, or so close that the scale overflows
// float32, h is 0.5 and its slopes are 0.
HeightScale HeightScaleOf(const Recipe& recipe, const HeightRange& range);

}  // namespace cobble
