// The row format of pictures that hold one map.
#pragma once

#include "core/band_sink.h"
#include "output/picture.h"
#include "output/quantize.h"

namespace cobble {

// Returns the row format of the picture's map. In: `coding` with the members that only the file
// format decides (big_endian, is_positive); the others follow from the picture.
RowFormat RowFormatOf(const PictureSpec& spec, SampleCoding coding = {});

}  // namespace cobble
