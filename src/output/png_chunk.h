// The chunks of PNG: length, type, data, checksum. Shared by the writer and the reader of notes.
#ifndef COBBLE_OUTPUT_PNG_CHUNK_H_
#define COBBLE_OUTPUT_PNG_CHUNK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/png_stream.h"

namespace cobble {

inline constexpr std::string_view kPngSignature{"\x89PNG\r\n\x1A\n", 8};
inline constexpr uint32_t kMostPngLength = 0x7FFFFFFF;  // of a chunk's data, and of a side

// Four bytes, the most significant first.
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
