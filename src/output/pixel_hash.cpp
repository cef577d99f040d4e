// Hashes the rows of a picture.
#include "output/pixel_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "core/size.h"
#include "output/byte_checksums.h"
#include "output/planes.h"

namespace cobble {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are hashed in memory order");

uint64_t KeepFloats(const float* const* planes, int channels, int n, std::byte* out) {
  for (int c = 0; c < channels; ++c, out += sizeof(float))
    ScatterChannel(reinterpret_cast<const std::byte*>(planes[c]), out,
                   static_cast<std::size_t>(channels), static_cast<std::size_t>(n), sizeof(float));
  return 0;
}

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

RowFormat ChecksumSink::row_format() const { return {channels_, sizeof(float), &KeepFloats}; }

// Serial, not combined from bands' CRCs: it takes 1 % of the time of computing the values.
void ChecksumSink::Write(const Band& band, const Chunk&) {
  const std::size_t row_bytes = (Size(width_) * Size(channels_) * Size(sizeof(float))).bytes();
  band.ForBytes(row_bytes, [&](const std::byte* data, std::size_t size) {
    value_ = Crc64(value_, data, size);
  });
}

std::string ChecksumSink::Text() const { return fmt::format("{:016x}", value_); }

PixelHash::PixelHash(BandSink& inner, int64_t width, bool is_big_endian) : inner_(inner) {
  const RowFormat format = inner.row_format();
  row_bytes_ = (Size(width) * Size(format.channels) * Size(format.sample_bytes)).bytes();
  swaps_ = is_big_endian && format.sample_bytes == 2;
}

void PixelHash::Write(const Band& band, const Chunk& chunk) {
  band.ForBytes(row_bytes_, [&](const std::byte* data, std::size_t size) {
    value_ = swaps_ ? SwappedCrc64(value_, data, size) : Crc64(value_, data, size);
  });
  inner_.Write(band, chunk);
}

}  // namespace cobble
