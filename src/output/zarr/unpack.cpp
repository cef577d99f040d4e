// Reads chunks of Zarr arrays, of which nothing is trusted but the shape.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "cobble/error.h"
#include "output/buffer.h"
#include "output/planes.h"
#include "output/zarr/chunk.h"

namespace cobble {
namespace {

constexpr uint64_t kMaxPieceBytes = uint64_t{1} << 20;

// A zlib or gzip stream of known size in memory.
class Inflater {
 public:
  Inflater(std::string_view bytes, bool is_gzip, const std::string& where)
      : where_(where), is_gzip_(is_gzip) {
    constexpr int kWindowBits = 15, kGzip = 16;
    if (bytes.size() > std::numeric_limits<uInt>::max()) Fail("is longer than a chunk can be");
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    if (inflateInit2(&stream_, is_gzip ? kWindowBits + kGzip : kWindowBits) != Z_OK) FailMemory();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Fills `out` with the next bytes.
  void Take(std::span<std::byte> out) {
    const int status = Inflate(out);
    if (stream_.avail_out == 0) return;
    Fail(status == Z_STREAM_END ? "is damaged: it holds too few samples" : "is truncated");
  }

  // Checks that the stream ends here, is undamaged (zlib checks the checksum), and that no bytes
  // follow. zlib must be given room, or it does not look for the end.
  void End() {
    std::byte extra[1];
    const int status = Inflate(extra);
    if (stream_.avail_out == 0) Fail("is damaged: it holds too many samples");
    if (status != Z_STREAM_END) Fail("is truncated");
    if (stream_.avail_in > 0) Fail("is damaged: bytes follow its end");
  }

 private:
  // Returns zlib's status; stream_.avail_out is what is missing.
  int Inflate(std::span<std::byte> out) {
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) FailMemory();
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      Fail(is_gzip_ ? "is damaged: not a valid gzip stream"
                    : "is damaged: not a valid zlib stream");
    return status;
  }
  [[noreturn]] void Fail(const char* message) const {
    throw Error(ErrorKind::kIo, where_, message);
  }
  [[noreturn]] void FailMemory() const {
    throw Error(ErrorKind::kLimit, where_, "not enough memory to decompress");
  }

  std::string where_;
  bool is_gzip_;
  z_stream stream_{};
};

// Copies rows of one channel, without their padding, to where they are in the picture.
void PlaceRows(const ZarrChunkShape& shape, const std::byte* plane, int channel, int64_t first_row,
               int64_t rows, std::byte* samples) {
  const auto width = static_cast<std::size_t>(shape.width);
  const auto channels = static_cast<std::size_t>(shape.channels);
  const auto sample_bytes = static_cast<std::size_t>(shape.sample_bytes);
  const std::size_t row_bytes = shape.RowBytes().bytes();
  const std::size_t pixel_row =
      (Size(shape.width) * Size(shape.channels) * Size(shape.sample_bytes)).bytes();
  std::byte* out = samples + static_cast<std::size_t>(first_row) * pixel_row +
                   static_cast<std::size_t>(channel) * sample_bytes;
  const int64_t inside = std::min(rows, shape.height - first_row);
  for (int64_t j = 0; j < inside; ++j, plane += row_bytes, out += pixel_row)
    ScatterChannel(plane, out, channels, width, shape.sample_bytes);
}

// Calls take(size), which returns the chunk's next bytes, for all rows of all channels.
template <class Take>
void ForRows(const ZarrChunkShape& shape, std::byte* samples, const Take& take) {
  const uint64_t row_bytes = shape.RowBytes().value();
  const int64_t step =
      std::clamp<int64_t>(static_cast<int64_t>(kMaxPieceBytes / row_bytes), 1, shape.side);
  for (int c = 0; c < shape.channels; ++c) {
    for (int64_t row = 0; row < shape.side; row += step) {
      const int64_t rows = std::min(step, shape.side - row);
      const std::byte* const plane = take((Size(rows) * Size(row_bytes)).bytes());
      PlaceRows(shape, plane, c, row, rows, samples);
    }
  }
}

void UnpackStored(std::string_view bytes, const ZarrChunkShape& shape, std::byte* samples,
                  const std::string& where) {
  const Size size = shape.Bytes();
  if (Size(bytes.size()) != size)
    throw Error(ErrorKind::kIo, where,
                Size(bytes.size()) < size ? "is truncated" : "is damaged: bytes follow its end");
  const auto* next = reinterpret_cast<const std::byte*>(bytes.data());
  ForRows(shape, samples, [&](std::size_t n) {
    const std::byte* const here = next;
    next += n;
    return here;
  });
}

void UnpackCompressed(std::string_view bytes, const ZarrChunkShape& shape, std::byte* samples,
                      const std::string& where) {
  Inflater inflater(bytes, shape.is_gzip, where);
  std::optional<Buffer> piece;  // as large as the first, which is the largest
  ForRows(shape, samples, [&](std::size_t n) -> const std::byte* {
    if (!piece) piece.emplace(Size(n));
    inflater.Take({piece->data(), n});
    return piece->data();
  });
  inflater.End();
}

}  // namespace

void UnpackZarrChunk(std::string_view bytes, const ZarrChunkShape& shape,
                     std::span<std::byte> samples, const std::string& where) {
  if (std::min({shape.width, shape.height, int64_t{shape.channels}}) < 1 ||
      std::max(shape.width, shape.height) > shape.side ||
      Size(samples.size()) != shape.PixelBytes())
    throw Error(ErrorKind::kBug, where, "the shape of a Zarr chunk does not match its samples");
  if (shape.is_compressed) {
    UnpackCompressed(bytes, shape, samples.data(), where);
  } else {
    UnpackStored(bytes, shape, samples.data(), where);
  }
}

}  // namespace cobble
