// Between render/ and output/: bands of quantised rows, encoded in parallel and written in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cobble {

// Converts n pixels to the sink's sample format, channels interleaved.
// In: planes[c][k], channel c of pixel k: float32, 64-byte aligned, readable up to n rounded up
// to a multiple of 16.
// Out: exactly n * channels samples at `out`, which may be unaligned.
// Returns the number of samples clamped to the format's range (integers: those outside 0..1, and
// NaN); always 0 for normals in integer formats.
using Quantize = uint64_t (*)(const float* const* planes, int channels, int n, std::byte* out);

// Converts n samples of one channel before quantisation, for example to sRGB. `in` and `out` are
// aligned and padded like planes, and may be the same.
using Transfer = void (*)(const float* in, int n, float* out);

// The layout of the rows that a sink accepts.
struct RowFormat {
  int channels = 1;
  int sample_bytes = 1;
  Quantize quantize = nullptr;
  // By channel; null: the channel is quantised as is. Empty: all channels are.
  std::vector<Transfer> transfers = {};
};

// Consecutive whole rows of the picture, quantised.
struct Band {
  int64_t index = 0;      // from 0, top to bottom
  int64_t first_row = 0;  // in the picture being written
  int64_t rows = 0;
  const std::byte* data = nullptr;
  std::size_t stride = 0;  // bytes between row starts, >= width * channels * sample_bytes

  // Calls take(data, size) per row of `row_bytes` in order, or once if rows are contiguous.
  template <typename Take>
  void ForBytes(std::size_t row_bytes, const Take& take) const {
    const auto count = static_cast<std::size_t>(rows);
    if (stride == row_bytes) return take(data, count * row_bytes);
    for (std::size_t row = 0; row < count; ++row) take(data + row * stride, row_bytes);
  }
};

// An encoded band. A sink that encodes derives its own type and reuses its buffers for every band.
struct Chunk {
  virtual ~Chunk() = default;
};

// Sinks override what they need: by default, nothing is encoded or written.
class BandSink {
 public:
  virtual ~BandSink() = default;

  virtual RowFormat row_format() const = 0;
  // Allocates a chunk for bands of at most `rows` rows. Throws if out of memory.
  virtual std::unique_ptr<Chunk> NewChunk(int64_t /*rows*/) const {
    return std::make_unique<Chunk>();
  }
  // Called in parallel, each call with its own chunk. Does not allocate and cannot fail.
  virtual void Encode(const Band& /*band*/, Chunk& /*chunk*/) const noexcept {}
  // Called sequentially, in the order of the bands, with a band, whose rows are still unchanged,
  // and what Encode made of it. Throws Error kIo.
  virtual void Write(const Band& /*band*/, const Chunk& /*chunk*/) {}
};

}  // namespace cobble
