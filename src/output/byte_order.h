// Converts between integers and bytes of a given byte order.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cobble {

// The four bytes of an integer, most significant first.
struct BigEndian {
  char bytes[4];

  explicit constexpr BigEndian(uint32_t x)
      : bytes{static_cast<char>(x >> 24), static_cast<char>(x >> 16), static_cast<char>(x >> 8),
              static_cast<char>(x)} {}
  constexpr std::string_view text() const { return {bytes, sizeof bytes}; }
};

inline uint32_t ReadBigEndian(std::string_view bytes) {
  uint32_t x = 0;
  for (int i = 0; i < 4; ++i) x = x << 8 | static_cast<unsigned char>(bytes[i]);
  return x;
}

// Stores x at `out`, least significant byte first. Returns a pointer past it.
template <std::unsigned_integral T>
constexpr uint8_t* StoreLittleEndian(T x, uint8_t* out) {
  for (std::size_t i = 0; i < sizeof x; ++i) *out++ = static_cast<uint8_t>(x >> (8 * i));
  return out;
}

inline uint32_t ReadLittleEndian(std::string_view bytes) {
  uint32_t x = 0;
  for (int i = 3; i >= 0; --i) x = x << 8 | static_cast<unsigned char>(bytes[i]);
  return x;
}

}  // namespace cobble
