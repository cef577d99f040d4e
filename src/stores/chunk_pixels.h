// The samples of one map of a chunk, as its file stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cobble {

struct ChunkPixels {
  int64_t width = 0, height = 0;
  int channels = 1;
  int bits = 8;                    // per sample: 8, 16 or 32
  bool is_float = false;           // only with 32 bits
  std::vector<std::byte> samples;  // little-endian, channels interleaved, rows without padding
};

}  // namespace cobble
