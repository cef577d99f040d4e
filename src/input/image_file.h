// Reads whole pictures, for nodes that show them.
#pragma once

#include "cobble/image.h"
#include "input/picture_reader.h"

namespace cobble {

struct ImageFile {
  Image pixels;          // grey; grey, alpha; red, green, blue; or these and alpha
  bool is_srgb = false;  // the samples are integers, as those of photographs, which sRGB encodes
};

// Reads a picture. Its channels are those named Y or R, G and B, and A; or the only one.
// Throws Error, before anything large is read,
// - as OpenPictureFile does;
// - kRecipe if the suffix is that of another format, or the channels are others;
// - kLimit if the image is too large (core/image_size.h).
ImageFile ReadImageFile(const PictureFile& file);

}  // namespace cobble
