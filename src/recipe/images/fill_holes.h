// Fills the holes of images.
#pragma once

#include <cstdint>
#include <vector>

namespace cobble {

// Replaces samples that are NaN by a membrane stretched between the known samples around them: each
// becomes the mean of its neighbours above, below, left and right, as far as they are in the image.
// It never leaves the bounds of the known samples, of which there must be one.
// In: channel, row by row. Error: about 1e-5 of the span of the known samples, or the rounding of a
// float. Cost: about a microsecond for each missing sample. The same bits everywhere.
void FillHoles(int64_t width, int64_t height, std::vector<float>* channel);

}  // namespace cobble
