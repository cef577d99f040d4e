// What PNG and EXR need of compression: deflate in stretches that can be made in parallel and
// joined, and the checksums of zlib and PNG.
#ifndef COBBLE_OUTPUT_DEFLATE_H_
#define COBBLE_OUTPUT_DEFLATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/size.h"
#include "output/formats.h"

namespace cobble {

// The bytes that go before the first stretch: deflate, window of 32 KiB, fastest level.
inline constexpr std::string_view kZlibHeader{"\x78\x01", 2};
// An empty last block. Joined stretches need it before the Adler-32 of all that they hold.
inline constexpr std::string_view kLastBlock{"\x01\x00\x00\xFF\xFF", 5};

// The most bytes that a stretch of `size` bytes becomes.
Size DeflatedBound(Size size);

// How the bytes of a stretch are compressed.
enum class DeflateMethod {
  kLiterals,      // no matches: what is noisy; by far the fastest
  kLongMatches,   // what is even: few different bytes in long repeats
  kShortMatches,  // what repeats in pieces of a few bytes; ISA-L, whose bytes depend on the CPU
};

struct DeflatePlan {
  DeflateMethod method = DeflateMethod::kLiterals;
  int shortest = 0;  // kLongMatches: the least length of a match
};

// A plan and what it makes of a sample.
struct DeflateTrial {
  DeflatePlan plan{};
  std::size_t size = 0;

  // Matches take two to four times as long, so they have to gain something.
  bool IsWorthMoreThan(const DeflateTrial& literals) const {
    return size + size / 16 < literals.size;
  }
};

// Compresses stretches, each a whole number of blocks that end on a byte and look back at nothing
// before the stretch, so that stretches follow each other in one stream.
class Deflater {
 public:
  // For stretches of at most `most` bytes. Throws Error kLimit where memory is short.
  Deflater(Compression compression, Size maximum);
  ~Deflater();
  Deflater(Deflater&&) noexcept;

  // What a sample of a stretch comes to without matches, and with them; `out` holds
  // DeflatedBound(size) bytes, for their use. In: 1 <= size <= 2^30.
  DeflateTrial TryLiterals(const uint8_t* data, std::size_t size) const noexcept;
  DeflateTrial TryMatches(const DeflateTrial& literals, const uint8_t* data, std::size_t size,
                          uint8_t* out) noexcept;

  // Writes at most DeflatedBound(size) bytes at `out`; returns how many.
  std::size_t Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size,
                  uint8_t* out) noexcept;

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
