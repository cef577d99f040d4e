// Images for the C interface's fuzzer, some of them invalid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cobble/cobble_c.h"
#include "fuzz/c_calls.h"

namespace cobble::test {

struct Picture {
  Picture(const cobble_window& window, int32_t channels, std::size_t gap, std::size_t offset)
      : row(static_cast<std::size_t>(window.width * channels) * sizeof(float)),
        stride(row + gap),
        memory(static_cast<std::size_t>(window.height - 1) * stride + row, offset),
        image{.samples = memory.As<float>(),
              .size = memory.size(),
              .width = window.width,
              .height = window.height,
              .channels = channels,
              .format = 0,
              .row_stride = gap == 0 ? 0 : stride} {}

  void Fill(Random& random);  // with samples, few of which are not finite
  void Spoil(Random& random);
  void DemandSame(const Picture& dense) const;

  std::size_t row, stride;
  Memory memory;
  cobble_image image;
};

}  // namespace cobble::test
