// cobble's own DEFLATE block encoder, with dynamic Huffman codes. The output depends only on the
// input bytes, so it is the same on every CPU.
#ifndef COBBLE_OUTPUT_DEFLATE_BLOCK_H_
#define COBBLE_OUTPUT_DEFLATE_BLOCK_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "output/bit_writer.h"
#include "output/prefix_code.h"

namespace cobble {

// Bytes in a block of literals only: large enough that the block's header is small by comparison,
// small enough that the codes adapt to the data.
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 15;

inline constexpr int kMinMatch = 3, kMaxMatch = 258, kMaxDistance = 1 << 15;
inline constexpr int kEndOfBlock = 256, kFirstLengthSymbol = 257, kMaxMatchSymbol = 285;
inline constexpr std::size_t kSymbols = 286, kDistances = 30;

// A literal, or a match encoded as a length symbol and a distance code, each with extra bits (RFC
// 1951).
// packed_: symbol (9 bits), length's extra bits (5), distance code (5), distance's extra bits (13).
class Token {
 public:
  Token() = default;  // uninitialised
  static constexpr Token Literal(uint8_t byte) { return Token(byte); }
  // In: length from kMinMatch to kMaxMatch, distance from 1 to kMaxDistance.
  static constexpr Token Match(int length, int distance) {
    const auto l = static_cast<uint32_t>(length - kMinMatch);
    const auto d = static_cast<uint32_t>(distance - 1);
    const int l_bits = std::bit_width(l | 7) - 3, d_bits = std::bit_width(d | 3) - 2;
    const uint32_t l_packed =
        (kFirstLengthSymbol + 4u * l_bits + (l >> l_bits)) | (l & ((1u << l_bits) - 1)) << 9;
    // Not negative: d | 3 has at least two bits.
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    const uint32_t d_packed = (2u * d_bits + (d >> d_bits)) | (d & ((1u << d_bits) - 1)) << 5;
    return Token((length == kMaxMatch ? uint32_t{kMaxMatchSymbol} : l_packed) | d_packed << 14);
  }

  constexpr bool is_literal() const { return symbol() < kEndOfBlock; }
  constexpr int symbol() const { return static_cast<int>(packed_ & 0x1FF); }
  constexpr uint32_t length_extra() const { return packed_ >> 9 & 0x1F; }
  constexpr int distance_code() const { return static_cast<int>(packed_ >> 14 & 0x1F); }
  constexpr uint32_t distance_extra() const { return packed_ >> 19; }

 private:
  explicit constexpr Token(uint32_t packed) : packed_(packed) {}

  uint32_t packed_;
};

// The number of occurrences of each symbol in a block.
struct BlockCounts {
  std::array<uint32_t, kSymbols> symbols{};  // literals, end of block, lengths
  std::array<uint32_t, kDistances> distances{};

  void CountLiterals(const uint8_t* data, std::size_t size) noexcept;
};

// The prefix codes of a block.
struct BlockCodes {
  std::array<CodeWord, kSymbols> symbols;
  std::array<CodeWord, kDistances> distances;

  // Adds the end-of-block symbol to `counts`. Also assigns codes to unused distances where decoders
  // require them.
  explicit BlockCodes(BlockCounts* counts) noexcept;
  // Returns the size in bits of the symbols in `counts`, extra bits included.
  uint64_t Bits(const BlockCounts& counts) const noexcept;
};

// Writes blocks with BFINAL clear, so that more can follow. May write up to 8 bytes past their end.
class BlockWriter {
 public:
  explicit BlockWriter(uint8_t* out) : bits_(out) {}

  // Writes a block of literals only.
  void Write(const uint8_t* data, std::size_t size) noexcept;
  // Writes a block of `tokens`, which encode `data` and are counted in `counts`.
  void Write(const uint8_t* data, std::size_t size, std::span<const Token> tokens,
             BlockCounts* counts) noexcept;
  // Ends on a byte boundary with an empty stored block. Returns a pointer past it.
  uint8_t* Finish() noexcept;

 private:
  bool Begin(const BlockCounts& counts, const BlockCodes& codes, std::size_t size) noexcept;
  void PutLiterals(const CodeWord* code, const uint8_t* data, std::size_t size) noexcept;
  void PutTokens(const BlockCodes& codes, std::span<const Token> tokens) noexcept;
  void Store(const uint8_t* data, std::size_t size) noexcept;

  BitWriter bits_;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_DEFLATE_BLOCK_H_
