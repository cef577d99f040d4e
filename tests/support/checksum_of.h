// Computes the checksum that `cobble render --checksum` prints, for any image.
#pragma once

#include <string>

#include "cobble/image.h"

namespace cobble::test {

// Covers the samples as float32, row by row, with interleaved channels.
std::string ChecksumOf(const Image& image);

}  // namespace cobble::test
