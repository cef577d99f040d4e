// The chunks of PNG: length, type, data, CRC. Shared by the writer and the metadata reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/byte_checksums.h"
#include "output/byte_order.h"

namespace cobble {

inline constexpr std::string_view kPngSignature{"\x89PNG\r\n\x1A\n", 8};
inline constexpr uint32_t kMaxPngLength = 0x7FFFFFFF;  // chunk data (bytes), sides (pixels)

// Returns the CRC of a chunk, which covers its type and data.
inline uint32_t ChunkCrc(std::string_view type, const void* data, std::size_t size) {
  return Crc32(Crc32(0, type.data(), type.size()), data, size);
}

inline std::string PngChunkText(std::string_view type, std::string_view data) {
  std::string chunk;
  chunk += BigEndian(static_cast<uint32_t>(data.size())).text();
  chunk += type;
  chunk += data;
  chunk += BigEndian(ChunkCrc(type, data.data(), data.size())).text();
  return chunk;
}

}  // namespace cobble
