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

}  // namespace cobble
