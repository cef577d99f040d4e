// A whole picture of quantised samples in memory, for pictures that are put together from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/band_sink.h"

namespace cobble {

class PixelBuffer {
 public:
  // The samples are 0. Throws Error kLimit if the size exceeds the address space.
  PixelBuffer(int64_t width, int64_t height, std::size_t pixel_bytes);

  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  std::size_t pixel_bytes() const { return pixel_bytes_; }
  std::size_t stride() const { return stride_; }

  std::byte* At(int64_t x, int64_t y) {
    return data_.data() + static_cast<std::size_t>(y) * stride_ +
           static_cast<std::size_t>(x) * pixel_bytes_;
  }
  const std::byte* At(int64_t x, int64_t y) const {
    return const_cast<PixelBuffer*>(this)->At(x, y);
  }

 private:
  int64_t width_, height_;
  std::size_t pixel_bytes_, stride_;
  std::vector<std::byte> data_;
};

// Passes the buffer, whose pixels have the sink's row format, to a sink in the bands that
// RenderBands uses. In: threads, at least 1.
void WriteBuffer(const PixelBuffer& buffer, int threads, BandSink* sink);

}  // namespace cobble
