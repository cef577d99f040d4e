// The blocks of deflate that cobble codes itself, each with the codes that suit it best. Nothing
// but the bytes decides what comes out, so the same do on every kind of CPU.
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

// Bytes in a block of literals alone: enough that its codes take little beside it, few enough that
// they follow what the bytes are like.
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 15;

inline constexpr int kShortestMatch = 3, kLongestMatch = 258, kFarthestMatch = 1 << 15;
inline constexpr int kEndOfBlock = 256, kFirstLength = 257, kLongestSymbol = 285;
inline constexpr std::size_t kSymbols = 286, kDistances = 30;

// A literal or a match, in deflate's own terms.
class Token {
 public:
  Token() = default;  // says nothing
  static constexpr Token Literal(uint8_t byte) { return Token(byte); }
  // length: kShortestMatch to kLongestMatch. distance: 1 to kFarthestMatch.
  static constexpr Token Match(int length, int distance) {
    const auto l = static_cast<uint32_t>(length - kShortestMatch);
    const auto d = static_cast<uint32_t>(distance - 1);
    const int l_bits = std::bit_width(l | 7) - 3, d_bits = std::bit_width(d | 3) - 2;
    const uint32_t l_packed =
        (kFirstLength + 4u * l_bits + (l >> l_bits)) | (l & ((1u << l_bits) - 1)) << 9;
    const uint32_t d_packed = (2u * d_bits + (d >> d_bits)) | (d & ((1u << d_bits) - 1)) << 5;
    return Token((length == kLongestMatch ? uint32_t{kLongestSymbol} : l_packed) | d_packed << 14);
  }

  constexpr bool is_literal() const { return symbol() < kEndOfBlock; }
  constexpr int symbol() const { return static_cast<int>(packed_ & 0x1FF); }
  constexpr uint32_t length_rest() const { return packed_ >> 9 & 0x1F; }
  constexpr int distance() const { return static_cast<int>(packed_ >> 14 & 0x1F); }
  constexpr uint32_t distance_rest() const { return packed_ >> 19; }

 private:
  explicit constexpr Token(uint32_t packed) : packed_(packed) {}

  uint32_t packed_;
};

// How often each symbol occurs.
struct BlockCounts {
  std::array<uint32_t, kSymbols> symbols{};  // literals, the end, lengths
  std::array<uint32_t, kDistances> distances{};

  void CountLiterals(const uint8_t* data, std::size_t size) noexcept;
};

// The codes of a block.
struct BlockCodes {
  std::array<CodeWord, kSymbols> symbols;
  std::array<CodeWord, kDistances> distances;

  // Counts the end, too, and distances where a decoder needs them.
  explicit BlockCodes(BlockCounts* counts) noexcept;
  // What the symbols of `counts` take, with what follows them.
  uint64_t Bits(const BlockCounts& counts) const noexcept;
};

// A run of blocks, none of them the last of the stream. Writes at most eight bytes beyond their
// end.
class BlockWriter {
 public:
  explicit BlockWriter(uint8_t* out) : bits_(out) {}

  // Literals alone.
  void Write(const uint8_t* data, std::size_t size) noexcept;
  // The tokens of `data`, which `counts` has counted.
  void Write(const uint8_t* data, std::size_t size, std::span<const Token> tokens,
             BlockCounts* counts) noexcept;
  // Ends on a whole byte, by an empty block. Returns what follows it.
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
