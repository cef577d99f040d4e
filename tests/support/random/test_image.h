// Images for tests of nodes that show them.
#pragma once

#include <cstdint>
#include <memory>

#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble::test {

// Returns an image of random numbers from 0 to 1.
std::shared_ptr<const SourceImage> TestImage(int64_t width, int64_t height, int channels,
                                             bool is_srgb = false);

// Gives the recipe an image for each image name in its nodes: "a" 7 x 5 pixels with 4 channels,
// encoded by sRGB; "b" 16 x 16, grey; any other 3 x 2 with 3 channels.
void AttachTestImages(Recipe* recipe);

}  // namespace cobble::test
