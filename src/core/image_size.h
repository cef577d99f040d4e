// The limits on source images.
#pragma once

#include <cstdint>
#include <string>

namespace cobble {

// Throws Error kLimit if an image exceeds kMaxImageSide or kMaxImageSamples. In: where, the file or
// empty; width, height and channels of at least 1.
void CheckImageSize(const std::string& where, int64_t width, int64_t height, int channels);

}  // namespace cobble
