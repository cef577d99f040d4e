// Writes chunks of Zarr arrays. Bands are split into planes and compressed in parallel; the planes
// of one channel follow each other in the file, so all channels but the first wait for the end.
#include "output/zarr/chunk.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "cobble/error.h"
#include "core/bands.h"
#include "core/maps.h"
#include "output/buffer.h"
#include "output/byte_checksums.h"
#include "output/byte_order.h"
#include "output/deflate/deflate.h"
#include "output/planes.h"
#include "output/sink/sink.h"
#include "output/writers.h"

namespace cobble {
namespace {

// Samples of one channel that are compressed together: as many as a band of a large picture has.
constexpr int64_t kSegmentSamples = int64_t{1} << 18;

// The checksum of a stream.
struct StreamSum {
  uint32_t start;
  uint32_t (*add)(uint32_t sum, const void* data, std::size_t size) noexcept;
  uint32_t (*combine)(uint32_t first, uint32_t second, uint64_t size) noexcept;
};
constexpr StreamSum kZlibSum{1, &Adler32, &CombineAdler32}, kGzipSum{0, &Crc32, &CombineCrc32};

// The part of a channel in one band, as it is stored.
struct PlanePart {
  const StreamSum* kind = nullptr;  // null: not compressed
  std::size_t size = 0, stored_size = 0;
  uint32_t sum = 0;  // of the samples

  void Append(const PlanePart& next) {
    if (kind && next.size > 0) sum = size == 0 ? next.sum : kind->combine(sum, next.sum, next.size);
    size += next.size;
    stored_size += next.stored_size;
  }
};

// Returns the checksum of a chunk's stream; null if it is not compressed.
const StreamSum* SumOf(const ZarrChunkShape& shape) {
  if (!shape.is_compressed) return nullptr;
  return shape.is_gzip ? &kGzipSum : &kZlibSum;
}

// Compresses rows of one channel. Rows are taken together in segments that depend only on the shape
// of the chunk, so they start at the same rows however the chunk is cut into bands.
class PlanePacker {
 public:
  // Matches start at samples or, if short, at the low bytes of 16-bit samples, as in PNG.
  PlanePacker(const ZarrChunkShape& shape, Compression compression, int64_t simd_target)
      : shape_(shape),
        row_bytes_(shape.RowBytes().bytes()),
        used_bytes_((Size(shape.width) * Size(shape.sample_bytes)).bytes()),
        band_rows_(std::min(BandRows(shape.width, shape.height), shape.height)),
        segment_rows_(std::clamp<int64_t>(kSegmentSamples / shape.side, 1, band_rows_)),
        grids_(MatchGridsOf(row_bytes_, static_cast<std::size_t>(shape.sample_bytes),
                            shape.sample_bytes)),
        plane_(Size(row_bytes_) * Size(segment_rows_)) {
    if (compression != Compression::kNone)
      deflater_.emplace(compression, Size(plane_.size()), simd_target);
  }

  // The bands that have the same segments as the whole chunk: a multiple of this many rows.
  int64_t band_rows() const { return band_rows_; }
  int64_t segment_rows() const { return segment_rows_; }

  // Returns the maximum number of bytes that Run writes for a band of `rows` rows. A band has more
  // segments than full ones fit into it: each band_rows() rows may end with a short one.
  Size Bound(int64_t rows) const {
    const Size raw = Size(row_bytes_) * Size(rows);
    if (!deflater_) return raw;
    const Size bands = Size(rows).DivideUp(static_cast<uint64_t>(band_rows_));
    const Size segments = bands * Size(band_rows_).DivideUp(static_cast<uint64_t>(segment_rows_));
    return segments * DeflatedBound(Size(plane_.size()));
  }

  // Packs one channel of a band to `out`.
  PlanePart Run(const Band& band, int channel, std::byte* out) noexcept {
    const std::byte* const first = band.data + channel * shape_.sample_bytes;
    PlanePart part{SumOf(shape_)};
    for (int64_t begin = 0, end = 0; begin < band.rows; begin = end) {
      const int64_t next_band = (begin / band_rows_ + 1) * band_rows_;
      end = std::min({begin + segment_rows_, next_band, band.rows});
      const std::byte* const row = first + static_cast<std::size_t>(begin) * band.stride;
      const std::size_t size = static_cast<std::size_t>(end - begin) * row_bytes_;
      std::byte* const here = out + part.stored_size;
      Gather(row, band.stride, end - begin, deflater_ ? plane_.data() : here);
      part.Append(deflater_ ? Pack(size, here) : PlanePart{nullptr, size, size});
    }
    return part;
  }

 private:
  // Copies a channel of rows of pixels, padded with 0 on the right. In: `row`, the channel's sample
  // of the first pixel.
  void Gather(const std::byte* row, std::size_t stride, int64_t rows, std::byte* plane) noexcept {
    const auto width = static_cast<std::size_t>(shape_.width);
    for (int64_t j = 0; j < rows; ++j, row += stride, plane += row_bytes_) {
      GatherChannel(row, static_cast<std::size_t>(shape_.channels), plane, width,
                    shape_.sample_bytes);
      std::memset(plane + used_bytes_, 0, row_bytes_ - used_bytes_);
    }
  }

  // Packs the first `size` bytes of plane_.
  PlanePart Pack(std::size_t size, std::byte* out) noexcept {
    const uint8_t* const data = AsBytes(plane_.data());
    const DeflateSettings settings = deflater_->Choose(grids_, data, size, row_bytes_);
    const StreamSum& sum = *SumOf(shape_);
    const std::size_t stored_size = deflater_->Run(settings, data, size, AsBytes(out));
    return {&sum, size, stored_size, sum.add(sum.start, data, size)};
  }

  ZarrChunkShape shape_;
  std::size_t row_bytes_, used_bytes_;  // of a row of one channel, with and without padding
  int64_t band_rows_, segment_rows_;
  MatchGrids grids_;
  Buffer plane_;                      // a segment
  std::optional<Deflater> deflater_;  // nullopt: not compressed
};

struct ZarrBand final : Chunk {
  ZarrBand(PlanePacker wanted, int64_t maximum, int channels)
      : packer(std::move(wanted)),
        packed(packer.Bound(maximum) * Size(channels)),
        parts(static_cast<std::size_t>(channels)) {}

  PlanePacker packer;
  Buffer packed;  // the parts, one after another
  std::vector<PlanePart> parts;
};

ZarrChunkShape ShapeOf(const PictureSpec& spec, const RowFormat& format) {
  if (std::max(spec.width, spec.height) > spec.chunk_side)
    throw Error(ErrorKind::kBug, spec.path, "a picture is larger than its Zarr chunk");
  const ZarrChunkShape shape{.width = spec.width,
                             .height = spec.height,
                             .side = spec.chunk_side,
                             .channels = format.channels,
                             .sample_bytes = format.sample_bytes,
                             .is_compressed = spec.compression != Compression::kNone,
                             .is_gzip = spec.is_gzip};
  if (shape.Bytes() > Size(kMaxZarrChunkBytes))
    throw Error(ErrorKind::kLimit, spec.path, "Zarr chunks are limited to 2^31 - 1 bytes");
  return shape;
}

class ZarrWriter final : public PictureWriter {
 public:
  explicit ZarrWriter(const PictureSpec& spec)
      : PictureWriter(spec, RowFormatOf(spec)),
        shape_(ShapeOf(spec, format())),
        planes_(static_cast<std::size_t>(shape_.channels), PlanePart{SumOf(shape_)}),
        later_(planes_.size() - 1) {
    if (shape_.is_compressed) {
      sink().Write(shape_.is_gzip ? kGzipHeader : kZlibHeader);
      return;
    }
    // The sizes are known: strings that grow would take up to twice as much.
    const std::size_t plane = (shape_.RowBytes() * Size(shape_.side)).bytes();
    for (std::string& stored : later_) stored.reserve(plane);
    if (spec.memory) spec.memory->bytes.reserve(shape_.Bytes().bytes());
  }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    PlanePacker packer = NewPacker();
    rows = std::min(rows, shape_.height);
    if (rows != shape_.height && rows % packer.band_rows() != 0)
      throw Error(ErrorKind::kBug, "", "a band is not as high as a Zarr chunk's segments");
    return std::make_unique<ZarrBand>(std::move(packer), rows, shape_.channels);
  }

  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& zarr = static_cast<ZarrBand&>(chunk);
    std::byte* out = zarr.packed.data();
    for (int c = 0; c < shape_.channels; ++c) {
      PlanePart& part = zarr.parts[static_cast<std::size_t>(c)];
      part = zarr.packer.Run(band, c, out);
      out += part.stored_size;
    }
  }

 private:
  void WriteBand(const Band&, const Chunk& chunk) override {
    const auto& zarr = static_cast<const ZarrBand&>(chunk);
    const std::byte* in = zarr.packed.data();
    for (std::size_t c = 0; c < planes_.size(); ++c) {
      const PlanePart& part = zarr.parts[c];
      if (c == 0) {
        sink().Write(in, part.stored_size);
      } else {
        later_[c - 1].append(reinterpret_cast<const char*>(in), part.stored_size);
      }
      planes_[c].Append(part);
      in += part.stored_size;
    }
  }

  void WriteEnd() override {
    PlanePart all{SumOf(shape_)};
    for (std::size_t c = 0; c < planes_.size(); ++c) {
      if (c > 0) sink().Write(later_[c - 1]);
      all.Append(planes_[c]);
      all.Append(WritePadding());
    }
    if (!shape_.is_compressed) return;
    sink().Write(kFinalBlock);
    if (!shape_.is_gzip) return sink().Write(BigEndian(all.sum).text());
    uint8_t end[8];
    StoreLittleEndian(static_cast<uint32_t>(all.size), StoreLittleEndian(all.sum, end));
    sink().Write(reinterpret_cast<const std::byte*>(end), sizeof end);
  }

  // Writes the rows below the picture, of one channel. Full segments are equal, so one is packed.
  PlanePart WritePadding() {
    PlanePart all{SumOf(shape_)};
    int64_t rows = shape_.side - shape_.height;
    if (rows == 0) return all;
    PlanePacker packer = NewPacker();
    Buffer packed(packer.Bound(packer.segment_rows()));
    const std::vector<std::byte> zeros(row_bytes());
    PlanePart segment;
    for (int64_t taken = 0; rows > 0; rows -= taken) {
      if (taken != std::min(rows, packer.segment_rows())) {
        taken = std::min(rows, packer.segment_rows());
        segment = packer.Run({.rows = taken, .data = zeros.data()}, 0, packed.data());
      }
      sink().Write(packed.data(), segment.stored_size);
      all.Append(segment);
    }
    return all;
  }

  PlanePacker NewPacker() const { return {shape_, spec().compression, spec().simd_target}; }

  ZarrChunkShape shape_;
  std::vector<PlanePart> planes_;   // by channel
  std::vector<std::string> later_;  // stored bytes of the channels after the first
};

}  // namespace

std::unique_ptr<PictureWriter> OpenZarrChunk(const PictureSpec& spec) {
  return std::make_unique<ZarrWriter>(spec);
}

}  // namespace cobble
