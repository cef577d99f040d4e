// Writes coded symbols without a branch per symbol: literals and matches alternate at random, so it
// would often be mispredicted.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/deflate/put.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include "core/simd-inl.h"
#include "hwy/highway.h"
#include "output/deflate/block.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// A sequence of at most 56 bits.
struct Bits {
  uint64_t bits;
  int count;

  HWY_INLINE Bits Then(Bits next) const { return {bits | next.bits << count, count + next.count}; }
};

// A code word in one integer: length (low 8 bits), length with extra bits (8), code (16).
uint32_t Packed(CodeWord word, int extra) {
  return word.length | static_cast<uint32_t>(word.length + extra) << 8 | uint32_t{word.bits} << 16;
}

HWY_INLINE Bits Coded(uint32_t packed, uint32_t extra) {
  return {packed >> 16 | uint64_t{extra} << (packed & 0x3F), static_cast<int>(packed >> 8 & 0xFF)};
}

void PutTokens(const BlockCodes& codes, std::span<const Token> tokens, BitWriter* out) noexcept {
  uint32_t symbols[kSymbols], distances[kDistanceSlots];
  for (std::size_t s = 0; s < kSymbols; ++s)
    symbols[s] = Packed(codes.symbols[s], LengthExtraBits(static_cast<int>(s)));
  for (std::size_t d = 0; d < kDistanceSlots; ++d)
    distances[d] = Packed(codes.distances[d], DistanceExtraBits(static_cast<int>(d)));
  BitWriter bits = *out;  // a local copy stays in registers
  for (const Token token : tokens) {
    const Bits symbol = Coded(symbols[token.symbol()], token.length_extra());
    const Bits distance = Coded(distances[token.distance_code()], token.distance_extra());
    const Bits all = symbol.Then(distance);
    bits.Add(all.bits, all.count);
    bits.Flush();
  }
  *out = bits;
}

// Combines four code words in two steps, to keep the chain of dependent operations short.
void PutLiterals(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                 BitWriter* out) noexcept {
  uint32_t literals[256];
  for (std::size_t s = 0; s < 256; ++s) literals[s] = Packed(codes.symbols[s], 0);
  BitWriter bits = *out;
  const auto literal = [&](std::size_t k) { return Coded(literals[data[k]], 0); };
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4) {
    const Bits first = literal(k).Then(literal(k + 1)),
               second = literal(k + 2).Then(literal(k + 3));
    const Bits all = first.Then(second);
    bits.Add(all.bits, all.count);
    bits.Flush();
  }
  for (; k < size; ++k) {
    bits.Add(literal(k).bits, literal(k).count);
    bits.Flush();
  }
  *out = bits;
}

}  // namespace

PutLoops PickPutLoops() { return {&PutLiterals, &PutTokens}; }

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

PutLoops SelectPutLoops(int64_t simd_target) { return COBBLE_SELECT(PickPutLoops, simd_target)(); }

}  // namespace cobble
#endif  // HWY_ONCE
