// Warnings about how a picture shows its images.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/program.h"

namespace cobble {

// Returns a warning for each image whose opposite borders differ and meet where that shows in a
// window, or where tiles of the picture meet: as a seam, in slopes, or in values between pixels.
// Also for each that has another shape than a picture that is as wide or as high as it. In: halo,
// the pixels around the window that maps read; has_free_size, whether the picture could have any
// size.
std::vector<Issue> ImageWarnings(const Program& program, const Window& window, int64_t halo,
                                 bool has_free_size);

// Returns a warning if the picture skips pixels of an image, about the one of which it skips most.
std::vector<Issue> FineImageWarning(const Program& program);

}  // namespace cobble
