// The blocks of an EXR file: lines that are compressed together.
#ifndef COBBLE_OUTPUT_EXR_BLOCK_H_
#define COBBLE_OUTPUT_EXR_BLOCK_H_

#include <cstddef>
#include <cstdint>

#include "core/size.h"
#include "output/buffer.h"
#include "output/deflate.h"

namespace cobble {

class ExrBlockPacker {
 public:
  // For blocks of at most `size` bytes. Throws Error kLimit where memory is short.
  ExrBlockPacker(Compression compression, Size size)
      : predicted_(size), deflater_(compression, size) {}

  // The most bytes that Run writes for a block of `size`.
  static Size Bound(Size size);

  // Compresses a block's samples: line after line, and in a line channel after channel. Writes them
  // at `out` as they are where that is not longer; returns how many bytes.
  std::size_t Run(const uint8_t* samples, std::size_t size, uint8_t* out) noexcept;

 private:
  Buffer predicted_;
  Deflater deflater_;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_EXR_BLOCK_H_
