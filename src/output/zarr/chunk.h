// One chunk file of a Zarr array: the samples of one map in a square of pixels.
//
// A chunk of one channel is (y, x), a chunk of several is (c, y, x), in C order, little-endian, as
// one zlib stream (in Zarr v2) or gzip stream (in v3), or as they are. Chunks at the right and
// lower edge of an array are padded with 0 to full size. What the samples mean is recorded only in
// the array's metadata (metadata.h). Based on: Zarr storage specification, version 2; Zarr core
// specification, version 3, and its codecs bytes and gzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/size.h"
#include "output/picture.h"

namespace cobble {

// The maximum size of a chunk's samples, with padding: readers keep a chunk in one buffer, and many
// count its bytes in 31 bits.
inline constexpr uint64_t kMaxZarrChunkBytes = 0x7FFFFFFF;

struct ZarrChunkShape {
  int64_t width = 0, height = 0;  // of the pixels inside the array; at most `side`
  int64_t side = 0;               // width and height of all chunks of the array
  int channels = 1;
  int sample_bytes = 1;
  bool is_compressed = true;
  bool is_gzip = false;  // if compressed

  // The bytes of a padded row of one channel, and of all samples with padding. Throw Error kLimit
  // on overflow.
  Size RowBytes() const { return Size(side) * Size(sample_bytes); }
  Size Bytes() const { return RowBytes() * Size(side) * Size(channels); }
  // The bytes of the samples without padding.
  Size PixelBytes() const {
    return Size(width) * Size(height) * Size(channels) * Size(sample_bytes);
  }
};

// Writes a chunk: spec.width x spec.height pixels, padded to spec.chunk_side. Bands must start at
// multiples of BandRows(spec.width, spec.height) rows; one band may hold the whole picture. The
// bytes depend only on the pixels, spec.compression and spec.is_gzip. Throws Error kLimit if the
// chunk exceeds kMaxZarrChunkBytes, and the errors of FileSink.
std::unique_ptr<PictureWriter> OpenZarrChunk(const PictureSpec& spec);

// Reads the pixels of a chunk into `samples`, shape.PixelBytes() bytes: row by row, channels
// interleaved, little-endian. Throws Error kIo, with `where`, if `bytes` are not exactly one chunk
// of this shape: damaged, truncated or too long. Allocates at most 1 MiB or one padded row,
// whatever the bytes say.
void UnpackZarrChunk(std::string_view bytes, const ZarrChunkShape& shape,
                     std::span<std::byte> samples, const std::string& where = {});

}  // namespace cobble
