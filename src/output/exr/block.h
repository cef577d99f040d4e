// Compresses a block of an EXR file: 16 lines or 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/size.h"
#include "output/buffer.h"
#include "output/deflate/deflate.h"

namespace cobble {

inline constexpr std::size_t kOffsetBytes = 8;  // of a block's or tile's entry in the offset table

class ExrBlockPacker {
 public:
  // Supports blocks of at most `size` bytes. Throws Error kLimit if memory runs out.
  ExrBlockPacker(Compression compression, Size size, int64_t simd_target)
      : predicted_(size), deflater_(compression, size, simd_target) {}

  // Returns the maximum number of bytes that Run writes for a block of `size` bytes.
  static Size Bound(Size size);

  // Compresses a block's samples, ordered by line, then channel. Copies them uncompressed if
  // compression does not make them smaller. Returns the number of bytes written.
  std::size_t Run(const uint8_t* samples, std::size_t size, uint8_t* out) noexcept;

 private:
  uint8_t* PackPart(const uint8_t* data, std::size_t size, uint8_t* out) noexcept;

  Buffer predicted_;
  Deflater deflater_;
};

}  // namespace cobble
