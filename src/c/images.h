// The memory of images: where their rows are.
#pragma once

#include <string>

#include "cobble/cobble_c.h"
#include "render/float_sink.h"

namespace cobble::c {

// Returns where the rows of an image are, whose width, height and channels are at least 1. Throws
// Error kUsage at `place` ("images[0]") if they do not fit into its memory.
FloatRows RowsIn(const cobble_image& image, const std::string& place);

}  // namespace cobble::c
