// Checksums of bytes without ISA-L: zlib's, and a CRC-64 of eight bytes at a time.
#include <zlib.h>

#include <array>

#include "output/byte_checksums.h"

namespace cobble {
namespace {

constexpr uint64_t kPolynomial = 0xC96C5795D7870F42;  // ECMA-182, reflected
constexpr std::size_t kSlice = 8;

using Tables = std::array<std::array<uint64_t, 256>, kSlice>;

// tables[k][b] is the CRC of the byte b followed by k zeros.
constexpr Tables MakeTables() {
  Tables tables{};
  for (uint64_t byte = 0; byte < 256; ++byte) {
    uint64_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < kSlice; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const uint64_t crc = tables[k - 1][byte];
      tables[k][byte] = crc >> 8 ^ tables[0][crc & 0xFF];
    }
  return tables;
}

constexpr Tables kTables = MakeTables();

}  // namespace

uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept {
  if (size == 0) return crc;  // for null, zlib returns its initial value
  return static_cast<uint32_t>(::crc32_z(crc, static_cast<const Bytef*>(data), size));
}

// Based on: M. Kounavis, F. Berry, "Novel Table Lookup-Based Algorithms for High-Performance CRC
// Generation" (slicing by 8), 2008.
uint64_t Crc64(uint64_t crc, const void* data, std::size_t size) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(data);
  crc = ~crc;
  for (; size >= kSlice; size -= kSlice, bytes += kSlice) {
    uint64_t next = 0;
    for (std::size_t k = 0; k < kSlice; ++k)
      next ^= kTables[kSlice - 1 - k][(crc >> 8 * k & 0xFF) ^ bytes[k]];
    crc = next;
  }
  for (; size > 0; --size, ++bytes) crc = crc >> 8 ^ kTables[0][(crc & 0xFF) ^ *bytes];
  return ~crc;
}

uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept {
  if (size == 0) return adler;
  return static_cast<uint32_t>(::adler32_z(adler, static_cast<const Bytef*>(data), size));
}

}  // namespace cobble
