// Counts the symbols of a block, and makes its codes: length-limited Huffman codes.
// Based on: RFC 1951; Shannon, "A mathematical theory of communication", 1948, for the estimate;
// Huffman, "A method for the construction of minimum-redundancy codes", 1952; the two queues of van
// Leeuwen, "On the construction of Huffman trees", 1976.
#include "output/deflate/codes.h"

#include <algorithm>
#include <numeric>

namespace cobble {
namespace {

constexpr int kMaxLength = 15;

using LengthCounts = std::array<uint32_t, kMaxLength + 1>;  // number of symbols by code length

// A symbol that occurs: count << 16 | symbol, so that leaves sort by count.
using Leaf = uint64_t;
uint16_t SymbolOf(Leaf leaf) { return static_cast<uint16_t>(leaf & 0xFFFF); }

// Sorts the leaves by count, then by symbol. In: leaves in symbol order. A radix sort, since
// comparisons of counts would often be mispredicted.
void SortLeaves(Leaf* leaves, std::size_t count) noexcept {
  constexpr int kDigit = 8;
  Leaf all = 0;
  for (std::size_t k = 0; k < count; ++k) all |= leaves[k];
  std::array<Leaf, kMaxSymbols> sorted;
  for (int shift = 16; all >> shift > 0; shift += kDigit) {
    const auto digit = [shift](Leaf leaf) { return leaf >> shift & ((1 << kDigit) - 1); };
    std::array<uint16_t, (1 << kDigit) + 1> begin{};
    for (std::size_t k = 0; k < count; ++k) ++begin[digit(leaves[k]) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (std::size_t k = 0; k < count; ++k) sorted[begin[digit(leaves[k])]++] = leaves[k];
    std::copy_n(sorted.begin(), count, leaves);
  }
}

// Returns the number of leaves at each depth of the Huffman tree, clamped to `maximum`. In: two
// or more leaves, sorted. Inner nodes arise in order of weight, so the minimum is always first in
// one of two queues, leaves or inner nodes. Both end with a weight that is never the minimum.
LengthCounts LeafDepths(const Leaf* leaves, int count, int maximum) noexcept {
  constexpr uint32_t kEnd = ~uint32_t{0};
  std::array<uint32_t, kMaxSymbols + 1> leaf_weight, node_weight;
  std::array<uint16_t, 2 * kMaxSymbols> parent, depth;  // leaves, then inner nodes
  for (int k = 0; k < count; ++k) leaf_weight[k] = static_cast<uint32_t>(leaves[k] >> 16);
  leaf_weight[count] = kEnd;
  node_weight.fill(kEnd);
  int leaf = 0, node = 0;
  const int root = 2 * count - 2;
  for (int next = count; next <= root; ++next) {
    const auto take = [&] {
      const bool is_leaf = leaf_weight[leaf] <= node_weight[node];
      const uint32_t weight = is_leaf ? leaf_weight[leaf] : node_weight[node];
      parent[is_leaf ? leaf : count + node] = static_cast<uint16_t>(next);
      leaf += is_leaf;
      node += !is_leaf;
      return weight;
    };
    const uint32_t first = take();
    node_weight[next - count] = first + take();
  }

  LengthCounts depths{};
  depth[root] = 0;
  for (int k = root - 1; k >= 0; --k) {
    depth[k] = static_cast<uint16_t>(depth[parent[k]] + 1);
    if (k < count) ++depths[std::min<int>(depth[k], maximum)];
  }
  return depths;
}

// Restores the Kraft inequality, which clamped lengths may violate. For each surplus code, splits a
// shorter code into two that are 1 bit longer; one of them replaces a code of `maximum` bits.
void RestoreKraft(int maximum, LengthCounts* lengths) noexcept {
  uint32_t taken = 0;
  for (int length = 1; length <= maximum; ++length)
    taken += (*lengths)[length] << (maximum - length);
  for (; taken > uint32_t{1} << maximum; --taken) {
    int length = maximum - 1;
    while ((*lengths)[length] == 0) --length;
    --(*lengths)[maximum];
    --(*lengths)[length];
    (*lengths)[length + 1] += 2;
  }
}

// In: length from 1 to 16.
uint16_t Reversed(uint32_t bits, int length) noexcept {
  bits = (bits & 0x5555) << 1 | (bits >> 1 & 0x5555);
  bits = (bits & 0x3333) << 2 | (bits >> 2 & 0x3333);
  bits = (bits & 0x0F0F) << 4 | (bits >> 4 & 0x0F0F);
  bits = (bits & 0x00FF) << 8 | bits >> 8;
  return static_cast<uint16_t>(bits >> (16 - length));
}

// Assigns canonical codes (RFC 1951, 3.2.2): codes of equal length are consecutive in symbol order.
void AssignCodes(const LengthCounts& lengths, std::size_t symbols, CodeWord* code) noexcept {
  LengthCounts next{};
  for (int length = 2; length <= kMaxLength; ++length)
    next[length] = (next[length - 1] + lengths[length - 1]) << 1;
  for (std::size_t s = 0; s < symbols; ++s)
    if (code[s].length > 0) code[s].bits = Reversed(next[code[s].length]++, code[s].length);
}

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

void MakePrefixCode(std::span<const uint32_t> counts, int maximum, CodeWord* code) noexcept {
  std::array<Leaf, kMaxSymbols> leaves;
  int count = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    code[s] = {};
    if (counts[s] > 0) leaves[count++] = Leaf{counts[s]} << 16 | s;
  }
  if (count == 0) return;
  SortLeaves(leaves.data(), static_cast<std::size_t>(count));
  LengthCounts lengths{};
  if (count == 1) {
    lengths[1] = 1;
  } else {
    lengths = LeafDepths(leaves.data(), count, maximum);
    RestoreKraft(maximum, &lengths);
  }
  const Leaf* leaf = leaves.data();
  for (int length = maximum; length > 0; --length)
    for (uint32_t k = 0; k < lengths[length]; ++k)
      code[SymbolOf(*leaf++)].length = static_cast<uint8_t>(length);
  AssignCodes(lengths, counts.size(), code);
}

uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept {
  uint64_t bits = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) bits += uint64_t{counts[s]} * code[s].length;
  return bits;
}

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
