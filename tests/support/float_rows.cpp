// A sink that keeps the bands as they come, in order.
#include "support/float_rows.h"

#include <cstring>
#include <memory>

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

class FloatSink final : public BandSink {
 public:
  explicit FloatSink(Image& image) : image_(image) {}

  RowFormat row_format() const override { return {image_.channels, sizeof(float), &Interleave}; }
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    auto chunk = std::make_unique<FloatChunk>();
    chunk->samples.reserve(static_cast<std::size_t>(rows * image_.width * image_.channels));
    return chunk;
  }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& samples = static_cast<FloatChunk&>(chunk).samples;
    const auto row = static_cast<std::size_t>(image_.width * image_.channels);
    samples.resize(static_cast<std::size_t>(band.rows) * row);
    for (std::size_t j = 0; j < static_cast<std::size_t>(band.rows); ++j)
      std::memcpy(samples.data() + j * row, band.data + j * band.stride, row * sizeof(float));
  }
  void Write(const Chunk& chunk) override {
    const auto& samples = static_cast<const FloatChunk&>(chunk).samples;
    image_.samples.insert(image_.samples.end(), samples.begin(), samples.end());
  }

 private:
  Image& image_;
};

}  // namespace

Image RenderMaps(const Program& program, const std::vector<Map>& maps,
                 const RenderOptions& options) {
  const bool whole = options.window.width == 0;
  Image image{whole ? program.recipe().width : options.window.width,
              whole ? program.recipe().height : options.window.height,
              0,
              {}};
  for (const Map map : maps) image.channels += Channels(map);
  FloatSink sink(image);
  const BandOutput output{maps, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
  return image;
}

}  // namespace cobble::test
