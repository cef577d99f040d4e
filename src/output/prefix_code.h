// Huffman's codes, as deflate wants them: no longer than so many bits, canonical, read from the
// lowest bit.
#ifndef COBBLE_OUTPUT_PREFIX_CODE_H_
#define COBBLE_OUTPUT_PREFIX_CODE_H_

#include <cstdint>
#include <span>

namespace cobble {

inline constexpr std::size_t kMaxSymbols = 288;

struct CodeWord {
  uint16_t bits = 0;
  uint8_t length = 0;  // 0: of a symbol that does not occur
};

// Makes the code of symbols that occur `counts` times, none longer than `most` bits (at most 15),
// which have to suffice for them all. A lone symbol gets one bit. In: at most kMaxSymbols, their
// sum below 2^32. Out: as many code words. Where `most` bits are too few for Huffman's code, its
// lengths are cut to them and others lengthened: no longer the best, but near it.
void MakePrefixCode(std::span<const uint32_t> counts, int maximum, CodeWord* code) noexcept;

// What all symbols take together.
uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept;

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PREFIX_CODE_H_
