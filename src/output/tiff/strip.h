// Compresses a strip of a TIFF: a predictor, then a zlib stream. The compression method is chosen
// from a sample of the strip's rows, so it depends only on the strip's bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/band_sink.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/deflate/deflate.h"

namespace cobble {

// Integers of 1 or 2 bytes and floats of 4 bytes, little-endian, channels interleaved.
struct TiffRows {
  int channels = 1;
  int sample_bytes = 1;
  std::size_t row_bytes = 0;
};

class TiffStripPacker {
 public:
  static constexpr std::size_t kPlanes = 4;  // the bytes of a float, by significance

  // Supports strips of at most `rows` rows. Throws Error kLimit if memory runs out.
  TiffStripPacker(const TiffRows& format, int64_t rows, Compression compression,
                  int64_t simd_target);

  // Returns the maximum number of bytes that Run writes.
  static Size Bound(const TiffRows& format, Compression compression, int64_t rows);

  // Compresses a band to `out`. Returns the number of bytes written.
  std::size_t Run(const Band& band, uint8_t* out) noexcept;

 private:
  void Predict(const Band& band) noexcept;

  TiffRows format_;
  MatchGrids grids_;
  std::size_t part_;  // bytes that are compressed on their own
  Buffer predicted_;
  Deflater deflater_;
};

}  // namespace cobble
