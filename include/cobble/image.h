// Pictures in memory, windows of pixels, and the images that recipes show.
#ifndef COBBLE_IMAGE_H_
#define COBBLE_IMAGE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// A rectangle of pixels. The recipe's picture is {0, 0, width, height}, and y points down. Windows
// may extend beyond it. |x| and |y| are at most 2^53, `width` and `height` at most 2^31 - 1.
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

  // Returns the pixel's `channels` samples. Throws Error kUsage if (x, y) is outside the picture.
  const float* Pixel(int64_t x, int64_t y) const;
};

// Limits on source images: pixels along a side, and samples.
inline constexpr int64_t kMaxImageSide = 65536;
inline constexpr int64_t kMaxImageSamples = int64_t{1} << 28;

// What the file of an elevation model, or of a photograph from above, states besides its samples.
// If a recipe's noise is an image node that shows it, the recipe takes its range and its world from
// it, as far as it states none, and its pictures are on the ground where the image is.
struct ImageTerrain {
  // Metres at the samples 0 and 1; nullopt: unknown.
  std::optional<std::array<double, 2>> heights = {};
  // What is wrong with the heights, such as "has two units", and the cure: why they are unknown or,
  // if they are known, why they may be wrong.
  std::string height_problem = {}, height_cure = {};
  double step = 0;      // metres between neighbouring pixels along both axes; 0: unknown
  double x = 0, y = 0;  // if not: east and north of the first pixel's outer corner; rows run south
  // The code of their projected coordinate system, in its unit; 0: in metres, without a code.
  int epsg = 0;
  // What is wrong with the place, such as "is in degrees", and the cure: why a recipe cannot take
  // it or, with a step, why pictures cannot state it. A step may have a cure alone, of distances
  // that are too long.
  std::string problem = {}, cure = {};

  bool operator==(const ImageTerrain&) const = default;
};

// An image for nodes of the type `image`. It never changes, so recipes and threads can share it.
class COBBLE_EXPORT SourceImage {
 public:
  // In: pixels, samples in 1 to 4 channels: grey; grey and alpha; red, green, blue; red, green,
  // blue and alpha. Unsigned integers of 8 and 16 bits from files are 0..1. Samples that are NaN
  // are holes: nodes fill them smoothly from their borders, and show them as the channel `missing`.
  // is_srgb: colours are sRGB-encoded rather than linear light, unless a node says otherwise.
  // is_complete: samples that look like NoData, such as -9999, are real; else a recipe whose noise
  // they are is refused.
  // Throws Error kUsage if the pixels are not like this, do not fill the size, are infinite or are
  // missing in all of a channel, kLimit if they exceed the limits above.
  explicit SourceImage(Image pixels, bool is_srgb = false, std::optional<ImageTerrain> terrain = {},
                       bool is_complete = false);
  ~SourceImage();

  const Image& pixels() const;  // with holes
  bool is_srgb() const;
  const std::optional<ImageTerrain>& terrain() const;
  bool is_complete() const;
  // Returns 64 hex digits: the SHA-256 of the width, height, channels and is_srgb (0 or 1) as
  // 64-bit integers, and of the samples as 32-bit floats (0x7fc00000 in holes), all little-endian.
  // It does not depend on how a file stores the pixels.
  const std::string& sha256() const;

  struct COBBLE_HIDDEN Impl;  // recipe/images/image_planes.h
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<const Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_IMAGE_H_
