// Rows of float planes, aligned and padded as quantisers need them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/size.h"
#include "output/buffer.h"

namespace cobble {

inline constexpr std::size_t kPlaneAlignment = 64, kPaddedPixels = 16;

inline Size PaddedWidth(int64_t width) { return Size(width).RoundUpTo(kPaddedPixels); }
inline Size FloatBytes(int64_t rows, int channels, int64_t width) {
  return Size(rows) * Size(channels) * PaddedWidth(width) * Size(sizeof(float));
}

// Rows of planes: row r, channel c begins at data + (r * channels + c) * stride.
class PlaneRows {
 public:
  PlaneRows(int64_t rows, int channels, int64_t width)
      : stride_(PaddedWidth(width).bytes()),
        channels_(static_cast<std::size_t>(channels)),
        memory_(FloatBytes(rows, channels, width) + Size(kPlaneAlignment)) {
    void* data = memory_.data();
    std::size_t space = memory_.size();
    data_ = static_cast<float*>(std::align(kPlaneAlignment, kPlaneAlignment, data, space));
    std::fill_n(data_, static_cast<std::size_t>(rows) * channels_ * stride_, 0.0f);
  }

  float* Plane(int64_t row, std::size_t channel) {
    return data_ + (static_cast<std::size_t>(row) * channels_ + channel) * stride_;
  }

 private:
  std::size_t stride_, channels_;
  Buffer memory_;
  float* data_;
};

}  // namespace cobble
