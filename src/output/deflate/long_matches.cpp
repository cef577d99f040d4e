// Finds long matches, testing one candidate per position.
// Based on: Ziv and Lempel, "A universal algorithm for sequential data compression", 1977; the
// single hash table of Williams, "An extremely fast Ziv-Lempel data compression algorithm", 1991.
#include "output/deflate/long_matches.h"

#include <algorithm>
#include <bit>

namespace cobble {
namespace {

// Within a match only about every 8th position enters the hash table. Later repeats are still
// found, since every position is looked up, and in full, since matches extend in both directions.
constexpr std::size_t kInsertStep = 8;

// Hashes the bytes at p that the masks select. The factors are odd and have no pattern in their
// bits: 2^64 divided by the golden ratio, and two primes.
template <int kBits>
std::size_t Hash(const uint8_t* p, const uint64_t* masks) noexcept {
  constexpr uint64_t kFactors[] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9};
  const uint64_t words = Load64(p) + (Load64(p + 8) & masks[1]) * kFactors[1] +
                         (Load64(p + 16) & masks[2]) * kFactors[2];
  return static_cast<std::size_t>((words * kFactors[0]) >> (64 - kBits));
}

// Returns whether the bytes that the masks select are equal. The first 8 hardly ever are unless the
// others are, too, so only the branch on them is worth it.
bool PrefixesMatch(const uint8_t* a, const uint8_t* b, const uint64_t* masks) noexcept {
  if (Load64(a) != Load64(b)) [[likely]]
    return false;
  const uint64_t second = (Load64(a + 8) ^ Load64(b + 8)) & masks[1];
  const uint64_t third = (Load64(a + 16) ^ Load64(b + 16)) & masks[2];
  return (second | third) == 0;
}

// Returns the number of equal bytes ending just before a and b, at most `maximum`.
std::size_t MatchLengthBefore(const uint8_t* a, const uint8_t* b, std::size_t maximum) noexcept {
  std::size_t n = 0;
  for (; n + 8 <= maximum; n += 8)
    if (const uint64_t differ = Load64(a - n - 8) ^ Load64(b - n - 8))
      return n + static_cast<std::size_t>(std::countl_zero(differ) / 8);
  while (n < maximum &&
         a[-1 - static_cast<std::ptrdiff_t>(n)] == b[-1 - static_cast<std::ptrdiff_t>(n)])
    ++n;
  return n;
}

// Returns a mask of the first `count` bytes of a word.
uint64_t FirstBytes(int count) noexcept {
  if (count <= 0) return 0;
  return count >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * count)) - 1;
}

}  // namespace

void LongMatches::Run(const LongSettings& settings, const uint8_t* data, std::size_t size,
                      BlockWriter* writer) noexcept {
  const Input input = Prepare(settings, data, size);
  last_.fill(0);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t end = FillBlock(input, begin);
    writer->Write(data + begin, end - begin, {matches_.data(), matches_count_}, &counts_);
    begin = end;
  }
}

uint64_t LongMatches::Estimate(const LongSettings& settings, const uint8_t* data,
                               std::size_t size) noexcept {
  const Input input = Prepare(settings, data, size);
  last_.fill(0);
  uint64_t bits = 0;
  for (std::size_t begin = 0; begin < size;) {
    begin = FillBlock(input, begin);
    bits += counts_.CodedBits();
  }
  return bits;
}

LongMatches::Input LongMatches::Prepare(const LongSettings& settings, const uint8_t* data,
                                        std::size_t size) noexcept {
  const int min_match = settings.min_match;
  return {settings.grid,
          data,
          size,
          {FirstBytes(min_match), FirstBytes(min_match - 8), FirstBytes(min_match - 16)}};
}

// Adds literals until a match begins, `end` is reached or the block is full. Returns the position.
// `found` becomes the match's distance, if any. `kStep`: the grid's step, or 0 if not constant.
template <uint32_t kStep>
std::size_t LongMatches::FindMatch(const Input& input, std::size_t at, std::size_t end,
                                   std::size_t* found) noexcept {
  const auto& [grid, data, size, masks] = input;
  const std::size_t step = kStep > 0 ? kStep : grid.step;
  for (; at < end && count_ < kBlockTokens; at += step) {
    uint16_t& last = last_[Hash<kHashBits>(data + at, masks)];
    const std::size_t distance = std::min<std::size_t>(static_cast<uint16_t>(at - last), at);
    last = static_cast<uint16_t>(at);
    // PrefixesMatch comes first, since it is rarely true.
    if (PrefixesMatch(data + at, data + at - distance, masks) && distance > 0 &&
        distance <= kMaxDistance) {
      *found = distance;
      break;
    }
    AddLiterals(input, at, at + step);
  }
  return at;
}

// Collects the tokens of a block that starts at `begin`. Returns the position where the block ends.
std::size_t LongMatches::FillBlock(const Input& input, std::size_t begin) noexcept {
  const auto& [grid, data, size, masks] = input;
  const std::size_t search_end = size < kHashedBytes ? 0 : size - kHashedBytes;
  count_ = matches_count_ = 0;
  counts_ = {};
  literals_ = {};
  std::size_t literals = 0;  // since the last match
  std::size_t at = begin;
  while (at < search_end && count_ < kBlockTokens) {
    const std::size_t start = std::min(grid.Next(at), search_end);
    AddLiterals(input, at, start);
    literals += start - at;
    at = start;
    const std::size_t row_end = at - at % grid.row + grid.row;
    const std::size_t end = std::min(search_end, row_end + 1 - grid.step);
    const std::size_t searched = at;
    std::size_t distance = 0;
    at = grid.step == 1 ? FindMatch<1>(input, at, end, &distance)
                        : FindMatch<0>(input, at, end, &distance);
    literals += at - searched;
    if (distance == 0) continue;
    at = AddMatch(input, at, distance, literals);
    literals = 0;
  }
  if (at >= search_end) {
    AddLiterals(input, at, size);
    at = size;
  }
  for (const auto& counts : literals_)
    for (std::size_t byte = 0; byte < counts.size(); ++byte) counts_.symbols[byte] += counts[byte];
  return at;
}

// Adds a match at `at`, extended in both directions. `literals` is the number of literals just
// before `at`; the match replaces those that it covers. Returns the position past the match.
std::size_t LongMatches::AddMatch(const Input& input, std::size_t at, std::size_t distance,
                                  std::size_t literals) noexcept {
  const uint8_t *const here = input.data + at, *const there = here - distance;
  const std::size_t maximum = std::min<std::size_t>(kMaxMatch, input.size - at);
  const std::size_t after = MatchLength(here, there, maximum);
  const std::size_t before =
      MatchLengthBefore(here, there, std::min({kMaxMatch - after, literals, at - distance}));
  for (std::size_t k = 0; k < before; ++k) --literals_[0][(here - before)[k]];

  const Token match = Token::Match(static_cast<int>(before + after), static_cast<int>(distance));
  matches_[matches_count_++] = {.literals = static_cast<uint16_t>(literals - before),
                                .length = static_cast<uint16_t>(before + after),
                                .token = match};
  counts_.Add(match);
  count_ = count_ - before + 1;
  const std::size_t end = std::min(at + after, input.size - kHashedBytes);
  const std::size_t step = kInsertStep / input.grid.step * input.grid.step;
  for (std::size_t k = at + step; k < end; k += step)
    last_[Hash<kHashBits>(input.data + k, input.masks)] = static_cast<uint16_t>(k);
  return at + after;
}

}  // namespace cobble
