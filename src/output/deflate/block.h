// cobble's DEFLATE block encoder, with dynamic Huffman codes. Its output is the same on every CPU.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "output/deflate/codes.h"

namespace cobble {

inline constexpr std::size_t kMaxStored = 65535;  // bytes in a stored block

// Bytes in a block of literals only: large enough to make its header comparatively small, small
// enough for the codes to adapt to the data.
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 15;

// Writes a stored block after its first bits: its size twice and at most kMaxStored bytes. Returns
// a pointer past it.
uint8_t* PutStored(const uint8_t* data, std::size_t size, uint8_t* out) noexcept;

static_assert(std::endian::native == std::endian::little, "bits are stored in memory order");

// Packs bits into bytes, least significant bit first, as deflate does (RFC 1951, 3.1.1).
// May write up to 8 bytes past the end of the output.
class BitWriter {
 public:
  explicit BitWriter(uint8_t* out) : out_(out) {}

  // Appends the low `count` bits of `bits`, whose higher bits must be 0. At most 56 bits may be
  // added between two calls of Flush.
  void Add(uint64_t bits, int count) {
    bits_ |= bits << count_;
    count_ += count;
  }
  // Stores whole bytes; up to 7 bits stay buffered.
  void Flush() {
    std::memcpy(out_, &bits_, sizeof bits_);
    out_ += count_ >> 3;
    bits_ >>= count_ & ~7;
    count_ &= 7;
  }
  // Pads the last byte with zero bits and stores it. Returns a pointer past it.
  uint8_t* AlignToByte() {
    count_ = (count_ + 7) & ~7;
    Flush();
    return out_;
  }
  // Continues at `out`. Call only after AlignToByte.
  void MoveTo(uint8_t* out) { out_ = out; }

 private:
  uint64_t bits_ = 0;
  int count_ = 0;
  uint8_t* out_;
};

// A number of literals, and the match that follows them.
struct LiteralsAndMatch {
  uint16_t literals, length;  // in bytes
  Token token;
};

struct PutLoops {
  void (*literals)(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                   BitWriter* bits) noexcept;
  void (*tokens)(const BlockCodes& codes, std::span<const Token> tokens, BitWriter* bits) noexcept;
  void (*matches)(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                  std::span<const LiteralsAndMatch> matches, BitWriter* bits) noexcept;
};

PutLoops SelectPutLoops(int64_t simd_target);

// Writes blocks with BFINAL clear, so that more can follow. May write up to 8 bytes past their end.
class BlockWriter {
 public:
  BlockWriter(const PutLoops& loops, uint8_t* out) : loops_(loops), bits_(out) {}

  // Writes a block of literals only.
  void Write(const uint8_t* data, std::size_t size) noexcept;
  // Writes a block of `tokens`, which encode `data` and are counted in `counts`.
  void Write(const uint8_t* data, std::size_t size, std::span<const Token> tokens,
             BlockCounts* counts) noexcept;
  // The same for `matches` and the literals before, between and after them.
  void Write(const uint8_t* data, std::size_t size, std::span<const LiteralsAndMatch> matches,
             BlockCounts* counts) noexcept;
  // Ends on a byte boundary with an empty stored block. Returns a pointer past it.
  uint8_t* Finish() noexcept;

 private:
  bool Begin(const BlockCounts& counts, const BlockCodes& codes, std::size_t size) noexcept;
  void End(const BlockCodes& codes) noexcept;
  void Store(const uint8_t* data, std::size_t size) noexcept;

  PutLoops loops_;
  BitWriter bits_;
};

}  // namespace cobble
