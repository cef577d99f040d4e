// Checksums of pixels: the CRC-64 that xz uses (CRC-64/XZ: the ECMA-182 polynomial, reflected) of
// samples, row by row, channels interleaved, little-endian. These are the bytes of a raw file, so
// any tool that knows this CRC can verify them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/band_sink.h"

namespace cobble {

// A sink that computes the checksum of a map's samples, usually the noise values, as float32, and
// stores nothing. It depends only on the recipe and the window.
class ChecksumSink : public BandSink {
 public:
  // `width` is the picture's width in pixels.
  explicit ChecksumSink(int64_t width, int channels = 1) : width_(width), channels_(channels) {}

  RowFormat row_format() const override;
  void Write(const Band& band, const Chunk& chunk) override;

  // The checksum of all rows so far.
  uint64_t value() const { return value_; }
  std::string Text() const;  // 16 hex digits

 private:
  int64_t width_;
  int channels_;
  uint64_t value_ = 0;
};

// A hash of a picture's quantised samples, computed while another sink writes them. It depends only
// on the pixels and their depth, not on how a format stores them. Passes everything on.
class PixelHash final : public BandSink {
 public:
  // `inner` must outlive the hash. In: width of the picture in pixels; is_big_endian, whether the
  // inner sink's 16-bit samples are, as in PNG.
  PixelHash(BandSink& inner, int64_t width, bool is_big_endian = false);

  RowFormat row_format() const override { return inner_.row_format(); }
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override { return inner_.NewChunk(rows); }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    inner_.Encode(band, chunk);
  }
  void Write(const Band& band, const Chunk& chunk) override;

  // The hash of all rows so far.
  uint64_t value() const { return value_; }

 private:
  BandSink& inner_;
  std::size_t row_bytes_;
  bool swaps_;
  uint64_t value_ = 0;
};

}  // namespace cobble
