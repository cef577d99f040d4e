// Reads whole pictures, for nodes that show them.
#pragma once

#include <optional>

#include "cobble/image.h"
#include "input/picture_reader.h"

namespace cobble {

struct ImageFile {
  Image pixels;          // grey; grey, alpha; red, green, blue; or these and alpha
  bool is_srgb = false;  // samples are fractions of integers, which are sRGB as in photographs
  std::optional<ImageTerrain> terrain = {};
  bool is_complete = false;  // no sample stands for NoData, whatever it looks like (no_data.h)
};

// Reads a picture. Missing samples are NaN. Its channels are Y or R, G and B, each with A if
// present; or the only one. Throws Error, before it reads anything large,
// - as OpenPictureFile does;
// - kRecipe if the suffix belongs to another format, the channels are not these, or samples are
//   infinite or all missing;
// - kLimit if the image is too large (core/window.h).
ImageFile ReadImageFile(const PictureFile& file);

}  // namespace cobble
