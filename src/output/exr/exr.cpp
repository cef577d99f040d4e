// Writes EXR: one scan-line part, compressed in parallel and written in row order. mipmap.cpp
// writes maps with mip levels. The file uses scan lines because programs that read height and
// normal maps (modellers, game engines, paint programs) read whole pictures, and many do not
// support tiles. Tiles serve the texture caches of film renderers. OpenEXR writes the header. It
// could also write the blocks, but only on one thread and with an offset table in memory that grows
// with the height.
#include "output/writers.h"

#include <algorithm>
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
#include "output/exr/header.h"
#include "output/exr/line.h"
#include "output/exr/mipmap.h"
#include "output/quantize.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

constexpr int64_t kZipLines = 16;        // lines per block of EXR's ZIP; ZIPS has 1
constexpr std::size_t kBlockHeader = 8;  // row, size
static_assert(kBandStep % kZipLines == 0);

struct ExrBand final : PictureBand {
  ExrBand(Size block, Size capacity, std::size_t max_blocks, ExrBlockPacker wanted,
          std::optional<PlaneRows> line)
      : samples(block),
        packed(capacity),
        ends(max_blocks),
        packer(std::move(wanted)),
        converted(std::move(line)) {}

  Buffer samples;  // one block
  Buffer packed;   // all compressed blocks with their headers
  std::vector<std::size_t> ends;
  ExrBlockPacker packer;
  std::size_t blocks = 0;
  std::optional<PlaneRows> converted;  // if lines are converted
  uint64_t clamped = 0;                // samples, while lines were converted
};

class ExrWriter final : public PictureWriter {
 public:
  explicit ExrWriter(const PictureSpec& spec);

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;
  uint64_t clamped_samples() const override { return clamped_; }

 private:
  void EncodeBand(const Band& band, PictureBand& encoded) const noexcept override;
  void WriteBand(const PictureBand& encoded) override;

  std::size_t Blocks(int64_t rows) const {
    return static_cast<std::size_t>((rows + block_lines_ - 1) / block_lines_);
  }
  void GatherLine(const std::byte* row, uint8_t* out) const noexcept;
  std::size_t Pack(ExrBand& exr, std::size_t size, uint8_t* out) const noexcept;

  std::vector<ExrChannel> channels_;
  std::optional<ExrLineFormat> conversion_;  // of rows of floats; nullopt: rows are samples
  int64_t width_, first_row_;
  int64_t block_lines_;
  std::size_t line_bytes_;
  uint64_t clamped_ = 0;
  uint64_t table_offset_ = 0;  // file offset of the next block's entry
};

// Returns the lines per block: 16, or 1 for methods that have one and for very wide pictures, whose
// bands are not multiples of 16 rows.
int64_t BlockLines(const PictureSpec& spec) {
  if (spec.compression == Compression::kNone || spec.compression == Compression::kZips) return 1;
  return BandRows(spec.width, spec.height) % kZipLines == 0 ? kZipLines : 1;
}

RowFormat ExrRowFormat(const PictureSpec& spec) {
  const int bits = ExrLineFormat::IsNeeded(spec) ? 32 : spec.bits;
  const SampleCoding coding{.bits = bits, .is_float = true};
  return {.channels = static_cast<int>(ExrChannels(spec.maps, bits).size()),
          .sample_bytes = bits / 8,
          .quantize = SelectQuantize(coding, spec.simd_target)};
}

// Reserves the offset table with zeros; WriteBand fills it in.
ExrWriter::ExrWriter(const PictureSpec& spec)
    : PictureWriter(spec, ExrRowFormat(spec), FileSink::kAnyOrder),
      channels_(ExrChannels(spec.maps, spec.bits)),
      width_(spec.width),
      first_row_(spec.y),
      block_lines_(BlockLines(spec)),
      line_bytes_(row_bytes()) {
  if (ExrLineFormat::IsNeeded(spec))
    line_bytes_ = conversion_.emplace(spec, channels_).line_bytes();
  sink().Write(ExrHeader(spec, channels_, block_lines_));
  table_offset_ = sink().bytes_written();
  sink().WriteZeros(Blocks(height()) * kOffsetBytes);
}

std::unique_ptr<Chunk> ExrWriter::NewChunk(int64_t rows) const {
  if (rows % block_lines_ != 0 && rows < height())
    throw Error(ErrorKind::kBug, "",
                "the height of a band is not a multiple of the EXR block height");
  const Size block = Size(line_bytes_) * Size(std::min(block_lines_, rows));
  const std::size_t blocks = Blocks(rows);
  const Size capacity = (ExrBlockPacker::Bound(block) + Size(kBlockHeader)) * Size(blocks);
  return std::make_unique<ExrBand>(
      block, capacity, blocks, ExrBlockPacker(compression(), block, simd_target()),
      conversion_ ? std::optional(conversion_->NewLine()) : std::nullopt);
}

// Deinterleaves a row, channel by channel.
void ExrWriter::GatherLine(const std::byte* row, uint8_t* out) const noexcept {
  const auto sample = static_cast<std::size_t>(format().sample_bytes);
  const std::size_t pixel = sample * channels_.size();
  if (pixel == sample) {
    std::memcpy(out, row, row_bytes());
    return;
  }
  const auto copy = sample == 2 ? &CopyExrChannel<uint16_t> : &CopyExrChannel<uint32_t>;
  for (const ExrChannel& channel : channels_) {
    copy(row + sample * static_cast<std::size_t>(channel.plane), pixel, width_, out);
    out += sample * static_cast<std::size_t>(width_);
  }
}

// Returns the number of bytes.
std::size_t ExrWriter::Pack(ExrBand& exr, std::size_t size, uint8_t* out) const noexcept {
  const uint8_t* const samples = AsBytes(exr.samples.data());
  if (compression() != Compression::kNone) return exr.packer.Run(samples, size, out);
  std::memcpy(out, samples, size);
  return size;
}

void ExrWriter::EncodeBand(const Band& band, PictureBand& encoded) const noexcept {
  auto& exr = static_cast<ExrBand&>(encoded);
  uint8_t* const samples = AsBytes(exr.samples.data());
  uint8_t* const begin = AsBytes(exr.packed.data());
  uint8_t* out = begin;
  exr.blocks = 0;
  exr.clamped = 0;
  for (int64_t first = 0; first < band.rows; first += block_lines_) {
    const int64_t lines = std::min(block_lines_, band.rows - first);
    const std::byte* row = band.data + static_cast<std::size_t>(first) * band.stride;
    uint8_t* line = samples;
    for (int64_t j = 0; j < lines; ++j, row += band.stride, line += line_bytes_) {
      if (conversion_)
        exr.clamped += conversion_->Convert(row, &*exr.converted, line);
      else
        GatherLine(row, line);
    }
    const std::size_t size =
        Pack(exr, static_cast<std::size_t>(line - samples), out + kBlockHeader);
    out = StoreLittleEndian(static_cast<uint32_t>(first_row_ + band.first_row + first), out);
    out = StoreLittleEndian(static_cast<uint32_t>(size), out) + size;
    exr.ends[exr.blocks++] = static_cast<std::size_t>(out - begin);
  }
}

void ExrWriter::WriteBand(const PictureBand& encoded) {
  const auto& exr = static_cast<const ExrBand&>(encoded);
  std::vector<uint8_t> offsets(exr.blocks * kOffsetBytes);
  const uint64_t begin = sink().bytes_written();
  uint8_t* offset = offsets.data();
  for (std::size_t b = 0; b < exr.blocks; ++b)
    offset = StoreLittleEndian(begin + (b == 0 ? 0 : exr.ends[b - 1]), offset);
  sink().Write(exr.packed.data(), exr.ends[exr.blocks - 1]);
  sink().WriteAt(table_offset_, offsets.data(), offsets.size());
  table_offset_ += offsets.size();
  clamped_ += exr.clamped;
}

}  // namespace

std::unique_ptr<PictureWriter> OpenExr(const PictureSpec& spec) {
  if (spec.maps.front().is_mipmapped) return OpenExrMipmap(spec);
  return std::make_unique<ExrWriter>(spec);
}

}  // namespace cobble
