// Keeps the samples of a picture in memory, as floats or as a format stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/band_sink.h"

namespace cobble {

// Keeps samples as floats, channels interleaved: a Quantize.
inline uint64_t InterleaveFloats(const float* const* planes, int channels, int n, std::byte* out) {
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < channels; ++c, out += sizeof(float))
      std::memcpy(out, planes[c] + k, sizeof(float));
  return 0;
}

// Rows of samples in memory, `stride` bytes apart; 0: without gaps. Need not be aligned.
struct SampleRows {
  void* samples = nullptr;
  std::size_t stride = 0;
};

// Copies bands to their rows: row by row, channels interleaved.
class SampleSink final : public BandSink {
 public:
  SampleSink(RowFormat format, SampleRows rows) : format_(std::move(format)), rows_(rows) {}
  // Keeps floats.
  SampleSink(int channels, SampleRows rows)
      : SampleSink({channels, sizeof(float), &InterleaveFloats}, rows) {}

  void SetRows(SampleRows rows) { rows_ = rows; }

  RowFormat row_format() const override { return format_; }
  void Encode(const Band& band, Chunk&) const noexcept override {
    const std::size_t stride = rows_.stride == 0 ? band.stride : rows_.stride;
    std::byte* to =
        static_cast<std::byte*>(rows_.samples) + static_cast<std::size_t>(band.first_row) * stride;
    for (int64_t row = 0; row < band.rows; ++row, to += stride)
      std::memcpy(to, band.data + static_cast<std::size_t>(row) * band.stride, band.stride);
  }

 private:
  RowFormat format_;
  SampleRows rows_;
};

}  // namespace cobble
