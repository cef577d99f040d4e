// A recipe's material on a ball.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "cobble/render.h"

namespace cobble {

// Returns the picture of a sphere of the recipe's material, in the light of the map lit: linear
// red, green and blue, on black. Lambert's azimuthal projection keeps areas equal, so the visible
// side has no seam and no pole. Normals turn with the sphere. All machines give the same bits.
// In: render.window, whose largest inner circle covers the visible side; side, of the result.
//
// Throws what Program::Compile and RenderImage throw for the map lit.
Image SphereOf(const Recipe& recipe, const RenderOptions& render, const std::string& simd,
               int64_t side);

}  // namespace cobble
