// Hashes the rows of a picture while they are written.
#include "output/pixel_hash.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/size.h"
#include "output/byte_checksums.h"
#include "output/held_band.h"

namespace cobble {
namespace {

struct HashedBand final : Chunk {
  HeldBand held;
  std::unique_ptr<Chunk> inner;
};

// Returns the CRC of 16-bit samples whose bytes are swapped first.
uint64_t SwappedCrc64(uint64_t crc, const std::byte* data, std::size_t size) noexcept {
  std::array<std::byte, 4096> swapped;
  while (size > 0) {
    const std::size_t n = std::min(size, swapped.size());
    for (std::size_t k = 0; k < n; k += 2) {
      swapped[k] = data[k + 1];
      swapped[k + 1] = data[k];
    }
    crc = Crc64(crc, swapped.data(), n);
    data += n;
    size -= n;
  }
  return crc;
}

}  // namespace

PixelHash::PixelHash(BandSink& inner, int64_t width, bool is_big_endian) : inner_(inner) {
  const RowFormat format = inner.row_format();
  row_bytes_ = (Size(width) * Size(format.channels) * Size(format.sample_bytes)).bytes();
  swaps_ = is_big_endian && format.sample_bytes == 2;
}

std::unique_ptr<Chunk> PixelHash::NewChunk(int64_t rows) const {
  auto chunk = std::make_unique<HashedBand>();
  chunk->inner = inner_.NewChunk(rows);
  return chunk;
}

void PixelHash::Encode(const Band& band, Chunk& chunk) const noexcept {
  auto& hashed = static_cast<HashedBand&>(chunk);
  hashed.held.band = band;
  inner_.Encode(band, *hashed.inner);
}

void PixelHash::Write(const Chunk& chunk) {
  const auto& hashed = static_cast<const HashedBand&>(chunk);
  hashed.held.ForBytes(row_bytes_, [&](const std::byte* data, std::size_t size) {
    value_ = swaps_ ? SwappedCrc64(value_, data, size) : Crc64(value_, data, size);
  });
  inner_.Write(*hashed.inner);
}

}  // namespace cobble
