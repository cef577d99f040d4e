// Image: bounds-checked access to pixels, and limits.
#include "cobble/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cobble/error.h"
#include "core/size.h"
#include "core/window.h"

namespace cobble {

const float* Image::Pixel(int64_t x, int64_t y) const {
  // The members are public, so there may be fewer samples than width * height * channels.
  const bool is_inside = x >= 0 && x < width && y >= 0 && y < height && channels > 0;
  const auto pixels = is_inside ? samples.size() / static_cast<std::size_t>(channels) : 0;
  const auto row = static_cast<std::size_t>(y), column = static_cast<std::size_t>(x);
  if (pixels <= column || (pixels - column - 1) / static_cast<std::size_t>(width) < row)
    throw Error(ErrorKind::kUsage, "",
                "the picture has no pixel " + std::to_string(x) + "," + std::to_string(y));
  return samples.data() +
         (row * static_cast<std::size_t>(width) + column) * static_cast<std::size_t>(channels);
}

void CheckImageSize(const std::string& where, int64_t width, int64_t height, int channels) {
  if (std::max(width, height) > kMaxImageSide)
    throw Error(ErrorKind::kLimit, where,
                fmt::format("an image can have at most {} pixels along a side, got {} x {}",
                            kMaxImageSide, width, height));
  if (Size(width) * Size(height) * Size(channels) > Size(kMaxImageSamples))
    throw Error(ErrorKind::kLimit, where,
                fmt::format("an image can have at most {} samples, got {} x {} x {}",
                            kMaxImageSamples, width, height, channels));
}

}  // namespace cobble
