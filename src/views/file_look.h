// What a picture file looks like, at the size of a screen.
#pragma once

#include "input/picture_reader.h"
#include "views/rgb_picture.h"

namespace cobble {

// Reads all rows. Shows up to three channels: red, green and blue, or the first channel and those
// of the same map, without alpha. Integers are shown as they are. Three different float channels
// are linear light, or (x + 1) / 2 if some are negative, as in normal maps. Other floats are shown
// as they are or, if some are outside 0..1, stretched from their minimum to their maximum.
// NaN is black; infinities are the extremes of the others.
//
// The picture is at most max_width x max_height, and not enlarged. Throws what readers do.
RgbPicture LookAtFile(PictureReader& reader, int64_t max_width, int64_t max_height);

}  // namespace cobble
