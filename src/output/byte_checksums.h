// Checksums of bytes, from ISA-L or, in builds without it, zlib and a table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cobble {

// Return the checksum of the bytes of the first argument followed by `data`.
uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept;      // starts at 0
uint64_t Crc64(uint64_t crc, const void* data, std::size_t size) noexcept;      // CRC-64/XZ, at 0
uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept;  // starts at 1

// Returns the Adler-32 of two concatenated byte strings, given their checksums and the `size` of
// the second in bytes. (zlib's version takes a 32-bit size on some systems.)
constexpr uint32_t CombineAdler32(uint32_t first, uint32_t second, uint64_t size) noexcept {
  constexpr uint64_t kModulus = 65521;
  const uint64_t a = first & 0xFFFF, b = first >> 16;
  const uint64_t sum = a + (second & 0xFFFF) + kModulus - 1;
  const uint64_t sums = b + (second >> 16) + size % kModulus * (a + kModulus - 1);
  return static_cast<uint32_t>(sum % kModulus | sums % kModulus << 16);
}

// Returns the product of two polynomials modulo that of CRC-32. The highest bit is the coefficient
// of x^0.
constexpr uint32_t MultiplyCrc32(uint32_t a, uint32_t b) noexcept {
  constexpr uint32_t kPolynomial = 0xEDB88320;
  uint32_t product = 0;
  for (; a != 0; a <<= 1) {
    if (a >> 31 != 0) product ^= b;
    b = b >> 1 ^ (b & 1 ? kPolynomial : 0);
  }
  return product;
}

// The same of CRC-32s: the first times x^(8 size), plus the second.
constexpr uint32_t CombineCrc32(uint32_t first, uint32_t second, uint64_t size) noexcept {
  uint32_t power = uint32_t{1} << 23;  // x^8
  for (; size > 0; size >>= 1, power = MultiplyCrc32(power, power))
    if (size & 1) first = MultiplyCrc32(power, first);
  return first ^ second;
}

}  // namespace cobble
