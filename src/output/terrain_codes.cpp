// Converts heights to the codes of terrain tiles, in double and without libm.
#include "output/terrain_codes.h"

#include <algorithm>
#include <cstring>

#include "cobble/error.h"
#include "core/size.h"
#include "output/buffer.h"

namespace cobble {
namespace {

constexpr double kMaxCode = 0xFFFFFF;
constexpr int kCodeBytes = 3;

// A code is (metres - base) * scale.
struct Coding {
  double base, scale;
};

Coding CodingOf(TerrainCode code) {
  switch (code) {
    case TerrainCode::kMapbox:
      return {-10000, 10};
    case TerrainCode::kTerrarium:
      break;
  }
  return {-32768, 256};
}

// Clamps heights to 0..1; NaN becomes 0.
uint64_t ClampHeights(const float* const* planes, int, int n, std::byte* out) {
  uint64_t clamped = 0;
  for (int k = 0; k < n; ++k, out += sizeof(float)) {
    const float h = planes[0][k];
    const float inside = h >= 0 ? std::min(h, 1.0f) : 0.0f;
    clamped += inside != h;
    std::memcpy(out, &inside, sizeof inside);
  }
  return clamped;
}

// The clamped sum is not negative, so the conversion rounds down.
uint32_t CodeOf(const Coding& coding, double metres) noexcept {
  const double code = (metres - coding.base) * coding.scale + 0.5;
  if (!(code > 0)) return 0;
  return static_cast<uint32_t>(code < kMaxCode ? code : kMaxCode);
}

struct TerrainBand final : Chunk {
  explicit TerrainBand(Size size) : codes(size) {}

  Buffer codes;  // of the band's rows, without gaps
  std::unique_ptr<Chunk> inner;
};

class TerrainEncoder final : public BandSink {
 public:
  TerrainEncoder(const Elevation& elevation, BandSink& inner, int64_t width)
      : elevation_(elevation),
        inner_(inner),
        width_(width),
        row_bytes_((Size(width) * Size(kCodeBytes)).bytes()) {}

  RowFormat row_format() const override { return {1, sizeof(float), &ClampHeights}; }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    auto chunk = std::make_unique<TerrainBand>(Size(rows) * Size(row_bytes_));
    chunk->inner = inner_.NewChunk(rows);
    return chunk;
  }

  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& terrain = static_cast<TerrainBand&>(chunk);
    const Coding coding = CodingOf(elevation_.code);
    const double height = elevation_.high - elevation_.low;
    const std::byte* row = band.data;
    std::byte* out = terrain.codes.data();
    for (int64_t j = 0; j < band.rows; ++j, row += band.stride) {
      for (int64_t i = 0; i < width_; ++i, out += kCodeBytes) {
        float h;
        std::memcpy(&h, row + static_cast<std::size_t>(i) * sizeof h, sizeof h);
        const uint32_t code = CodeOf(coding, elevation_.low + static_cast<double>(h) * height);
        out[0] = static_cast<std::byte>(code >> 16);
        out[1] = static_cast<std::byte>(code >> 8 & 0xFF);
        out[2] = static_cast<std::byte>(code & 0xFF);
      }
    }
    inner_.Encode(CodesOf(band, chunk), *terrain.inner);
  }

  void Write(const Band& band, const Chunk& chunk) override {
    inner_.Write(CodesOf(band, chunk), *static_cast<const TerrainBand&>(chunk).inner);
  }

 private:
  Band CodesOf(const Band& band, const Chunk& chunk) const {
    const std::byte* const codes = static_cast<const TerrainBand&>(chunk).codes.data();
    return {band.index, band.first_row, band.rows, codes, row_bytes_};
  }

  Elevation elevation_;
  BandSink& inner_;
  int64_t width_;
  std::size_t row_bytes_;  // of the codes
};

}  // namespace

Bounds TerrainRange(TerrainCode code) {
  const Coding coding = CodingOf(code);
  return {coding.base, coding.base + kMaxCode / coding.scale};
}

PictureMap TerrainMap(const PictureMap& map) {
  PictureMap codes;
  codes.name = map.name;
  codes.channels = kCodeBytes;
  return codes;
}

double TerrainStep(TerrainCode code) { return 1 / CodingOf(code).scale; }

std::unique_ptr<BandSink> EncodeTerrain(const Elevation& elevation, BandSink& inner,
                                        int64_t width) {
  const RowFormat format = inner.row_format();
  if (format.channels != kCodeBytes || format.sample_bytes != 1)
    throw Error(ErrorKind::kBug, "", "terrain codes need a picture of 3 channels of 8 bits");
  return std::make_unique<TerrainEncoder>(elevation, inner, width);
}

}  // namespace cobble
