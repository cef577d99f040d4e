// Runs rows into sinks that discard their samples, or into files of every format.
#include "bench/runs.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <vector>

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

// Discards float samples. Does not interleave them, since nobody reads them.
class DiscardSink : public BandSink {
 public:
  explicit DiscardSink(int channels) : channels_(channels) {}

  RowFormat row_format() const override { return {channels_, sizeof(float), &CopyFloats}; }

 private:
  int channels_;
};

std::unique_ptr<PictureWriter> OpenFile(const Output& output, const Row& row, const Recipe& recipe,
                                        const std::string& path) {
  PictureSpec spec;
  spec.path = path;
  spec.format = FindFormat(output.format);
  spec.maps = output.maps;
  spec.bits = output.bits;
  spec.width = recipe.width;
  spec.height = recipe.height;
  spec.files.sync = false;  // the encoders are measured, not the disk
  spec.simd_target = FindSimdLevel(row.level)->target;
  return OpenPicture(spec);
}

int ChannelsOf(const Output& output) {
  int channels = 0;
  for (const PictureMap& map : output.maps) channels += map.channels;
  return channels;
}

}  // namespace

Program ProgramOf(const Row& row, int side) {
  return Program::Compile(RecipeOf(row, side), {.simd = row.level, .slopes = row.NeedsSlope()});
}

uint64_t RunOnce(const Row& row, const Program& program, const std::string& file) {
  std::vector<std::unique_ptr<DiscardSink>> discards;
  std::vector<std::unique_ptr<PictureWriter>> pictures;
  std::vector<std::string> paths;
  std::vector<BandOutput> outputs;
  for (const Output& output : row.outputs) {
    if (output.format.empty()) {
      discards.push_back(std::make_unique<DiscardSink>(ChannelsOf(output)));
      outputs.push_back({output.maps, discards.back().get()});
      continue;
    }
    const std::string path = file + std::to_string(pictures.size());
    std::ranges::copy(PathsOf(*FindFormat(output.format), path), std::back_inserter(paths));
    pictures.push_back(OpenFile(output, row, program.recipe(), path));
    outputs.push_back({output.maps, pictures.back().get()});
  }

  const RenderOptions options{.threads = row.threads};
  RenderBands(program, ResolveRange(program, options), options, outputs);

  uint64_t bytes = 0;
  for (const auto& picture : pictures) {
    picture->Commit();
    bytes += picture->bytes_written();
  }
  for (const std::string& path : paths) std::filesystem::remove(path);
  return bytes;
}

}  // namespace cobble::bench
