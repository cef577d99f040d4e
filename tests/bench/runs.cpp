// Runs rows, which write to a sink that discards the samples or to files of every format.
#include "bench/runs.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/band_sink.h"
#include "core/maps.h"
#include "core/simd_level.h"
#include "output/picture.h"
#include "render/render_bands.h"

namespace cobble::bench {
namespace {

uint64_t CopyFloats(const float* const* planes, int channels, int n, std::byte* out) {
  for (int c = 0; c < channels; ++c, out += static_cast<std::size_t>(n) * sizeof(float))
    std::memcpy(out, planes[c], static_cast<std::size_t>(n) * sizeof(float));
  return 0;
}

// Discards float samples. (They are not interleaved because nobody reads them.)
class DiscardSink : public BandSink {
 public:
  explicit DiscardSink(int channels) : channels_(channels) {}

  RowFormat row_format() const override { return {channels_, sizeof(float), &CopyFloats}; }
  std::unique_ptr<Chunk> NewChunk(int64_t) const override { return std::make_unique<Chunk>(); }
  void Encode(const Band&, Chunk&) const noexcept override {}
  void Write(const Chunk&) override {}

 private:
  int channels_;
};

void Render(const Row& row, const Program& program, const std::vector<Map>& maps, BandSink& sink) {
  const RenderOptions options{.threads = row.threads};
  const BandOutput output{maps, &sink};
  RenderBands(program, ResolveRange(program, options), options, {&output, 1});
}

uint64_t RenderPicture(const Row& row, const Program& program, const std::string& file) {
  PictureSpec spec;
  spec.path = file;
  spec.format = FindFormat(row.picture->format);
  spec.maps = row.picture->maps;
  spec.bits = row.picture->bits;
  spec.width = program.recipe().width;
  spec.height = program.recipe().height;
  spec.simd_target = FindSimdLevel(row.level)->target;
  const auto picture = OpenPicture(spec);
  Render(row, program, spec.maps, *picture);
  picture->Commit();
  for (const std::string& path : PathsOf(*spec.format, file)) std::filesystem::remove(path);
  return picture->bytes_written();
}

}  // namespace

Program ProgramOf(const Row& row, int side) {
  return Program::Compile(RecipeOf(row, side), {.simd = row.level, .slopes = row.slope});
}

uint64_t RunOnce(const Row& row, const Program& program, const std::string& file) {
  if (row.picture) return RenderPicture(row, program, file);
  const Map map = row.slope ? Map::kSlope : Map::kValue;
  DiscardSink sink(Channels(map));
  Render(row, program, {map}, sink);
  return 0;
}

}  // namespace cobble::bench
