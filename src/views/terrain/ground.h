// The ground of a landscape: its surface, and the light that it reflects.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "core/size.h"
#include "render/maps/light.h"
#include "views/terrain/height_field.h"

namespace cobble {

struct Ground {
  HeightField heights;
  Image light;  // of each sample: linear red, green and blue, as the map lit shows it
  Light sun;
  double width;  // of the picture, in steps of the grid
};

struct GroundOptions {
  int64_t samples = 1024;  // of the longer side; at least 2
  std::string simd = "auto";
  int threads = 0;
};

// Returns the memory of a ground with that many samples along its longer side.
Size BytesOfGround(const Recipe& recipe, int64_t samples);

// Renders the recipe's picture with that many samples, whatever its own size. Its light is the map
// lit's, with the shadows of relief that hides the sun. Heights rise as in the normal map: by the
// strength of the normal, or by the recipe's world. They are cut off beyond 16 picture widths.
//
// Throws what Program::Compile throws for the map lit, and what RenderImage throws.
Ground MakeGround(const Recipe& recipe, const GroundOptions& options);

}  // namespace cobble
