// A checksum of a picture's values: the CRC-64 that xz uses (CRC-64/XZ: the ECMA-182 polynomial,
// reflected) of a map's samples, usually the noise values, as little-endian float32, row by row,
// channels interleaved. These are the bytes of a .r32 file, so any tool that knows this CRC can
// verify them. It depends only on the recipe and the window.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/band_sink.h"

namespace cobble {

// A sink that computes the checksum of a map's bands and stores nothing.
class ChecksumSink : public BandSink {
 public:
  // `width` is the picture's width in pixels.
  explicit ChecksumSink(int64_t width, int channels = 1) : width_(width), channels_(channels) {}

  RowFormat row_format() const override;
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;
  void Encode(const Band& band, Chunk& chunk) const noexcept override;
  void Write(const Chunk& chunk) override;

  // The checksum of all rows so far.
  uint64_t value() const { return value_; }
  std::string Text() const;  // 16 hex digits

 private:
  int64_t width_;
  int channels_;
  uint64_t value_ = 0;
};

}  // namespace cobble
