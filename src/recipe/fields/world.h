// How the numbers of a recipe with a world convert to metres. All is of the whole picture: a window
// of it has the same scales.
#pragma once

#include <optional>

#include "cobble/recipe.h"

namespace cobble {

// The scales of a recipe with a world.
struct WorldScale {
  double step = 1;        // metres per step of the picture, along x and y: see picture_steps.h
  double rise = 1;        // metres per height
  double base = 0;        // metres at height 0
  double value_rise = 1;  // metres per value of the noise
  double value_base = 0;  // metres at value 0

  double HeightInMetres(double height) const { return base + rise * height; }
  double ValueInMetres(double value) const { return value_base + value_rise * value; }
};

// Returns nullopt without a world.
std::optional<WorldScale> WorldScaleOf(const Recipe& recipe);

// Returns the metres per unit of positions p in the noise, before transforms and warps. Returns
// nullopt without a world, or if they differ by direction, by more than a step of the picture: the
// domain has different scales along x and y, shows a tilted plane, or stretches pixels.
std::optional<double> MetresPerUnit(const Recipe& recipe);

// Returns the strength at which a value's slope per unit becomes metres per metre, as nodes without
// a strength have it; without a world, the strength of normal. The sign is that of the range.
// Returns nullopt where MetresPerUnit does though there is a world.
std::optional<double> StrengthPerUnit(const Recipe& recipe);

}  // namespace cobble
