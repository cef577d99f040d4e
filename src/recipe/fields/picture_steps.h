// The steps of a picture: the distances between neighbouring pixels that its extent is divided
// into.
//
//   pixels     |  0  |  1  |  2  |  3  |      4 pixels, 4 steps
//   vertices   0-----1-----2-----3-----4      5 pixels, 4 steps
//
// One picture width, in which radii and normals measure, is the extent along x. A tiled picture
// repeats after its steps, so that the last column of vertices equals the first.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cobble/recipe.h"

namespace cobble {

struct PictureSteps {
  int64_t x = 1, y = 1;
};

// Returns at least one step along each axis, even for sizes that vertices cannot have.
inline PictureSteps StepsOf(const Recipe& recipe) {
  const int64_t ends = recipe.domain.grid == Grid::kVertices ? 1 : 0;
  return {std::max<int64_t>(recipe.width - ends, 1), std::max<int64_t>(recipe.height - ends, 1)};
}

}  // namespace cobble
