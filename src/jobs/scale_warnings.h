// Warnings about patterns that are too fine or too coarse for their picture.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"

namespace cobble {

// In smaller pictures, little shows anyway.
inline constexpr int64_t kMinShownSide = 64;

// Returns a warning about the noise or pattern whose cells are the smallest, if they are at most a
// pixel wide, or else the largest, if they are much larger than the picture; with the number that
// would show something, at the key that is the most to blame. If there is none, returns a warning
// about each node whose last octaves are too fine for the pixels. Also returns what was found while
// compiling, such as why a picture of a preset is not tiled.
std::vector<Issue> FineWarnings(const Program& program);

}  // namespace cobble
