// Warnings about how a picture shows its images.
#pragma once

#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"

namespace cobble {

// Returns a warning for each image whose opposite borders meet in a picture although they differ,
// and for each that has another shape than a picture that is as wide or as high as it. In:
// has_free_size, whether the picture could have any size.
std::vector<Issue> ImageWarnings(const Program& program, bool has_free_size);

}  // namespace cobble
