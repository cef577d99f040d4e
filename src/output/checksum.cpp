// Computes the checksum.
#include "output/checksum.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "core/size.h"
#include "output/byte_checksums.h"
#include "output/held_band.h"

namespace cobble {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are hashed in memory order");

uint64_t KeepFloats(const float* const* planes, int channels, int n, std::byte* out) {
  if (channels == 1) {
    std::memcpy(out, planes[0], static_cast<std::size_t>(n) * sizeof(float));
    return 0;
  }
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < channels; ++c, out += sizeof(float))
      std::memcpy(out, planes[c] + k, sizeof(float));
  return 0;
}

}  // namespace

RowFormat ChecksumSink::row_format() const { return {channels_, sizeof(float), &KeepFloats}; }

std::unique_ptr<Chunk> ChecksumSink::NewChunk(int64_t) const {
  return std::make_unique<HeldBand>();
}

void ChecksumSink::Encode(const Band& band, Chunk& chunk) const noexcept {
  static_cast<HeldBand&>(chunk).band = band;
}

// Serial, not combined from bands' CRCs: it takes 1 % of the time of computing the values.
void ChecksumSink::Write(const Chunk& chunk) {
  const std::size_t row_bytes = (Size(width_) * Size(channels_) * Size(sizeof(float))).bytes();
  static_cast<const HeldBand&>(chunk).ForBytes(
      row_bytes,
      [&](const std::byte* data, std::size_t size) { value_ = Crc64(value_, data, size); });
}

std::string ChecksumSink::Text() const { return fmt::format("{:016x}", value_); }

}  // namespace cobble
