// A chunk that is the band itself, for sinks that take its samples as they are.
#ifndef COBBLE_OUTPUT_HELD_BAND_H_
#define COBBLE_OUTPUT_HELD_BAND_H_

#include <cstddef>

#include "core/band_sink.h"

namespace cobble {

struct HeldBand final : Chunk {
  Band band;

  // Calls take(data, size) for the rows of `row_bytes` each in their order, once for all of them
  // where they lie without gaps.
  template <typename Take>
  void ForBytes(std::size_t row_bytes, const Take& take) const {
    const auto rows = static_cast<std::size_t>(band.rows);
    if (band.stride == row_bytes) return take(band.data, rows * row_bytes);
    for (std::size_t row = 0; row < rows; ++row) take(band.data + row * band.stride, row_bytes);
  }
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_HELD_BAND_H_
