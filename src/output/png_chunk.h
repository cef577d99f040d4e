// The chunks of PNG: length, type, data, checksum. Shared by the writer and the reader of notes.
#ifndef COBBLE_OUTPUT_PNG_CHUNK_H_
#define COBBLE_OUTPUT_PNG_CHUNK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/byte_order.h"
#include "output/deflate.h"

namespace cobble {

inline constexpr std::string_view kPngSignature{"\x89PNG\r\n\x1A\n", 8};
inline constexpr uint32_t kMaxPngLength = 0x7FFFFFFF;  // of a chunk's data, and of a side

// The checksum of a chunk covers its type and its data.
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

#endif  // COBBLE_OUTPUT_PNG_CHUNK_H_
