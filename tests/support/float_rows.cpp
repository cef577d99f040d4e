// FloatSink and RenderMaps.
#include "support/float_rows.h"

#include <cstring>
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

}  // namespace

FloatSink::FloatSink(int64_t width, const std::vector<PictureMap>& maps) : width_(width) {
  for (const PictureMap& map : maps) channels_ += map.channels;
}

RowFormat FloatSink::row_format() const { return {channels_, sizeof(float), &Interleave}; }

void FloatSink::Write(const Band& band, const Chunk&) {
  const auto row = static_cast<std::size_t>(width_ * channels_) * sizeof(float);
  band.ForBytes(row, [&](const std::byte* data, std::size_t size) {
    const std::size_t before = samples_.size();
    samples_.resize(before + size / sizeof(float));
    std::memcpy(samples_.data() + before, data, size);
  });
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
