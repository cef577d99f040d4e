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

constexpr std::size_t kRun = 256;  // samples converted together

// Whole numbers, and floats of 64 bits, hold more than the map's floats where they are in range.
SampleType StoredType(const PictureChannel& channel) {
  const bool is_whole = channel.is_int || channel.is_uint;
  return {channel.is_float ? SampleKind::kFloat : SampleKind::kUnsigned,
          is_whole || channel.bits == 64 ? 32 : channel.bits};
}

}  // namespace

StoredSamples::StoredSamples(const PictureInfo& file, const PictureMap& map, int64_t simd_target)
    : channels_(static_cast<std::size_t>(map.channels)),
      type_(StoredType(file.channels.front())),
      is_rgbe_(file.format == "hdr") {
  const bool is_float = type_.kind == SampleKind::kFloat;
  const bool is_positive = !is_float || is_rgbe_;
  quantize_ = SelectQuantize({.bits = type_.bits,
                              .is_float = is_float,
                              .is_signed = is_positive && map.range == SampleRange::kSigned,
                              .is_positive = is_rgbe_},
                             simd_target);
  if (!is_float) transfers_ = IntegerTransfers(map, simd_target);
}

// In, out: part, up to kRun pixels.
void StoredSamples::ConvertPart(std::span<float> part, std::size_t channel) const {
  alignas(64) std::array<float, kRun> samples{};
  std::array<std::byte, kRun * sizeof(float)> bytes;
  const std::size_t n = part.size() / channels_;
  for (std::size_t k = 0; k < n; ++k) samples[k] = part[k * channels_ + channel];
  if (!transfers_.empty() && transfers_[channel])
    transfers_[channel](samples.data(), static_cast<int>(n), samples.data());
  const float* const plane = samples.data();
  quantize_(&plane, 1, static_cast<int>(n), bytes.data());

  FloatsFrom(reinterpret_cast<const uint8_t*>(bytes.data()), type_, false,
             std::span(samples).first(n));
  for (std::size_t k = 0; k < n; ++k) part[k * channels_ + channel] = samples[k];
}

void StoredSamples::Convert(std::span<float> row) const {
  for (std::size_t first = 0; first < row.size(); first += kRun * channels_) {
    const auto part = row.subspan(first, std::min(kRun * channels_, row.size() - first));
    for (std::size_t c = 0; c < channels_; ++c) ConvertPart(part, c);
  }
  if (!is_rgbe_ || (channels_ != 1 && channels_ != 3)) return;
  for (std::size_t at = 0; at < row.size(); at += channels_) {
    std::array<float, 3> pixel;
    for (std::size_t c = 0; c < 3; ++c) pixel[c] = row[at + c % channels_];
    RoundToRgbe(pixel.data());
    std::copy_n(pixel.begin(), channels_, row.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

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
