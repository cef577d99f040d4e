// A recipe's material on a ball.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble {

struct SphereOptions {
  Window window;     // of the picture: its largest inner circle covers the visible side
  int64_t side = 1;  // of the result, in pixels
  std::string simd = "auto";
  int threads = 0;
};

// Returns the picture of a sphere of the recipe's material, in the light of the map lit: linear
// red, green and blue, on black. Lambert's azimuthal projection keeps areas equal, so the visible
// side has no seam and no pole. Normals turn with the sphere. All machines give the same bits.
//
// Throws what Program::Compile and RenderImage throw for the map lit.
Image SphereOf(const Recipe& recipe, const SphereOptions& options);

}  // namespace cobble
