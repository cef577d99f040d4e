// The limits on source images.
#ifndef COBBLE_CORE_IMAGE_SIZE_H_
#define COBBLE_CORE_IMAGE_SIZE_H_

#include <cstdint>
#include <string>

namespace cobble {

// Throws Error kLimit if an image exceeds kMaxImageSide or kMaxImageSamples. In: where, the file,
// or empty; a width, a height and a number of channels of at least 1.
void CheckImageSize(const std::string& where, int64_t width, int64_t height, int channels);

}  // namespace cobble

#endif  // COBBLE_CORE_IMAGE_SIZE_H_
