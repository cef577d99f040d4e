// Implements RenderedRows.
#include "views/rendered_rows.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/simd_level.h"
#include "core/size.h"
#include "output/exr/channels.h"
#include "output/quantize.h"
#include "output/writers.h"
#include "render/sample_sink.h"

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

// Whole numbers, and floats of 64 bits, hold more than the map's floats where they are in range.
SampleType StoredType(const PictureChannel& channel) {
  const bool is_whole = channel.is_int || channel.is_uint;
  return {channel.is_float ? SampleKind::kFloat : SampleKind::kUnsigned,
          is_whole || channel.bits == 64 ? 32 : channel.bits};
}

// Rounds the pixels of a row as an HDR does, which has red, green and blue.
void RoundPixels(std::size_t channels, std::span<float> row) {
  if (channels != 1 && channels != 3) return;
  for (std::size_t at = 0; at < row.size(); at += channels) {
    std::array<float, 3> pixel;
    for (std::size_t c = 0; c < 3; ++c) pixel[c] = row[at + c % channels];
    RoundToRgbe(pixel.data());
    std::copy_n(pixel.begin(), channels, row.begin() + static_cast<std::ptrdiff_t>(at));
  }
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
  const SampleType type = StoredType(file.channels.front());
  const bool is_float = type.kind == SampleKind::kFloat, is_rgbe = file.format == "hdr";
  const bool is_positive = !is_float || is_rgbe;
  const int64_t simd_target = FindSimdLevel(program_.simd())->target;
  RowFormat format{
      .channels = map_.channels,
      .sample_bytes = type.bits / 8,
      .quantize = SelectQuantize({.bits = type.bits,
                                  .is_float = is_float,
                                  .is_signed = is_positive && map_.range == SampleRange::kSigned,
                                  .is_positive = is_rgbe},
                                 simd_target)};
  if (!is_float) format.transfers = IntegerTransfers(map_, simd_target);
  store_ = [=](std::span<float> row) {
    std::vector<std::byte> stored(row.size() * static_cast<std::size_t>(format.sample_bytes));
    QuantizeRow(format, row, stored.data());
    FloatsFrom(reinterpret_cast<const uint8_t*>(stored.data()), type, false, row);
    if (is_rgbe) RoundPixels(static_cast<std::size_t>(format.channels), row);
  };
}

void RenderedRows::RenderBlock() {
  SampleSink sink(map_.channels, {block_.data()});
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
  if (store_) store_(row);
  ++next_;
}

}  // namespace cobble
