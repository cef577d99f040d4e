// What PNG and EXR need of compression: deflate in stretches that can be made in parallel and
// joined, and the checksums of zlib and PNG.
#ifndef COBBLE_OUTPUT_DEFLATE_H_
#define COBBLE_OUTPUT_DEFLATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/size.h"

namespace cobble {

// The bytes that go before the first stretch: deflate, window of 32 KiB, fastest level.
inline constexpr std::string_view kZlibHeader{"\x78\x01", 2};
// An empty last block. Joined stretches need it before the Adler-32 of all that they hold.
inline constexpr std::string_view kLastBlock{"\x01\x00\x00\xFF\xFF", 5};

// The most bytes that a stretch of `size` bytes becomes.
Size DeflatedBound(Size size);

// Compresses stretches, each a whole number of blocks that end on a byte and look back at nothing
// before the stretch, so that stretches follow each other in one stream.
class Deflater {
 public:
  Deflater();
  ~Deflater();
  Deflater(Deflater&&) noexcept;

  // Writes at most DeflatedBound(size) bytes at `out`; returns how many.
  std::size_t Run(const uint8_t* data, std::size_t size, uint8_t* out) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same without compression: what Run falls back to where a stretch would grow beyond it.
std::size_t StoreBlocks(const uint8_t* data, std::size_t size, uint8_t* out) noexcept;

uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept;      // starts at 0
uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept;  // starts at 1
// Of the bytes of `first` followed by those of `second`, which are `size`.
uint32_t JoinAdler32(uint32_t first, uint32_t second, uint64_t size) noexcept;

}  // namespace cobble

#endif  // COBBLE_OUTPUT_DEFLATE_H_
