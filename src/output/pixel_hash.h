// A hash of a picture's pixels, computed while another sink writes them: the CRC of checksum.h of
// the quantised samples, row by row, channels interleaved, little-endian. It depends only on the
// pixels and their depth, not on how a format stores them.
#pragma once

#include <cstdint>
#include <memory>

#include "core/band_sink.h"

namespace cobble {

// Passes everything on to another sink.
class PixelHash final : public BandSink {
 public:
  // `inner` must outlive the hash. In: width of the picture in pixels; is_big_endian, whether the
  // inner sink's 16-bit samples are, as in PNG.
  PixelHash(BandSink& inner, int64_t width, bool is_big_endian = false);

  RowFormat row_format() const override { return inner_.row_format(); }
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;
  void Encode(const Band& band, Chunk& chunk) const noexcept override;
  void Write(const Chunk& chunk) override;

  // The hash of all rows so far.
  uint64_t value() const { return value_; }

 private:
  BandSink& inner_;
  std::size_t row_bytes_;
  bool swaps_;
  uint64_t value_ = 0;
};

}  // namespace cobble
