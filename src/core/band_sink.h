// What render/ hands to output/: a picture as bands of quantised rows, encoded in parallel and
// written in order.
#ifndef COBBLE_CORE_BAND_SINK_H_
#define COBBLE_CORE_BAND_SINK_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cobble {

// Turns `n` pixels into the sink's own samples, components interleaved.
// In: planes[c][k], component c of pixel k, float32, aligned to 64 bytes and readable up to n
// rounded up to 16. Out: exactly n * channels samples at `out`, any alignment.
// Returns how many samples were clamped because the format cannot hold them (integers: outside
// 0..1, or NaN); 0 for the components of normals as integers.
using Quantize = uint64_t (*)(const float* const* planes, int channels, int n, std::byte* out);

// How a sink wants its rows.
struct RowFormat {
  int channels = 1;
  int sample_bytes = 1;
  Quantize quantize = nullptr;
};

// Some whole rows of the picture, already quantised.
struct Band {
  int64_t index = 0;      // from 0, in the order of the rows
  int64_t first_row = 0;  // within the picture that is written
  int64_t rows = 0;
  const std::byte* data = nullptr;
  std::size_t stride = 0;  // bytes from row to row, at least width * channels * sample_bytes
};

// What Encode makes of a band; a sink derives its own and keeps its buffers from band to band.
struct Chunk {
  virtual ~Chunk() = default;
};

class BandSink {
 public:
  virtual ~BandSink() = default;

  virtual RowFormat row_format() const = 0;
  // A chunk with room for any band of at most `rows` rows. Cold; throws where memory is short.
  virtual std::unique_ptr<Chunk> NewChunk(int64_t rows) const = 0;
  // Called in parallel, each with a chunk of its own. Allocates nothing, cannot fail. The band's
  // rows stay where and as they are until Write of that chunk has returned, so that a chunk may
  // just point to them.
  virtual void Encode(const Band& band, Chunk& chunk) const noexcept = 0;
  // Called one at a time in the order of the bands. Throws Error kIo.
  virtual void Write(const Chunk& chunk) = 0;
};

}  // namespace cobble

#endif  // COBBLE_CORE_BAND_SINK_H_
