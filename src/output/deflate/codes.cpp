// Counts the symbols of a block and makes its codes.
// Based on: RFC 1951; Shannon, "A mathematical theory of communication", 1948, for the estimate.
#include "output/deflate/codes.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace cobble {
namespace {

// Maximum code length. BitWriter stays within 56 bits between flushes: 4 literals take 4 x 14 bits
// or less, a match 14 + 5 + 14 + 13.
constexpr int kMaxCode = 14;

// log2(1 + k / 256) in units of 2^-16, by repeated squaring: the square of 2^x is 2^(2 x), so
// whenever it reaches 2, the next bit of x is 1.
constexpr int kLogBits = 16, kLogSteps = 8;
constexpr auto kLogTable = [] {
  std::array<uint32_t, 1 << kLogSteps> table{};
  for (uint64_t k = 0; k < table.size(); ++k) {
    constexpr int kOne = 31;
    uint64_t power = (table.size() + k) << (kOne - kLogSteps);
    for (int bit = kLogBits - 1; bit >= 0; --bit) {
      power = power * power >> kOne;
      if (power < uint64_t{2} << kOne) continue;
      table[k] |= 1u << bit;
      power >>= 1;
    }
  }
  return table;
}();

// In: x >= 1. Error: below 0.006.
uint32_t Log2(uint32_t x) noexcept {
  const int whole = std::bit_width(x) - 1;
  const uint32_t fraction = x << (31 - whole) << 1 >> (32 - kLogSteps);
  return (static_cast<uint32_t>(whole) << kLogBits) + kLogTable[fraction];
}

// Returns the entropy of all symbols in units of 2^-kLogBits bits. If one symbol is more frequent
// than all others together, it is their entropy plus 1 bit per symbol, which Huffman codes need.
uint64_t Entropy(std::span<const uint32_t> counts) noexcept {
  const uint32_t all = std::accumulate(counts.begin(), counts.end(), 0u);
  const uint32_t maximum = *std::ranges::max_element(counts);
  const bool has_short_code = maximum > all / 2;
  const uint32_t total = has_short_code ? all - maximum : all;
  const uint32_t log_total = Log2(std::max(total, 1u));
  uint64_t entropy = has_short_code ? uint64_t{all} << kLogBits : 0;
  for (const uint32_t count : counts)
    if (count > 0 && count <= total) entropy += uint64_t{count} * (log_total - Log2(count));
  return entropy;
}

std::span<const uint32_t> UsedDistances(const BlockCounts& counts) noexcept {
  return {counts.distances.data(), kDistances};
}

uint64_t ExtraBits(const BlockCounts& counts) noexcept {
  uint64_t bits = 0;
  for (std::size_t s = kFirstLengthSymbol; s < kSymbols; ++s)
    bits += uint64_t{counts.symbols[s]} * LengthExtraBits(static_cast<int>(s));
  for (std::size_t d = 0; d < kDistances; ++d)
    bits += uint64_t{counts.distances[d]} * DistanceExtraBits(static_cast<int>(d));
  return bits;
}

}  // namespace

// Four counters per byte value: with one, repeated bytes would stall on store-to-load forwarding.
void BlockCounts::CountLiterals(const uint8_t* data, std::size_t size) noexcept {
  constexpr std::size_t kStep = 4;
  std::array<std::array<uint32_t, 256>, kStep> counts{};
  std::size_t k = 0;
  for (; k + kStep <= size; k += kStep)
    for (std::size_t i = 0; i < kStep; ++i) ++counts[i][data[k + i]];
  for (; k < size; ++k) ++counts[0][data[k]];
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t i = 0; i < kStep; ++i) symbols[byte] += counts[i][byte];
}

uint64_t BlockCounts::CodedBits() const noexcept {
  BlockCounts counts = *this;
  const BlockCodes codes(&counts);
  return codes.Bits(counts);
}

BlockCodes::BlockCodes(BlockCounts* counts) noexcept {
  ++counts->symbols[kEndOfBlock];
  MakePrefixCode(counts->symbols, kMaxCode, symbols.data());
  // Some decoders accept only complete codes, and a complete code needs at least two symbols.
  std::array<uint32_t, kDistances> used;
  std::copy_n(counts->distances.begin(), kDistances, used.begin());
  auto missing = 2 - std::min<std::ptrdiff_t>(2, kDistances - std::ranges::count(used, 0u));
  for (std::size_t d = 0; missing > 0; ++d) {
    if (used[d] > 0) continue;
    used[d] = 1;
    --missing;
  }
  distances.fill({});
  MakePrefixCode(used, kMaxCode, distances.data());
}

uint64_t BlockCodes::Bits(const BlockCounts& counts) const noexcept {
  const uint64_t bits = CodedBits(counts.symbols, symbols.data()) +
                        cobble::CodedBits(UsedDistances(counts), distances.data());
  return bits + ExtraBits(counts);
}

uint64_t BlockCounts::EstimatedBits() const noexcept {
  return ((Entropy(symbols) + Entropy(UsedDistances(*this))) >> kLogBits) + ExtraBits(*this);
}

}  // namespace cobble
