// Implements RenderedRows.
#include "views/rendered_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/simd_level.h"
#include "core/size.h"
#include "output/exr/channels.h"
#include "render/float_sink.h"

namespace cobble {
namespace {

constexpr int64_t kBlockSamples = int64_t{1} << 22;
constexpr int64_t kHalos = 4;  // minimum height of a block, in halos; halos are rendered again

std::vector<PictureChannel> ChannelsOf(const PictureMap& map) {
  std::vector<PictureChannel> channels;
  for (std::string& name : ChannelNames(map, false))
    channels.push_back({std::move(name), 32, true});
  return channels;
}

int64_t BlockRows(const Program& program, const PictureMap& map, const Window& window) {
  const int64_t rows = kBlockSamples / std::max<int64_t>(window.width, 1) / map.channels;
  const int64_t halo = HaloOf(program.recipe(), {&map, 1}).pixels;
  return std::clamp<int64_t>(std::max(rows, kHalos * halo), 1, window.height);
}

}  // namespace

RenderedRows::RenderedRows(const Program& program, const PictureMap& map, const HeightRange& range,
                           const Window& window, int threads)
    : program_(program),
      map_(map),
      range_(range),
      window_(window),
      threads_(threads),
      block_rows_(BlockRows(program, map, window)) {
  info_.format = "recipe";
  info_.width = window.width;
  info_.height = window.height;
  info_.channels = ChannelsOf(map);
  block_.resize((Size(info_.width) * Size(map.channels) * Size(block_rows_)).bytes());
}

void RenderedRows::StoreAs(const PictureInfo& file) {
  stored_.emplace(file, map_, FindSimdLevel(program_.simd())->target);
}

void RenderedRows::RenderBlock() {
  FloatSink sink(map_.channels, {block_.data()});
  const BandOutput output{{map_}, &sink};
  RenderOptions options;
  options.window = {window_.x, window_.y + next_, window_.width,
                    std::min(block_rows_, window_.height - next_)};
  options.threads = threads_;
  RenderBands(program_, range_, options, {&output, 1});
}

void RenderedRows::ReadRow(std::span<float> row) {
  const int64_t in_block = next_ % block_rows_;
  if (in_block == 0) RenderBlock();
  std::copy_n(block_.data() + static_cast<std::size_t>(in_block) * row.size(), row.size(),
              row.data());
  if (stored_) stored_->Convert(row);
  ++next_;
}

}  // namespace cobble
