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
};

// An encoded band. Each sink derives its own type and reuses its buffers for every band.
struct Chunk {
  virtual ~Chunk() = default;
};

class BandSink {
 public:
  virtual ~BandSink() = default;

  virtual RowFormat row_format() const = 0;
  // Allocates a chunk for bands of at most `rows` rows. Throws if out of memory.
  virtual std::unique_ptr<Chunk> NewChunk(int64_t rows) const = 0;
  // Called in parallel, each call with its own chunk. Does not allocate and cannot fail. The band's
  // rows stay valid and unchanged until Write returns, so a chunk may point to them.
  virtual void Encode(const Band& band, Chunk& chunk) const noexcept = 0;
  // Called sequentially, in the order of the bands. Throws Error kIo.
  virtual void Write(const Chunk& chunk) = 0;
};

}  // namespace cobble
