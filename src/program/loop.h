// Loops (Recipe::loop): the picture has period 1 along z of P.
#pragma once

#include <cmath>

#include "cobble/recipe.h"

namespace cobble {

// Reduces z of P to one period in a loop, so that z whole periods apart have the same bits.
inline double ReducedZ(const Recipe& recipe, double z) {
  return recipe.loop ? z - std::floor(z) : z;
}

// Returns the reduced z of the slice.
inline double SliceOf(const Recipe& recipe) { return ReducedZ(recipe, recipe.domain.slice); }

}  // namespace cobble
