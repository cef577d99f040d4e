// The windows that a Window can name.
#ifndef COBBLE_CORE_WINDOW_H_
#define COBBLE_CORE_WINDOW_H_

#include <cstdint>

#include "cobble/image.h"

namespace cobble {

inline constexpr int64_t kMaxWindowSide = 0x7FFFFFFF;          // pixels, as of a recipe's size
inline constexpr int64_t kMaxWindowCorner = int64_t{1} << 53;  // up to here a double counts exactly

// Whether the window is not empty, and its pixels can be counted.
constexpr bool IsWindow(const Window& window) {
  const auto near = [](int64_t pixel) {
    return -kMaxWindowCorner <= pixel && pixel <= kMaxWindowCorner;
  };
  const auto fits = [](int64_t side) { return 1 <= side && side <= kMaxWindowSide; };
  return near(window.x) && near(window.y) && fits(window.width) && fits(window.height);
}

}  // namespace cobble

#endif  // COBBLE_CORE_WINDOW_H_
