// Pictures in memory, and windows of pixels.
#ifndef COBBLE_IMAGE_H_
#define COBBLE_IMAGE_H_

#include <cstdint>
#include <vector>

namespace cobble {

// A rectangle of pixels. The recipe's picture is {0, 0, width, height}, and y points down; windows
// may extend beyond it, since the noise has no edge. |x| and |y| are at most 2^53, `width` and
// `height` at most 2^31 - 1.
struct Window {
  int64_t x = 0, y = 0, width = 0, height = 0;

  bool operator==(const Window&) const = default;
};

// Float samples, row-major from the top, channels interleaved: channel c of pixel (x, y) is
// samples[(y * width + x) * channels + c].
struct Image {
  int64_t width = 0, height = 0;
  int channels = 1;
  std::vector<float> samples;

  // The pixel's samples, `channels` of them. Throws Error kUsage if (x, y) is outside the picture.
  const float* Pixel(int64_t x, int64_t y) const;
};

}  // namespace cobble

#endif  // COBBLE_IMAGE_H_
