// Encodes DEFLATE blocks: the header with the codes, then the coded data, without a branch per
// symbol: literals and matches alternate at random, so it would often be mispredicted. Based on:
// RFC 1951.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/deflate/block.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>

#include "core/simd-inl.h"
#include "hwy/highway.h"
#include "output/deflate/block.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

constexpr int kMaxAdded = 56;  // bits between two calls of BitWriter::Flush

// A sequence of bits. If they are more than kMaxAdded, only their count is valid.
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

// The code words of a block's tokens.
struct PackedCodes {
  explicit PackedCodes(const BlockCodes& codes) {
    for (std::size_t s = 0; s < kSymbols; ++s)
      symbols[s] = Packed(codes.symbols[s], LengthExtraBits(static_cast<int>(s)));
    for (std::size_t d = 0; d < kDistanceSlots; ++d)
      distances[d] = Packed(codes.distances[d], DistanceExtraBits(static_cast<int>(d)));
  }
  HWY_INLINE Bits Of(Token token) const {
    const Bits symbol = Coded(symbols[token.symbol()], token.length_extra());
    return symbol.Then(Coded(distances[token.distance_code()], token.distance_extra()));
  }

  uint32_t symbols[kSymbols], distances[kDistanceSlots];
};

HWY_INLINE void Put(Bits added, BitWriter& bits) {
  bits.Add(added.bits, added.count);
  bits.Flush();
}

void PutTokens(const BlockCodes& codes, std::span<const Token> tokens, BitWriter* out) noexcept {
  const PackedCodes packed(codes);
  BitWriter bits = *out;  // a local copy stays in registers
  std::size_t k = 0;
  for (; k + 2 <= tokens.size(); k += 2) {
    const Bits first = packed.Of(tokens[k]), second = packed.Of(tokens[k + 1]);
    const Bits both = first.Then(second);
    if (HWY_LIKELY(both.count <= kMaxAdded)) {
      Put(both, bits);
    } else {
      Put(first, bits);
      Put(second, bits);
    }
  }
  if (k < tokens.size()) Put(packed.Of(tokens[k]), bits);
  *out = bits;
}

// Combines four code words in two steps, to keep the chain of dependent operations short.
HWY_INLINE void PutBytes(const uint32_t* symbols, const uint8_t* data, std::size_t size,
                         BitWriter& bits) {
  const auto literal = [&](std::size_t k) { return Coded(symbols[data[k]], 0); };
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4) {
    const Bits first = literal(k).Then(literal(k + 1)),
               second = literal(k + 2).Then(literal(k + 3));
    Put(first.Then(second), bits);
  }
  for (; k < size; ++k) Put(literal(k), bits);
}

void PutLiterals(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                 BitWriter* out) noexcept {
  uint32_t literals[256];
  for (std::size_t s = 0; s < 256; ++s) literals[s] = Packed(codes.symbols[s], 0);
  BitWriter bits = *out;
  PutBytes(literals, data, size, bits);
  *out = bits;
}

void PutMatches(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                std::span<const LiteralsAndMatch> matches, BitWriter* out) noexcept {
  const PackedCodes packed(codes);
  const uint8_t* const end = data + size;
  BitWriter bits = *out;
  for (const auto& [literals, length, token] : matches) {
    PutBytes(packed.symbols, data, literals, bits);
    Put(packed.Of(token), bits);
    data += literals + length;
  }
  PutBytes(packed.symbols, data, static_cast<std::size_t>(end - data), bits);
  *out = bits;
}

}  // namespace

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

constexpr int kMaxLengthCode = 7;  // maximum code length in the code length code: RFC 1951, 3.2.7
constexpr int kStored = 0, kDynamic = 2;

// Code lengths are transmitted run-length encoded (RFC 1951, 3.2.7). The symbols: a length (0 to
// 15); repeat the previous length 3 to 6 times; repeat zero 3 to 10 times, or 11 to 138 times.
constexpr std::size_t kCodeLengthSymbols = 19;
constexpr uint8_t kRepeatPrevious = 16, kRepeatZeroShort = 17, kRepeatZeroLong = 18;
struct LengthRun {
  uint8_t symbol, extra, extra_bits;
};

// The order in which the lengths of the code length code are transmitted.
constexpr std::array<uint8_t, kCodeLengthSymbols> kCodeLengthOrder{
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// Returns how many code lengths to transmit: all but trailing zeros, at least `minimum`.
int TransmittedCount(std::span<const CodeWord> code, int minimum) noexcept {
  auto count = static_cast<int>(code.size());
  while (count > minimum && code[count - 1].length == 0) --count;
  return count;
}

// The header of a block with dynamic Huffman codes.
class CodeHeader {
 public:
  explicit CodeHeader(const BlockCodes& codes) noexcept
      : symbols_(TransmittedCount(codes.symbols, kFirstLengthSymbol)),
        distances_(TransmittedCount(codes.distances, 1)) {
    std::array<uint8_t, kSymbols + kDistances> all;
    const auto length_of = [](const CodeWord& word) { return word.length; };
    auto end = std::transform(codes.symbols.begin(), codes.symbols.begin() + symbols_, all.begin(),
                              length_of);
    end = std::transform(codes.distances.begin(), codes.distances.begin() + distances_, end,
                         length_of);
    for (auto at = all.begin(); at < end;) {
      const auto next = std::find_if(at, end, [at](uint8_t length) { return length != *at; });
      AddLength(*at, static_cast<int>(next - at));
      at = next;
    }

    std::array<uint32_t, kCodeLengthSymbols> counts{};
    for (std::size_t k = 0; k < count_; ++k) ++counts[runs_[k].symbol];
    MakePrefixCode(counts, kMaxLengthCode, code_.data());
    lengths_ = kCodeLengthSymbols;
    while (lengths_ > 4 && code_[kCodeLengthOrder[lengths_ - 1]].length == 0) --lengths_;
  }

  uint64_t Bits() const noexcept {
    uint64_t bits = 3 + 5 + 5 + 4 + 3 * static_cast<uint64_t>(lengths_);
    for (std::size_t k = 0; k < count_; ++k)
      bits += uint64_t{code_[runs_[k].symbol].length} + runs_[k].extra_bits;
    return bits;
  }

  void Put(BitWriter* bits) const noexcept {
    bits->Add(kDynamic << 1, 3);
    bits->Add(static_cast<uint64_t>(symbols_ - kFirstLengthSymbol), 5);
    bits->Add(static_cast<uint64_t>(distances_ - 1), 5);
    bits->Add(static_cast<uint64_t>(lengths_ - 4), 4);
    for (int k = 0; k < lengths_; ++k) {
      bits->Flush();
      bits->Add(code_[kCodeLengthOrder[k]].length, 3);
    }
    for (std::size_t k = 0; k < count_; ++k) {
      bits->Flush();
      bits->Add(code_[runs_[k].symbol].bits, code_[runs_[k].symbol].length);
      bits->Add(runs_[k].extra, runs_[k].extra_bits);
    }
    bits->Flush();
  }

 private:
  void AddLength(uint8_t length, int times) noexcept {
    if (length > 0) {
      AddRun(length, 0, 0);
      --times;
    }
    while (times >= 3) {
      const int max_zeros = times > 10 ? 138 : 10;
      const int maximum = length > 0 ? 6 : max_zeros;
      const int here = std::min(times, maximum);
      if (length > 0) {
        AddRun(kRepeatPrevious, here - 3, 2);
      } else if (here <= 10) {
        AddRun(kRepeatZeroShort, here - 3, 3);
      } else {
        AddRun(kRepeatZeroLong, here - 11, 7);
      }
      times -= here;
    }
    for (; times > 0; --times) AddRun(length, 0, 0);
  }
  void AddRun(uint8_t symbol, int extra, int extra_bits) noexcept {
    runs_[count_++] = {symbol, static_cast<uint8_t>(extra), static_cast<uint8_t>(extra_bits)};
  }

  std::array<LengthRun, kSymbols + kDistances> runs_;
  std::size_t count_ = 0;
  std::array<CodeWord, kCodeLengthSymbols> code_;
  int symbols_, distances_, lengths_;  // transmitted: HLIT + 257, HDIST + 1, HCLEN + 4
};

}  // namespace

PutLoops SelectPutLoops(int64_t simd_target) {
  return {COBBLE_SELECT(PutLiterals, simd_target), COBBLE_SELECT(PutTokens, simd_target),
          COBBLE_SELECT(PutMatches, simd_target)};
}

uint8_t* PutStored(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  const auto low = static_cast<uint8_t>(size & 0xFF), high = static_cast<uint8_t>(size >> 8);
  const uint8_t sizes[] = {low, high, static_cast<uint8_t>(~low), static_cast<uint8_t>(~high)};
  return std::copy_n(data, size, std::copy(std::begin(sizes), std::end(sizes), out));
}

void BlockWriter::Write(const uint8_t* data, std::size_t size) noexcept {
  BlockCounts counts;
  counts.CountLiterals(data, size);
  const BlockCodes codes(&counts);
  if (!Begin(counts, codes, size)) return Store(data, size);
  loops_.literals(codes, data, size, &bits_);
  End(codes);
}

void BlockWriter::Write(const uint8_t* data, std::size_t size, std::span<const Token> tokens,
                        BlockCounts* counts) noexcept {
  const BlockCodes codes(counts);
  if (!Begin(*counts, codes, size)) return Store(data, size);
  loops_.tokens(codes, tokens, &bits_);
  End(codes);
}

void BlockWriter::Write(const uint8_t* data, std::size_t size,
                        std::span<const LiteralsAndMatch> matches, BlockCounts* counts) noexcept {
  const BlockCodes codes(counts);
  if (!Begin(*counts, codes, size)) return Store(data, size);
  loops_.matches(codes, data, size, matches, &bits_);
  End(codes);
}

uint8_t* BlockWriter::Finish() noexcept {
  bits_.Add(kStored << 1, 3);
  return PutStored(nullptr, 0, bits_.AlignToByte());
}

// Writes the header. Returns false and writes nothing if a stored block is smaller.
bool BlockWriter::Begin(const BlockCounts& counts, const BlockCodes& codes,
                        std::size_t size) noexcept {
  const CodeHeader header(codes);
  if (header.Bits() + codes.Bits(counts) >= 8 * (uint64_t{size} + 4)) return false;
  header.Put(&bits_);
  return true;
}

void BlockWriter::End(const BlockCodes& codes) noexcept {
  const CodeWord& end = codes.symbols[kEndOfBlock];
  bits_.Add(end.bits, end.length);
  bits_.Flush();
}

// Writes one or more stored blocks, since a block's length field has only 16 bits.
void BlockWriter::Store(const uint8_t* data, std::size_t size) noexcept {
  for (std::size_t at = 0; at < size; at += kMaxStored) {
    const std::size_t here = std::min(kMaxStored, size - at);
    bits_.Add(kStored << 1, 3);
    bits_.MoveTo(PutStored(data + at, here, bits_.AlignToByte()));
  }
}

}  // namespace cobble
#endif  // HWY_ONCE
