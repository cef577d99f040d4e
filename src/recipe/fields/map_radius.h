// The radii of maps that read the pixels around each pixel: curvature and ao.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "cobble/recipe.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {

// In picture widths. Maps read the surface this far around each pixel, even beyond the picture's
// edge; that halo is rendered and kept in memory.
inline constexpr double kMaxMapRadius = 0.25;

// In: radius, in picture widths. Returns at least one pixel.
inline int64_t RadiusInPixels(double radius, const Recipe& recipe) {
  return std::max<int64_t>(std::llround(radius * static_cast<double>(StepsOf(recipe).x)), 1);
}

}  // namespace cobble
