// A chunk that refers to the band itself, for writers that use the band's samples unchanged.
#pragma once

#include <cstddef>

#include "output/picture.h"

namespace cobble {

struct HeldBand final : PictureBand {
  Band band = {};

  // Calls take(data, size) per row of `row_bytes` in order, or once if rows are contiguous.
  template <typename Take>
  void ForBytes(std::size_t row_bytes, const Take& take) const {
    const auto count = static_cast<std::size_t>(band.rows);
    if (band.stride == row_bytes) return take(band.data, count * row_bytes);
    for (std::size_t row = 0; row < count; ++row) take(band.data + row * band.stride, row_bytes);
  }
};

}  // namespace cobble
