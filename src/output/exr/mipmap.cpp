// Writes tiled EXR files with mip levels. Each level keeps the rows of one row of tiles, so memory
// does not grow with the height. Tiles of all levels are written as they fill up. The filter is not
// the one of previews and sheets (Reducer, in views/): that turns rows of double into a
// picture of any size at once. Here, each level is half the one before, channel by channel, as
// tiles store them, in the float32 of the file, whose bytes must not change.
// Based on: OpenEXR File Layout (openexr.com).
#include "output/writers.h"

#include <algorithm>
#include <vector>

#include "cobble/error.h"
#include "output/buffer.h"
#include "output/byte_order.h"
#include "output/exr/block.h"
#include "output/exr/channels.h"
#include "output/exr/plane_rows.h"
#include "output/planes.h"
#include "output/quantize.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

constexpr int64_t kExrTile = 64;         // pixels on each side
constexpr std::size_t kTileHeader = 20;  // position, level, size
constexpr int64_t kRowsOfSums = 2;

// Returns how much of source pixel s lies within pixel d of the next level, in units in which a
// pixel of the next level has size `from`. `from` and `to` are the two levels' sizes.
//
//   from = 5, to = 2:   | s 0 | s 1 | s 2 | s 3 | s 4 |    a source pixel has size 2
//                       |     d 0      |     d 1      |    s 2 overlaps both by 1
int64_t Overlap(int64_t s, int64_t d, int64_t from, int64_t to) {
  return std::min((s + 1) * to, (d + 1) * from) - std::max(s * to, d * from);
}

// Filters a row by a box: each pixel of `out` is the mean of the part of `in` that it covers.
void HalveRow(const float* in, int64_t from, int64_t to, float* out) {
  if (from == 1) {
    out[0] = in[0];
  } else if (from == 2 * to) {
    for (int64_t d = 0; d < to; ++d) out[d] = 0.5f * (in[2 * d] + in[2 * d + 1]);
  } else {  // from == 2 * to + 1: parts of three pixels
    const auto total = static_cast<float>(from), middle = static_cast<float>(to);
    for (int64_t d = 0; d < to; ++d) {
      const auto left = static_cast<float>(to - d), right = static_cast<float>(d + 1);
      out[d] = (left * in[2 * d] + middle * in[2 * d + 1] + right * in[2 * d + 2]) / total;
    }
  }
}

struct MipLevel {
  MipLevel(int level_index, int64_t level_width, int64_t level_height, int channels)
      : index(level_index),
        width(level_width),
        height(level_height),
        rows(kExrTile, channels, level_width),
        sums(kRowsOfSums, channels, level_width) {}

  int64_t TilesX() const { return (width + kExrTile - 1) / kExrTile; }
  int64_t TilesY() const { return (height + kExrTile - 1) / kExrTile; }

  int index;
  int64_t width, height;
  PlaneRows rows;  // of the row of tiles that is filling up
  // The known part of this level's next row, and the halved row of the level before.
  PlaneRows sums;
  int64_t rows_done = 0;
  uint64_t table_offset = 0;  // file offset of the next tile's entry
  uint64_t clamped = 0;       // samples
};

std::vector<MipLevel> LevelsOf(const PictureSpec& spec, int channels) {
  std::vector<MipLevel> levels;
  int64_t width = spec.width, height = spec.height;
  for (int index = 0;; ++index) {
    levels.emplace_back(index, width, height, channels);
    if (width == 1 && height == 1) return levels;
    width = std::max<int64_t>(width / 2, 1);
    height = std::max<int64_t>(height / 2, 1);
  }
}

Size TileBytes(const PictureSpec& spec, int channels) {
  return Size(kExrTile * kExrTile) * Size(channels) * Size(spec.bits / 8);
}

RowFormat FloatRows(int channels, int64_t simd_target) {
  return {.channels = channels,
          .sample_bytes = sizeof(float),
          .quantize = SelectQuantize({.bits = 32, .is_float = true}, simd_target)};
}

class ExrMipmapWriter final : public PictureWriter {
 public:
  // Rows arrive as floats, since levels are computed from them.
  explicit ExrMipmapWriter(const PictureSpec& spec)
      : PictureWriter(spec, FloatRows(spec.maps.front().channels, spec.simd_target),
                      FileSink::kAnyOrder),
        channels_(ExrChannels(spec.maps, spec.bits)),
        quantize_(SelectQuantize({.bits = spec.bits, .is_float = true}, spec.simd_target)),
        levels_(LevelsOf(spec, format().channels)),
        samples_(TileBytes(spec, format().channels)),
        packed_(ExrBlockPacker::Bound(TileBytes(spec, format().channels)) + Size(kTileHeader)),
        packer_(spec.compression, TileBytes(spec, format().channels), spec.simd_target) {
    sink().Write(ExrTiledHeader(spec, channels_, kExrTile));
    // The table lists the tiles by level, then row by row. WriteTiles replaces the zeros.
    for (MipLevel& level : levels_) {
      level.table_offset = sink().bytes_written();
      sink().WriteZeros((Size(level.TilesX()) * Size(level.TilesY()) * Size(kOffsetBytes)).bytes());
    }
  }

  uint64_t clamped_samples() const override { return levels_.front().clamped; }

 private:
  void WriteBand(const Band& band, const Chunk&) override {
    for (int64_t j = 0; j < band.rows; ++j)
      AddRow(band.data + static_cast<std::size_t>(j) * band.stride);
  }

  void AddRow(const std::byte* samples) {
    MipLevel& level = levels_.front();
    for (std::size_t c = 0; c < channels_.size(); ++c) {
      float* const plane = level.rows.Plane(level.rows_done % kExrTile, c);
      GatherChannel(samples + c * sizeof(float), channels_.size(),
                    reinterpret_cast<std::byte*>(plane), static_cast<std::size_t>(level.width),
                    sizeof(float));
    }
    EndRow(0);
  }

  // Call when the level's next row is in place.
  void EndRow(std::size_t index) {
    MipLevel& level = levels_[index];
    if (index + 1 < levels_.size()) AddToNext(level, index + 1);
    ++level.rows_done;
    if (level.rows_done % kExrTile == 0 || level.rows_done == level.height) WriteTiles(level);
  }

  // Adds the last row to the next level's rows that it overlaps: one, or two if the height is odd.
  void AddToNext(MipLevel& level, std::size_t index) {
    MipLevel& next = levels_[index];
    const int64_t row = level.rows_done;
    for (std::size_t c = 0; c < channels_.size(); ++c)
      HalveRow(level.rows.Plane(row % kExrTile, c), level.width, next.width, next.sums.Plane(1, c));

    // Both sides have 31 bits, so products of rows fit.
    const int64_t from = level.height, to = next.height;
    const int64_t first = row * to / from, last = ((row + 1) * to - 1) / from;
    for (int64_t next_row = first; next_row <= last; ++next_row) {
      const float weight =
          static_cast<float>(Overlap(row, next_row, from, to)) / static_cast<float>(from);
      const bool begins = row * to <= next_row * from;
      const bool ends = (row + 1) * to >= (next_row + 1) * from;
      for (std::size_t c = 0; c < channels_.size(); ++c) {
        const float* const part = next.sums.Plane(1, c);
        float* const sum = next.sums.Plane(0, c);
        float* const out = ends ? next.rows.Plane(next_row % kExrTile, c) : sum;
        for (int64_t x = 0; x < next.width; ++x)
          out[x] = (begins ? 0.0f : sum[x]) + weight * part[x];
      }
      if (ends) EndRow(index);
    }
  }

  // Copies the samples of a tile, line by line and channel by channel. Returns their size.
  std::size_t GatherTile(MipLevel& level, int64_t rows, int64_t x) {
    const auto pixels = static_cast<int>(std::min(kExrTile, level.width - x));
    std::byte* out = samples_.data();
    for (int64_t row = 0; row < rows; ++row) {
      for (const ExrChannel& channel : channels_) {
        const float* const plane =
            level.rows.Plane(row, static_cast<std::size_t>(channel.plane)) + x;
        level.clamped += quantize_(&plane, 1, pixels, out);
        out += static_cast<std::size_t>(pixels) * static_cast<std::size_t>(spec().bits / 8);
      }
    }
    return static_cast<std::size_t>(out - samples_.data());
  }

  void WriteTiles(MipLevel& level) {
    const int64_t tile_y = (level.rows_done - 1) / kExrTile;
    const int64_t rows = level.rows_done - tile_y * kExrTile;
    std::vector<uint8_t> offsets(static_cast<std::size_t>(level.TilesX()) * kOffsetBytes);
    uint8_t* offset = offsets.data();
    for (int64_t tile_x = 0; tile_x < level.TilesX(); ++tile_x) {
      uint8_t* const begin = AsBytes(packed_.data());
      const std::size_t bytes = GatherTile(level, rows, tile_x * kExrTile);
      const std::size_t size = packer_.Run(AsBytes(samples_.data()), bytes, begin + kTileHeader);
      uint8_t* header = begin;
      for (const int64_t number : {tile_x, tile_y, int64_t{level.index}, int64_t{level.index}})
        header = StoreLittleEndian(static_cast<uint32_t>(number), header);
      StoreLittleEndian(static_cast<uint32_t>(size), header);
      offset = StoreLittleEndian(sink().bytes_written(), offset);
      sink().Write(packed_.data(), kTileHeader + size);
    }
    sink().WriteAt(level.table_offset, offsets.data(), offsets.size());
    level.table_offset += offsets.size();
  }

  std::vector<ExrChannel> channels_;
  Quantize quantize_;  // of one channel
  std::vector<MipLevel> levels_;
  Buffer samples_, packed_;  // a tile
  ExrBlockPacker packer_;
};

}  // namespace

std::unique_ptr<PictureWriter> OpenExrMipmap(const PictureSpec& spec) {
  return std::make_unique<ExrMipmapWriter>(spec);
}

// Each level is at most half as wide as the one before.
Size ExrMipmapMemory(int channels, int64_t width) {
  return FloatBytes(kExrTile + kRowsOfSums, channels, width) * Size(2u);
}

}  // namespace cobble
