// What a picture file looks like, at the size of a screen.
#pragma once

#include "input/picture_reader.h"
#include "views/rgb_picture.h"

namespace cobble {

// Reads all rows. Shows up to three channels: red, green and blue, or else the first channel and
// those that belong to the same map; alpha is not shown. Integers are shown as they are. Floats of
// three channels that differ are linear light, or (x + 1) / 2 if some are negative, as in normal
// maps; others are shown as they are or, if some are outside 0..1, stretched from their minimum to
// their maximum.
// NaN is shown as black; infinities, as the extremes of the others.
//
// The picture is no larger than max_width x max_height, and not enlarged. Throws what readers do.
RgbPicture LookAtFile(PictureReader& reader, int64_t max_width, int64_t max_height);

}  // namespace cobble
