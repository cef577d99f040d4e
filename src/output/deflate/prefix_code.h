// Huffman codes for DEFLATE: length-limited, canonical, bit-reversed (the first bit is the lowest).
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
// below 2^32; `maximum` code length in bits, at most 15 but enough for all symbols. Out: a code
// word per count. A single symbol gets a code of 1 bit. Longer Huffman codes are clamped to
// `maximum` and others lengthened, which is nearly optimal.
void MakePrefixCode(std::span<const uint32_t> counts, int maximum, CodeWord* code) noexcept;

// Returns the total size of all encoded symbols in bits.
uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept;

}  // namespace cobble
