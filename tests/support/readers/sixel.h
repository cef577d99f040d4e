// A simple reader of sixel graphics.
#pragma once

#include <string>

#include "views/rgb_picture.h"

namespace cobble::test {

// Returns the picture. Checks that its size is stated, that each pixel is set exactly once, and
// that no colour is used before it is defined.
RgbPicture ReadSixel(const std::string& text);

}  // namespace cobble::test
