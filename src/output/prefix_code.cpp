// Huffman's codes, their lengths limited.
// Based on: Huffman, "A method for the construction of minimum-redundancy codes", 1952; the two
// queues of van Leeuwen, "On the construction of Huffman trees", 1976; RFC 1951, 3.2.2.
#include "output/prefix_code.h"

#include <algorithm>
#include <array>

namespace cobble {
namespace {

constexpr int kMaxLength = 15;

using LengthCounts = std::array<uint32_t, kMaxLength + 1>;  // symbols by their code's length

// A symbol that occurs, its count above its number, so that they sort by count.
using Leaf = uint64_t;
uint16_t SymbolOf(Leaf leaf) { return static_cast<uint16_t>(leaf & 0xFFFF); }

// How many of the sorted leaves, at least two, lie how deep in Huffman's tree, what is deeper than
// `most` as if it were there. The nodes of the tree arise in the order of their weights, so the two
// least of all are always among the first that are left of leaves and of nodes.
LengthCounts LeafDepths(const Leaf* leaves, int count, int maximum) noexcept {
  std::array<uint32_t, 2 * kMaxSymbols> weight;
  std::array<uint16_t, 2 * kMaxSymbols> parent, depth;
  for (int k = 0; k < count; ++k) weight[k] = static_cast<uint32_t>(leaves[k] >> 16);
  int leaf = 0, node = count;
  const int root = 2 * count - 2;
  for (int next = count; next <= root; ++next) {
    const auto take = [&] {
      const bool is_leaf = leaf < count && (node == next || weight[leaf] <= weight[node]);
      const int taken = is_leaf ? leaf++ : node++;
      parent[taken] = static_cast<uint16_t>(next);
      return weight[taken];
    };
    const uint32_t first = take();
    weight[next] = first + take();
  }

  LengthCounts depths{};
  depth[root] = 0;
  for (int k = root - 1; k >= 0; --k) {
    depth[k] = static_cast<uint16_t>(depth[parent[k]] + 1);
    if (k < count) ++depths[std::min<int>(depth[k], maximum)];
  }
  return depths;
}

// Cutting made codes that cannot all be: for each that is one too many, a shorter one turns into
// two of the next length, one of which a code of `most` bits takes.
void Repair(int maximum, LengthCounts* lengths) noexcept {
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

uint16_t Reversed(uint32_t bits, int length) noexcept {
  uint32_t reversed = 0;
  for (int k = 0; k < length; ++k) reversed |= (bits >> k & 1) << (length - 1 - k);
  return static_cast<uint16_t>(reversed);
}

// Of each length the codes count up in the order of the symbols.
void NumberCodes(const LengthCounts& lengths, std::size_t symbols, CodeWord* code) noexcept {
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
  std::sort(leaves.begin(), leaves.begin() + count);
  LengthCounts lengths{};
  if (count == 1) {
    lengths[1] = 1;
  } else {
    lengths = LeafDepths(leaves.data(), count, maximum);
    Repair(maximum, &lengths);
  }
  const Leaf* leaf = leaves.data();
  for (int length = maximum; length > 0; --length)
    for (uint32_t k = 0; k < lengths[length]; ++k)
      code[SymbolOf(*leaf++)].length = static_cast<uint8_t>(length);
  NumberCodes(lengths, counts.size(), code);
}

uint64_t CodedBits(std::span<const uint32_t> counts, const CodeWord* code) noexcept {
  uint64_t bits = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) bits += uint64_t{counts[s]} * code[s].length;
  return bits;
}

}  // namespace cobble
