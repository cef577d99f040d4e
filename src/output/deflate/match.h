// What the matchers of the DEFLATE encoder share: where they look for matches, and how long one is.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cobble {

static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

inline uint64_t Load64(const uint8_t* p) noexcept {
  uint64_t x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

// Returns the number of equal bytes starting at a and b, at most `maximum`.
inline std::size_t MatchLength(const uint8_t* a, const uint8_t* b, std::size_t maximum) noexcept {
  std::size_t n = 0;
  for (; n + 8 <= maximum; n += 8)
    if (const uint64_t differ = Load64(a + n) ^ Load64(b + n))
      return n + static_cast<std::size_t>(std::countr_zero(differ) / 8);
  while (n < maximum && a[n] == b[n]) ++n;
  return n;
}

// The positions at which matches are looked for: `first`, `first` + `step`, ... in every row of
// `row` bytes. If rows consist of samples or pixels of `step` bytes, these positions find nearly
// all matches in a fraction of the time.
struct MatchGrid {
  uint32_t row = uint32_t{1} << 31;
  uint32_t first = 0;
  uint32_t step = 1;

  // Returns the first position from `at` on (below 2^31) with a whole step left in its row, else
  // the row's end.
  std::size_t Next(std::size_t at) const noexcept {
    const uint32_t column = static_cast<uint32_t>(at) % row;
    uint32_t next = first;
    if (column > first) next = column + step - 1 - (column - first + step - 1) % step;
    return at - column + (next + step <= row ? next : row);
  }
};

}  // namespace cobble
