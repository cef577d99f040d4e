// A checksum of a picture's values.
//
// It is the CRC-64 that xz uses (CRC-64/XZ: ECMA-182's polynomial, reflected), over the noise's own
// values as float32, little-endian, row after row: the bytes of a `value` map in a .r32 file, so
// that any tool that knows this CRC can check it. It follows from the recipe and the window alone.
#ifndef COBBLE_OUTPUT_CHECKSUM_H_
#define COBBLE_OUTPUT_CHECKSUM_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/band_sink.h"

namespace cobble {

// Takes the bands of a `value` map; writes nothing anywhere.
class ChecksumSink : public BandSink {
 public:
  // Of a picture `width` pixels wide.
  explicit ChecksumSink(int64_t width) : width_(width) {}

  RowFormat row_format() const override;
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;
  void Encode(const Band& band, Chunk& chunk) const noexcept override;
  void Write(const Chunk& chunk) override;

  // Of all rows so far.
  uint64_t value() const { return value_; }
  std::string Text() const;  // 16 hex digits

 private:
  int64_t width_;
  uint64_t value_ = 0;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_CHECKSUM_H_
