// Pictures of spheres: their sizes, and keys that do not fit them.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/recipe.h"

namespace cobble {

class ObjectReader;

// Gives the picture of a sphere whose size is a square, N x N, the shape of its surface.
void FitSize(Recipe* recipe);

// Gives the picture of a sphere about that many rows, and the width that its surface needs.
void SetRows(int64_t rows, Recipe* recipe);

// Reports keys that do not fit the recipe's surface, a plane or a sphere. Drops the tiling of a
// preset that is shown on a sphere.
void CheckSphere(const ObjectReader& in, Recipe* recipe);

// Returns what is wrong with things that are flat: 'does not fit the surface "cube"'.
std::string SurfaceMisfit(const Recipe& recipe);

}  // namespace cobble
