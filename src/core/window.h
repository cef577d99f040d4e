// The valid ranges of windows and of source images.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"

namespace cobble {

// Maximum width and height of a window and of a recipe's size, in pixels.
inline constexpr int64_t kMaxWindowSide = 0x7FFFFFFF;
// Maximum |x| and |y|: up to 2^53, a double represents every integer exactly.
inline constexpr int64_t kMaxWindowCorner = int64_t{1} << 53;

// Returns whether the window is within these limits. It may be empty.
constexpr bool IsWithinWindowLimits(const Window& window) {
  const auto near = [](int64_t pixel) {
    return -kMaxWindowCorner <= pixel && pixel <= kMaxWindowCorner;
  };
  return near(window.x) && near(window.y) && window.width <= kMaxWindowSide &&
         window.height <= kMaxWindowSide;
}

// Returns whether the window is within these limits and not empty.
constexpr bool IsWindow(const Window& window) {
  return IsWithinWindowLimits(window) && window.width >= 1 && window.height >= 1;
}

// Throws Error kLimit if an image exceeds kMaxImageSide or kMaxImageSamples. In: where, the file or
// empty; width, height and channels of at least 1.
void CheckImageSize(const std::string& where, int64_t width, int64_t height, int channels);

}  // namespace cobble
