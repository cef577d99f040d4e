// ChecksumSink, over ISA-L's CRC.
#include "output/checksum.h"

#include <fmt/format.h>
#include <isa-l/crc64.h>

#include <bit>
#include <cstring>

#include "core/size.h"
#include "output/buffer.h"

namespace cobble {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are kept as they stand in memory");

uint64_t KeepFloats(const float* const* planes, int, int n, std::byte* out) {
  std::memcpy(out, planes[0], static_cast<std::size_t>(n) * sizeof(float));
  return 0;
}

// The rows of a band, one after another. CRCs of pieces are not joined but taken in order: they
// cost a hundredth of the values themselves.
struct RowsChunk : Chunk {
  explicit RowsChunk(Size size) : rows(size) {}
  Buffer rows;
  std::size_t used = 0;
};

}  // namespace

RowFormat ChecksumSink::row_format() const { return {1, sizeof(float), &KeepFloats}; }

std::unique_ptr<Chunk> ChecksumSink::NewChunk(int64_t rows) const {
  return std::make_unique<RowsChunk>(Size(rows) * Size(width_) * Size(sizeof(float)));
}

void ChecksumSink::Encode(const Band& band, Chunk& chunk) const noexcept {
  auto& out = static_cast<RowsChunk&>(chunk);
  const auto row_bytes = static_cast<std::size_t>(width_) * sizeof(float);
  out.used = 0;
  for (int64_t row = 0; row < band.rows; ++row, out.used += row_bytes)
    std::memcpy(out.rows.data() + out.used, band.data + static_cast<std::size_t>(row) * band.stride,
                row_bytes);
}

void ChecksumSink::Write(const Chunk& chunk) {
  const auto& in = static_cast<const RowsChunk&>(chunk);
  value_ = crc64_ecma_refl(value_, reinterpret_cast<const unsigned char*>(in.rows.data()), in.used);
}

std::string ChecksumSink::Text() const { return fmt::format("{:016x}", value_); }

}  // namespace cobble
