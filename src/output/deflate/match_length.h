// Compares bytes, eight at a time, to measure matches.
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

}  // namespace cobble
