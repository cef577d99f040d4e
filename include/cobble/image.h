// A picture in memory: float32 samples, row-major, components interleaved.
#ifndef COBBLE_IMAGE_H_
#define COBBLE_IMAGE_H_

#include <cstdint>
#include <vector>

namespace cobble {

// A rectangle of the endless plane of pixels; the recipe's own picture is {0, 0, width, height}.
// |x| and |y| at most 2^53, sides at most 2^31 - 1.
struct Window {
  int64_t x = 0, y = 0, width = 0, height = 0;

  bool operator==(const Window&) const = default;
};

struct Image {
  int64_t width = 0, height = 0;
  int channels = 1;
  std::vector<float> samples;

  // The pixel's samples, one a channel. Throws Error kUsage where the picture has no such pixel.
  const float* Pixel(int64_t x, int64_t y) const;
};

}  // namespace cobble

#endif  // COBBLE_IMAGE_H_
