// Deflate by long repeats alone: what smooth pictures of 8 bits and flat ones are made of, where
// every contour goes on in the next row. Of what repeats in short pieces it makes too little.
#ifndef COBBLE_OUTPUT_LONG_MATCHES_H_
#define COBBLE_OUTPUT_LONG_MATCHES_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "output/deflate_block.h"

namespace cobble {

// The lengths that may be the least: less could be found by chance, more can hardly be asked for.
inline constexpr int kMinShortest = 9, kMaxShortest = 24;

class LongMatches {
 public:
  // Writes `data` as blocks at `out`, as a BlockWriter does; returns what follows them. Matches
  // have `shortest` bytes or more. In: size below 2^31.
  uint8_t* Run(const uint8_t* data, std::size_t size, int shortest, uint8_t* out) noexcept;

 private:
  struct Input {
    const uint8_t* data;
    std::size_t size;
    uint64_t masks[3];  // of the `shortest` bytes in which a match begins
  };

  std::size_t FillBlock(const Input& input, std::size_t begin) noexcept;
  std::size_t AddMatch(const Input& input, std::size_t at, std::size_t distance,
                       std::size_t literals) noexcept;
  void AddLiteral(uint8_t byte) noexcept {
    tokens_[count_++] = Token::Literal(byte);
    ++counts_.symbols[byte];
  }

  static constexpr int kHashBits = 13;
  static constexpr std::size_t kHashed = kMaxShortest;      // bytes that are read at a place
  std::array<uint16_t, std::size_t{1} << kHashBits> last_;  // where what has a hash was, mod 2^16
  static constexpr std::size_t kBlockTokens = std::size_t{1} << 14;
  // Of the block that is being filled.
  std::array<Token, kBlockTokens + kHashed> tokens_;
  std::size_t count_ = 0;
  BlockCounts counts_;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_LONG_MATCHES_H_
