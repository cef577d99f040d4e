// A recipe's material on a ball.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble {

struct SphereOptions {
  Window window;     // of the picture: the largest circle inside it covers the side that is seen
  int64_t side = 1;  // of the result, in pixels
  std::string simd = "auto";
  int threads = 0;
};

// Returns the picture of a sphere with the recipe's material, in the light of the map lit: linear
// red, green and blue, black around the sphere. The projection keeps areas equal (Lambert's
// azimuthal projection), so there is no seam and no pole on the side that is seen. Normals are
// those of the material on the sphere. The bits are the same on every machine.
//
// Throws what Program::Compile and RenderImage throw for the map lit.
Image SphereOf(const Recipe& recipe, const SphereOptions& options);

}  // namespace cobble
