// Huffman codes for DEFLATE: length-limited, canonical, and stored bit-reversed, with the first bit
// of a code in the least significant position.
#pragma once

#include <cstdint>
#include <span>

namespace cobble {

inline constexpr std::size_t kMaxSymbols = 288;

struct CodeWord {
  uint16_t bits = 0;
  uint8_t length = 0;  // 0: the symbol does not occur
};

// Makes a code for symbols that occur `counts` times. In: at most kMaxSymbols counts with a sum
// below 2^32; `maximum`, the maximum code length in bits, at most 15 but large enough to give every
// symbol a code. Out: one code word per count. A single symbol gets a code of 1 bit. If Huffman
// code lengths exceed `maximum`, they are clamped and other codes are lengthened, which is nearly
// optimal.
void MakePrefixCode(std::span<const uint32_t> counts, int maximum, CodeWord* code) noexcept;

// Returns the total size of all encoded symbols in bits.
uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept;

}  // namespace cobble
