// Where the rows of images are in memory.
#pragma once

#include <string>

#include "cobble/cobble_c.h"
#include "render/float_sink.h"

namespace cobble::c {

// In: image, whose width, height and channels are at least 1. Throws Error kUsage at `place`
// ("images[0]") if its rows do not fit into its memory.
FloatRows RowsIn(const cobble_image& image, const std::string& place);

}  // namespace cobble::c
