// FloatSink and RenderMaps.
#include "support/float_rows.h"

#include <cstring>
#include <memory>
#include <utility>

#include "core/maps.h"
#include "render/render_bands.h"

namespace cobble::test {
namespace {

uint64_t Interleave(const float* const* planes, int channels, int n, std::byte* out) {
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < channels; ++c, out += sizeof(float))
      std::memcpy(out, planes[c] + k, sizeof(float));
  return 0;
}

struct FloatChunk final : Chunk {
  std::vector<float> samples;
};

}  // namespace

FloatSink::FloatSink(int64_t width, const std::vector<PictureMap>& maps) : width_(width) {
  for (const PictureMap& map : maps) channels_ += map.channels;
}

RowFormat FloatSink::row_format() const { return {channels_, sizeof(float), &Interleave}; }

std::unique_ptr<Chunk> FloatSink::NewChunk(int64_t rows) const {
  auto chunk = std::make_unique<FloatChunk>();
  chunk->samples.reserve(static_cast<std::size_t>(rows * width_ * channels_));
  return chunk;
}

void FloatSink::Encode(const Band& band, Chunk& chunk) const noexcept {
  auto& samples = static_cast<FloatChunk&>(chunk).samples;
  const auto row = static_cast<std::size_t>(width_ * channels_);
  samples.resize(static_cast<std::size_t>(band.rows) * row);
  for (std::size_t j = 0; j < static_cast<std::size_t>(band.rows); ++j)
    std::memcpy(samples.data() + j * row, band.data + j * band.stride, row * sizeof(float));
}

void FloatSink::Write(const Chunk& chunk) {
  const auto& samples = static_cast<const FloatChunk&>(chunk).samples;
  samples_.insert(samples_.end(), samples.begin(), samples.end());
}

Image RenderMaps(const Program& program, const std::vector<PictureMap>& maps,
                 const RenderOptions& options) {
  const bool whole = options.window.width == 0;
  Image image{whole ? program.recipe().width : options.window.width,
              whole ? program.recipe().height : options.window.height,
              0,
              {}};
  FloatSink sink(image.width, maps);
  const BandOutput output{maps, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
  image.channels = sink.channels();
  image.samples = std::move(sink.samples());
  return image;
}

}  // namespace cobble::test
