// Keeps the samples of a picture as floats in memory.
#ifndef COBBLE_RENDER_FLOAT_SINK_H_
#define COBBLE_RENDER_FLOAT_SINK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/band_sink.h"

namespace cobble {

// Keeps samples as floats, channels interleaved: a Quantize.
inline uint64_t InterleaveFloats(const float* const* planes, int channels, int n, std::byte* out) {
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < channels; ++c, out += sizeof(float))
      std::memcpy(out, planes[c] + k, sizeof(float));
  return 0;
}

// Copies bands to their rows in `samples`: row by row, channels interleaved.
class FloatSink final : public BandSink {
 public:
  FloatSink(int channels, float* samples) : channels_(channels), samples_(samples) {}

  RowFormat row_format() const override { return {channels_, sizeof(float), &InterleaveFloats}; }
  std::unique_ptr<Chunk> NewChunk(int64_t) const override { return std::make_unique<Chunk>(); }
  void Encode(const Band& band, Chunk&) const noexcept override {
    const std::size_t first = static_cast<std::size_t>(band.first_row) * band.stride;
    std::memcpy(reinterpret_cast<std::byte*>(samples_) + first, band.data,
                static_cast<std::size_t>(band.rows) * band.stride);
  }
  void Write(const Chunk&) override {}

 private:
  int channels_;
  float* samples_;
};

}  // namespace cobble

#endif  // COBBLE_RENDER_FLOAT_SINK_H_
