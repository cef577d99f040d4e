// Finds long repeats, one candidate a place.
// Based on: Ziv and Lempel, "A universal algorithm for sequential data compression", 1977, with one
// hash table, as Williams, "An extremely fast Ziv-Lempel data compression algorithm", 1991.
#include "output/long_matches.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cobble {
namespace {

// A place within a match is remembered at every so many bytes: it is found again wherever it lies,
// since every place is looked up, and at its whole length, since matches grow both ways.
constexpr std::size_t kRememberStep = 8;

uint64_t Load64(const uint8_t* p) noexcept {
  uint64_t x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

// Of the bytes at p that the masks keep. The factors are odd and have no pattern in their bits:
// 2^64 over the golden ratio, and two primes.
template <int kBits>
std::size_t Hash(const uint8_t* p, const uint64_t* masks) noexcept {
  constexpr uint64_t kFactors[] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9};
  const uint64_t words = Load64(p) + (Load64(p + 8) & masks[1]) * kFactors[1] +
                         (Load64(p + 16) & masks[2]) * kFactors[2];
  return static_cast<std::size_t>((words * kFactors[0]) >> (64 - kBits));
}

// Whether what the masks keep is alike. All is read before anything is decided, since a guess of
// which byte is the first to differ would mostly be wrong.
bool AreAlike(const uint8_t* a, const uint8_t* b, const uint64_t* masks) noexcept {
  const uint64_t second = (Load64(a + 8) ^ Load64(b + 8)) & masks[1];
  const uint64_t third = (Load64(a + 16) ^ Load64(b + 16)) & masks[2];
  return ((Load64(a) ^ Load64(b)) | second | third) == 0;
}

// How many bytes are alike, up to `most`.
std::size_t Alike(const uint8_t* a, const uint8_t* b, std::size_t maximum) noexcept {
  std::size_t n = 0;
  for (; n + 8 <= maximum; n += 8)
    if (const uint64_t differ = Load64(a + n) ^ Load64(b + n))
      return n + static_cast<std::size_t>(std::countr_zero(differ) / 8);
  while (n < maximum && a[n] == b[n]) ++n;
  return n;
}

// The same before a and b.
std::size_t AlikeBefore(const uint8_t* a, const uint8_t* b, std::size_t maximum) noexcept {
  std::size_t n = 0;
  for (; n + 8 <= maximum; n += 8)
    if (const uint64_t differ = Load64(a - n - 8) ^ Load64(b - n - 8))
      return n + static_cast<std::size_t>(std::countl_zero(differ) / 8);
  while (n < maximum &&
         a[-1 - static_cast<std::ptrdiff_t>(n)] == b[-1 - static_cast<std::ptrdiff_t>(n)])
    ++n;
  return n;
}

// Of the first `count` bytes of a word.
uint64_t FirstBytes(int count) noexcept {
  return count <= 0 ? 0 : count >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * count)) - 1;
}

}  // namespace

uint8_t* LongMatches::Run(const uint8_t* data, std::size_t size, int shortest,
                          uint8_t* out) noexcept {
  const Input input{
      data, size, {FirstBytes(shortest), FirstBytes(shortest - 8), FirstBytes(shortest - 16)}};
  last_.fill(0);
  BlockWriter writer(out);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t end = FillBlock(input, begin);
    writer.Write(data + begin, end - begin, {tokens_.data(), count_}, &counts_);
    begin = end;
  }
  return writer.Finish();
}

// Returns where the block ends.
std::size_t LongMatches::FillBlock(const Input& input, std::size_t begin) noexcept {
  const auto& [data, size, masks] = input;
  const std::size_t searched = size < kHashed ? 0 : size - kHashed;
  count_ = 0;
  counts_ = {};
  std::size_t literals = 0;  // since the last match
  std::size_t at = begin;
  while (at < searched && count_ < kBlockTokens) {
    uint16_t& last = last_[Hash<kHashBits>(data + at, masks)];
    const std::size_t distance = std::min<std::size_t>(static_cast<uint16_t>(at - last), at);
    last = static_cast<uint16_t>(at);
    // In this order, since the first is seldom true.
    if (AreAlike(data + at, data + at - distance, masks) && distance > 0 &&
        distance <= kFarthestMatch) {
      at = AddMatch(input, at, distance, literals);
      literals = 0;
    } else {
      AddLiteral(data[at++]);
      ++literals;
    }
  }
  if (at >= searched)
    for (; at < size; ++at) AddLiteral(data[at]);
  return at;
}

// Adds the match that holds what begins at `at`, and takes back what it holds of the `literals`
// before. Returns what follows it.
std::size_t LongMatches::AddMatch(const Input& input, std::size_t at, std::size_t distance,
                                  std::size_t literals) noexcept {
  const uint8_t *const here = input.data + at, *const there = here - distance;
  const std::size_t maximum = std::min<std::size_t>(kLongestMatch, input.size - at);
  const std::size_t after = Alike(here, there, maximum);
  const std::size_t before =
      AlikeBefore(here, there, std::min({kLongestMatch - after, literals, at - distance}));
  for (std::size_t k = 0; k < before; ++k) --counts_.symbols[(here - before)[k]];
  count_ -= before;

  const Token match = Token::Match(static_cast<int>(before + after), static_cast<int>(distance));
  tokens_[count_++] = match;
  ++counts_.symbols[static_cast<std::size_t>(match.symbol())];
  ++counts_.distances[static_cast<std::size_t>(match.distance())];
  const std::size_t end = std::min(at + after, input.size - kHashed);
  for (std::size_t k = at + kRememberStep; k < end; k += kRememberStep)
    last_[Hash<kHashBits>(input.data + k, input.masks)] = static_cast<uint16_t>(k);
  return at + after;
}

}  // namespace cobble
