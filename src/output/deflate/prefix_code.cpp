// Length-limited Huffman codes.
// Based on: Huffman, "A method for the construction of minimum-redundancy codes", 1952; the two
// queues of van Leeuwen, "On the construction of Huffman trees", 1976; RFC 1951, 3.2.2.
#include "output/deflate/prefix_code.h"

#include <algorithm>
#include <array>
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

}  // namespace cobble
