// Pictures for screens: 8-bit sRGB in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "core/size.h"

namespace cobble {

struct RgbPicture {
  int64_t width = 0, height = 0;
  std::vector<uint8_t> samples;  // red, green, blue; row-major from the top

  RgbPicture() = default;
  RgbPicture(int64_t columns, int64_t rows)
      : width(columns), height(rows), samples((Size(columns) * Size(rows) * Size(3)).bytes()) {}

  // The pixel's three samples. In: x, y, inside the picture.
  const uint8_t* Pixel(int64_t x, int64_t y) const {
    return samples.data() + (Size(y) * Size(width) + Size(x)).bytes() * 3;
  }
  bool operator==(const RgbPicture&) const = default;
};

// The largest size with the shape of width x height within max_width x max_height and width x
// height. Each side is at least 1.
struct FittedSize {
  int64_t width = 1, height = 1;

  bool operator==(const FittedSize&) const = default;
};
FittedSize FitWithin(int64_t width, int64_t height, int64_t max_width, int64_t max_height);

// Reduces a picture row by row. Each pixel of the result is the mean of the area that it covers.
class Reducer {
 public:
  Reducer(int64_t from_width, int64_t from_height, int channels, const FittedSize& size);

  // Takes the next row from the top: from_width pixels, channels interleaved.
  void Add(std::span<const float> row);
  // Returns the picture after the last row.
  Image Take() { return std::move(reduced_); }

 private:
  // A source pixel under a pixel of the result, and the share of the latter that it covers.
  struct Overlap {
    std::size_t index;
    double share;
  };

  static std::vector<Overlap> OverlapsOf(int64_t k, int64_t from, int64_t to);
  void FinishRow();

  const int64_t from_height_, height_;
  const std::size_t channels_;
  std::vector<std::vector<Overlap>> columns_;  // of each column of the result
  std::vector<double> sums_;                   // of a row of the result, before its columns are
  int64_t row_ = 0;                            // of the result
  std::vector<Overlap> rows_;                  // of that row
  std::size_t next_ = 0;                       // row of the source
  Image reduced_;
};

Image Reduced(const Image& image, const FittedSize& size);

// Returns the sRGB byte nearest to a linear value, which is clamped to 0..1.
uint8_t SrgbByte(double linear);
// Returns the byte nearest to 255 x, with x clamped to 0..1; 0 for NaN.
uint8_t UnitByte(double x);

// Returns the picture enlarged by the largest whole number that keeps it within max_width x
// max_height: each pixel becomes a square. A larger picture stays as it is.
RgbPicture Enlarged(const RgbPicture& picture, int64_t max_width, int64_t max_height);

// Returns the picture twice across and twice down, where seams would show.
RgbPicture Repeated(const RgbPicture& picture);

}  // namespace cobble
