// Writes EXR: one scan-line part, compressed in parallel and written in row order. mipmap.cpp
// writes maps with mip levels. The file uses scan lines because programs that read height and
// normal maps (modellers, game engines, paint programs) read whole pictures, and many do not
// support tiles. Tiles serve the texture caches of film renderers. OpenEXR writes the header. It
// could also write the blocks, but only on one thread and with an offset table in memory that grows
// with the height.
#include "output/writers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/bands.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/byte_order.h"
#include "output/exr/block.h"
#include "output/exr/channels.h"
#include "output/exr/plane_rows.h"
#include "output/planes.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

constexpr int64_t kZipLines = 16;        // lines per block of EXR's ZIP; ZIPS has 1
constexpr std::size_t kBlockHeader = 8;  // row, size
static_assert(kBandStep % kZipLines == 0);

// Returns the index of the first plane of each colour.
std::vector<std::size_t> RedPlanes(const std::vector<PictureMap>& maps) {
  std::vector<std::size_t> reds;
  std::size_t plane = 0;
  for (const PictureMap& map : maps)
    ForParts(map, [&](const PictureMap& part) {
      if (part.is_color && part.channels > 1) reds.push_back(plane);
      plane += static_cast<std::size_t>(part.channels);
    });
  return reds;
}

// Colours are linear light, so the matrix is all it takes.
void ToAcesCg(float* red, float* green, float* blue, int64_t count) noexcept {
  std::array<std::array<float, 3>, 3> m{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m[i][j] = static_cast<float>(kAcesCgFromRec709[i][j]);
  for (int64_t i = 0; i < count; ++i) {
    const float r = red[i], g = green[i], b = blue[i];
    red[i] = m[0][0] * r + m[0][1] * g + m[0][2] * b;
    green[i] = m[1][0] * r + m[1][1] * g + m[1][2] * b;
    blue[i] = m[2][0] * r + m[2][1] * g + m[2][2] * b;
  }
}

struct ExrBand final : Chunk {
  ExrBand(Size block, Size capacity, std::size_t max_blocks, ExrBlockPacker wanted)
      : samples(block), packed(capacity), ends(max_blocks), packer(std::move(wanted)) {}

  Buffer samples;  // one block
  Buffer packed;   // all compressed blocks with their headers
  std::vector<std::size_t> ends;
  ExrBlockPacker packer;
  std::optional<PlaneRows> converted;  // if lines are converted
  uint64_t clamped = 0;                // samples, while lines were converted
};

// Returns the lines per block: 16, or 1 for methods that have one and for very wide pictures, whose
// bands are not multiples of 16 rows.
int64_t BlockLines(const PictureSpec& spec) {
  if (spec.compression == Compression::kNone || spec.compression == Compression::kZips) return 1;
  return BandRows(spec.width, spec.height) % kZipLines == 0 ? kZipLines : 1;
}

// Returns whether lines are computed from all channels of a row of floats, because colours have
// other primaries or depths are mixed. Otherwise, they are the quantised channels.
bool Converts(const PictureSpec& spec) {
  const bool differs = std::ranges::any_of(spec.maps, [&](const PictureMap& map) {
    return map.stored_bits > 0 && map.stored_bits != spec.bits;
  });
  return differs || spec.primaries != Primaries::kRec709;
}

RowFormat ExrRowFormat(const PictureSpec& spec) {
  const int bits = Converts(spec) ? 32 : spec.bits;
  const SampleCoding coding{.bits = bits, .is_float = true};
  return {.channels = static_cast<int>(ExrChannels(spec.maps, bits).size()),
          .sample_bytes = bits / 8,
          .quantize = SelectQuantize(coding, spec.simd_target)};
}

class ExrWriter final : public PictureWriter {
 public:
  explicit ExrWriter(const PictureSpec& spec)
      : PictureWriter(spec, ExrRowFormat(spec), FileSink::kAnyOrder),
        channels_(ExrChannels(spec.maps, spec.bits)),
        converts_(Converts(spec)),
        half_(SelectQuantize({.bits = 16, .is_float = true}, spec.simd_target)),
        block_lines_(BlockLines(spec)) {
    if (spec.primaries == Primaries::kAcesCg) reds_ = RedPlanes(spec.maps);
    for (const ExrChannel& channel : channels_) line_bytes_ += BytesOf(channel);
    sink().Write(ExrHeader(spec, channels_, block_lines_));
    table_offset_ = sink().bytes_written();
    // Reserves the offset table; WriteBand fills it in.
    sink().WriteZeros((Size(Blocks(spec.height)) * Size(kOffsetBytes)).bytes());
  }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    if (rows % block_lines_ != 0 && rows < spec().height)
      throw Error(ErrorKind::kBug, "",
                  "the height of a band is not a multiple of the EXR block height");
    const Size block = Size(line_bytes_) * Size(std::min(block_lines_, rows));
    const std::size_t blocks = Blocks(rows);
    const Size capacity = (ExrBlockPacker::Bound(block) + Size(kBlockHeader)) * Size(blocks);
    auto chunk = std::make_unique<ExrBand>(
        block, capacity, blocks, ExrBlockPacker(spec().compression, block, spec().simd_target));
    if (converts_) chunk->converted.emplace(1, format().channels, spec().width);
    return chunk;
  }

  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& exr = static_cast<ExrBand&>(chunk);
    uint8_t* const samples = AsBytes(exr.samples.data());
    uint8_t* const begin = AsBytes(exr.packed.data());
    uint8_t* out = begin;
    std::size_t blocks = 0;
    exr.clamped = 0;
    for (int64_t first = 0; first < band.rows; first += block_lines_) {
      const int64_t lines = std::min(block_lines_, band.rows - first);
      const std::byte* row = band.data + static_cast<std::size_t>(first) * band.stride;
      uint8_t* line = samples;
      for (int64_t j = 0; j < lines; ++j, row += band.stride, line += line_bytes_) {
        if (converts_)
          exr.clamped += ConvertLine(row, *exr.converted, line);
        else
          GatherLine(row, line);
      }
      const std::size_t size =
          Pack(exr, static_cast<std::size_t>(line - samples), out + kBlockHeader);
      out = StoreLittleEndian(static_cast<uint32_t>(spec().y + band.first_row + first), out);
      out = StoreLittleEndian(static_cast<uint32_t>(size), out) + size;
      exr.ends[blocks++] = static_cast<std::size_t>(out - begin);
    }
  }

  uint64_t clamped_samples() const override { return clamped_; }

 private:
  void WriteBand(const Band& band, const Chunk& chunk) override {
    const auto& exr = static_cast<const ExrBand&>(chunk);
    const std::size_t blocks = Blocks(band.rows);
    std::vector<uint8_t> offsets(blocks * kOffsetBytes);
    const uint64_t begin = sink().bytes_written();
    uint8_t* offset = offsets.data();
    for (std::size_t b = 0; b < blocks; ++b)
      offset = StoreLittleEndian(begin + (b == 0 ? 0 : exr.ends[b - 1]), offset);
    sink().Write(exr.packed.data(), exr.ends[blocks - 1]);
    sink().WriteAt(table_offset_, offsets.data(), offsets.size());
    table_offset_ += offsets.size();
    clamped_ += exr.clamped;
  }

  std::size_t Blocks(int64_t rows) const {
    return static_cast<std::size_t>((rows + block_lines_ - 1) / block_lines_);
  }
  std::size_t BytesOf(const ExrChannel& channel) const {  // in a line
    return (Size(spec().width) * Size(channel.bits / 8)).bytes();
  }

  // Deinterleaves a row, channel by channel.
  void GatherLine(const std::byte* row, uint8_t* out) const noexcept {
    const int sample = format().sample_bytes;
    for (const ExrChannel& channel : channels_) {
      GatherChannel(row + channel.plane * sample, channels_.size(),
                    reinterpret_cast<std::byte*>(out), static_cast<std::size_t>(spec().width),
                    sample);
      out += BytesOf(channel);
    }
  }

  // Converts a row of floats, channels interleaved, to a line at `out`. Returns the number of
  // samples that were clamped to the range of half floats.
  uint64_t ConvertLine(const std::byte* row, PlaneRows& planes, uint8_t* out) const noexcept {
    const int64_t width = spec().width;
    for (std::size_t c = 0; c < channels_.size(); ++c)
      GatherChannel(row + c * sizeof(float), channels_.size(),
                    reinterpret_cast<std::byte*>(planes.Plane(0, c)),
                    static_cast<std::size_t>(width), sizeof(float));
    for (const std::size_t red : reds_)
      ToAcesCg(planes.Plane(0, red), planes.Plane(0, red + 1), planes.Plane(0, red + 2), width);

    uint64_t clamped = 0;
    for (const ExrChannel& channel : channels_) {
      const float* const plane = planes.Plane(0, static_cast<std::size_t>(channel.plane));
      const std::size_t bytes = BytesOf(channel);
      if (channel.bits == 16)
        clamped += half_(&plane, 1, static_cast<int>(width), reinterpret_cast<std::byte*>(out));
      else
        std::memcpy(out, plane, bytes);
      out += bytes;
    }
    return clamped;
  }

  // Returns the number of bytes.
  std::size_t Pack(ExrBand& exr, std::size_t size, uint8_t* out) const noexcept {
    const uint8_t* const samples = AsBytes(exr.samples.data());
    if (spec().compression != Compression::kNone) return exr.packer.Run(samples, size, out);
    std::memcpy(out, samples, size);
    return size;
  }

  std::vector<ExrChannel> channels_;
  const bool converts_;            // whether rows are floats; otherwise, they are samples
  std::vector<std::size_t> reds_;  // of colours to convert: the planes of red, then green and blue
  const Quantize half_;
  const int64_t block_lines_;
  std::size_t line_bytes_ = 0;
  uint64_t clamped_ = 0;
  uint64_t table_offset_ = 0;  // file offset of the next block's entry
};

}  // namespace

std::unique_ptr<PictureWriter> OpenExr(const PictureSpec& spec) {
  if (spec.maps.front().is_mipmapped) return OpenExrMipmap(spec);
  return std::make_unique<ExrWriter>(spec);
}

}  // namespace cobble
