// Checksums of bytes with ISA-L.
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
#include <isa-l/igzip_lib.h>

#include "output/byte_checksums.h"

namespace cobble {

uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept {
  return crc32_gzip_refl(crc, static_cast<const unsigned char*>(data), size);
}

uint64_t Crc64(uint64_t crc, const void* data, std::size_t size) noexcept {
  return crc64_ecma_refl(crc, static_cast<const unsigned char*>(data), size);
}

uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept {
  return isal_adler32(adler, static_cast<const unsigned char*>(data), size);
}

}  // namespace cobble
