// Tests that prefix codes are as short as Huffman's, complete, prefix-free and limited in length.
#include "output/deflate/codes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <random>
#include <vector>

namespace cobble {
namespace {

using Counts = std::vector<uint32_t>;

std::vector<CodeWord> CodeOf(const Counts& counts, int maximum) {
  std::vector<CodeWord> code(counts.size(), {0xFFFF, 99});
  MakePrefixCode(counts, maximum, code.data());
  return code;
}

// Returns the minimum bits of a prefix code: the sum of all weights that
// Huffman's algorithm merges.
uint64_t MinBits(const Counts& counts) {
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> weights;
  for (const uint32_t count : counts)
    if (count > 0) weights.push(count);
  uint64_t bits = 0;
  while (weights.size() > 1) {
    uint64_t sum = weights.top();
    weights.pop();
    sum += weights.top();
    weights.pop();
    weights.push(sum);
    bits += sum;
  }
  return bits;
}

// Checks that any `maximum` bits, from the lowest on, begin with exactly one code word.
void CheckIsCode(const Counts& counts, const std::vector<CodeWord>& code, int maximum) {
  std::vector<int> begins(std::size_t{1} << maximum);
  for (std::size_t s = 0; s < code.size(); ++s) {
    CHECK((code[s].length > 0) == (counts[s] > 0));
    REQUIRE(code[s].length <= maximum);
    if (code[s].length == 0) continue;
    for (std::size_t word = code[s].bits; word < begins.size();
         word += std::size_t{1} << code[s].length)
      ++begins[word];
  }
  CHECK(begins == std::vector<int>(begins.size(), 1));
}

Counts RandomCounts(std::size_t size, unsigned seed, unsigned range) {
  std::mt19937 random(seed);
  Counts counts(size);
  for (uint32_t& count : counts) count = static_cast<uint32_t>(random() % range * (random() % 3));
  counts[0] = counts[size - 1] = 1;
  return counts;
}

TEST_CASE("random counts take the minimum number of bits unless lengths are limited") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Counts counts = RandomCounts(2 + seed % 285, seed, 1 + seed * seed % 1000);
    const auto code = CodeOf(counts, 15);
    CheckIsCode(counts, code, 15);
    const uint64_t bits = CodedBits(counts, code.data()), minimum = MinBits(counts);
    const bool cut = std::ranges::max(code, {}, &CodeWord::length).length == 15;
    CHECK(bits >= minimum);
    CHECK(bits <= minimum + (cut ? minimum / 10000 : 0));
  }
}

TEST_CASE("two symbols take a bit each, and 256 equally frequent ones 8 bits") {
  CheckIsCode({5, 0, 1}, CodeOf({5, 0, 1}, 7), 1);
  const Counts equal_counts(256, 3);
  for (const CodeWord& word : CodeOf(equal_counts, 14)) CHECK(word.length == 8);
  CheckIsCode(equal_counts, CodeOf(equal_counts, 14), 14);
}

TEST_CASE("no symbol gets no code word, and a lone symbol gets one bit") {
  for (const CodeWord& word : CodeOf({0, 0, 0}, 7)) CHECK(word.length == 0);
  const auto lone = CodeOf({0, 9, 0}, 7);
  CHECK(lone[1].length == 1);
  CHECK(lone[1].bits == 0);
  CHECK(lone[0].length + lone[2].length == 0);
}

TEST_CASE("code words are limited in length at little cost") {
  Counts fibonacci{1, 1};
  while (fibonacci.size() < 40) fibonacci.push_back(fibonacci.end()[-1] + fibonacci.end()[-2]);
  for (const int maximum : {6, 7, 9, 14, 15}) {
    const auto code = CodeOf(fibonacci, maximum);
    CheckIsCode(fibonacci, code, maximum);
    const auto minimum = static_cast<double>(MinBits(fibonacci));
    const auto bits = static_cast<double>(CodedBits(fibonacci, code.data()));
    CHECK(bits >= minimum);
    CHECK(bits <= minimum * (maximum >= 14 ? 1.02 : 1.4));
  }
  Counts steep(286, 1);
  steep[7] = 1u << 30;
  CheckIsCode(steep, CodeOf(steep, 9), 9);
}

}  // namespace
}  // namespace cobble
