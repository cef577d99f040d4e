// The symbols of a DEFLATE block: tokens, their counts, and the prefix codes made from the counts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cobble {

inline constexpr int kMinMatch = 3, kMaxMatch = 258, kMaxDistance = 1 << 15;
inline constexpr int kEndOfBlock = 256, kFirstLengthSymbol = 257, kMaxMatchSymbol = 285;
inline constexpr std::size_t kSymbols = 286, kDistances = 30, kMaxSymbols = 288;
// The distance code of a literal, which is never written. It saves loops a branch between literals
// and matches, which would often be mispredicted.
inline constexpr int kNoDistance = 31;
inline constexpr std::size_t kDistanceSlots = 32;

// The number of extra bits after a symbol and after a distance code.
constexpr int LengthExtraBits(int symbol) {
  return symbol < kFirstLengthSymbol + 8 || symbol == kMaxMatchSymbol ? 0 : (symbol - 261) / 4;
}
constexpr int DistanceExtraBits(int code) {
  return code < 4 || code >= static_cast<int>(kDistances) ? 0 : code / 2 - 1;
}

// A literal, or a match as a length symbol and a distance code, each with extra bits (RFC 1951).
// packed: symbol (9 bits), length's extra bits (5), distance code (5), distance's extra bits (13).
class Token {
 public:
  Token() = default;  // uninitialised
  static constexpr Token Literal(uint8_t byte) { return Token(byte | uint32_t{kNoDistance} << 14); }
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

  static constexpr Token FromPacked(uint32_t packed) { return Token(packed); }

  constexpr int symbol() const { return static_cast<int>(packed_ & 0x1FF); }
  constexpr uint32_t length_extra() const { return packed_ >> 9 & 0x1F; }
  constexpr int distance_code() const { return static_cast<int>(packed_ >> 14 & 0x1F); }
  constexpr uint32_t distance_extra() const { return packed_ >> 19; }
  constexpr int distance() const {  // of a match
    const int code = distance_code(), bits = DistanceExtraBits(code);
    return 1 + (code < 4 ? code : (2 + (code & 1)) << bits) + static_cast<int>(distance_extra());
  }

 private:
  explicit constexpr Token(uint32_t packed) : packed_(packed) {}

  uint32_t packed_;
};

// A word of a Huffman code for DEFLATE: length-limited, canonical, bit-reversed (the first bit is
// the lowest).
struct CodeWord {
  uint16_t bits = 0;
  uint8_t length = 0;  // 0: the symbol does not occur
};

// Makes a code for symbols that occur `counts` times. In: at most kMaxSymbols counts with a sum
// below 2^32; `maximum` code length in bits, at most 15 but enough for all symbols. Out: a code
// word per count. A single symbol gets a code of 1 bit. Longer Huffman codes are clamped to
// `maximum` and others lengthened, which is nearly optimal.
void MakePrefixCode(std::span<const uint32_t> counts, int maximum, CodeWord* code) noexcept;

// Returns the total size of all encoded symbols in bits.
uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept;

// The number of occurrences of each symbol in a block.
struct BlockCounts {
  std::array<uint32_t, kSymbols> symbols{};          // literals, end of block, lengths
  std::array<uint32_t, kDistanceSlots> distances{};  // those from kDistances on are ignored

  void CountLiterals(const uint8_t* data, std::size_t size) noexcept;
  void Add(Token token, uint32_t times = 1) {
    symbols[static_cast<std::size_t>(token.symbol())] += times;
    distances[static_cast<std::size_t>(token.distance_code())] += times;
  }
  // Returns the approximate size of the coded symbols in bits, with extra bits: their entropy,
  // which Huffman codes exceed by some percent.
  uint64_t EstimatedBits() const noexcept;
  // Returns the size in bits with the block's own codes but no header. Takes ten times as long.
  uint64_t CodedBits() const noexcept;
};

struct BlockCodes {
  std::array<CodeWord, kSymbols> symbols;
  std::array<CodeWord, kDistanceSlots> distances;

  // Adds the end of block to `counts`, and codes for unused distances where decoders need them.
  explicit BlockCodes(BlockCounts* counts) noexcept;
  // Returns the size in bits of the symbols in `counts`, with extra bits.
  uint64_t Bits(const BlockCounts& counts) const noexcept;
};

}  // namespace cobble
