// Tests the chunks of Zarr arrays against zlib's own functions.
#include "output/zarr/chunk.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>

#include "cobble/error.h"
#include "core/bands.h"
#include "support/simd_levels.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

PictureSpec Spec(int channels, int bits, int64_t width, int64_t height, int64_t side) {
  PictureSpec spec = SpecOf("chunk", "", {MapOf(channels)}, bits, width, height);
  spec.format = &ZarrFormat();
  spec.chunk_side = side;
  return spec;
}

ZarrChunkShape ShapeOf(const PictureSpec& spec) {
  return {.width = spec.width,
          .height = spec.height,
          .side = spec.chunk_side,
          .channels = spec.maps[0].channels,
          .sample_bytes = spec.bits / 8,
          .is_compressed = spec.compression != Compression::kNone,
          .is_gzip = spec.is_gzip};
}

std::string ChunkOf(PictureSpec spec, const Content& content, int64_t band_rows = 0) {
  PictureBytes memory;
  spec.memory = &memory;
  WritePicture(spec, band_rows > 0 ? band_rows : BandRows(spec.width, spec.height), content);
  return memory.bytes;
}

float Constant(int64_t, int64_t, int c) { return 0.25f * static_cast<float>(c + 1); }

void Append(float value, int bits, std::string* bytes) {
  uint32_t sample = 0;
  if (bits == 32) {
    std::memcpy(&sample, &value, sizeof sample);
  } else {
    sample = static_cast<uint32_t>(std::nearbyint(static_cast<double>(value) * ((1 << bits) - 1)));
  }
  for (int k = 0; k < bits; k += 8) *bytes += static_cast<char>(sample >> k);
}

// Returns a chunk's samples by definition: channel by channel, padded with 0.
std::string Planes(const PictureSpec& spec, const Content& content) {
  std::string bytes;
  for (int c = 0; c < spec.maps[0].channels; ++c)
    for (int64_t y = 0; y < spec.chunk_side; ++y)
      for (int64_t x = 0; x < spec.chunk_side; ++x)
        Append(x < spec.width && y < spec.height ? content(x, y, c) : 0, spec.bits, &bytes);
  return bytes;
}

// Returns the picture's samples, channels interleaved.
std::string Pixels(const PictureSpec& spec, const Content& content) {
  std::string bytes;
  for (int64_t y = 0; y < spec.height; ++y)
    for (int64_t x = 0; x < spec.width; ++x)
      for (int c = 0; c < spec.maps[0].channels; ++c) Append(content(x, y, c), spec.bits, &bytes);
  return bytes;
}

// Returns the content of a zlib or gzip stream of at most `maximum` bytes, or "damaged".
std::string Inflated(std::string bytes, bool is_gzip, std::size_t maximum) {
  std::string out(maximum + 1, '\0');
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, is_gzip ? 31 : 15) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (status != Z_STREAM_END || stream.avail_in > 0) return "damaged";
  out.resize(stream.total_out);
  return out;
}

std::string Deflated(const std::string& bytes) {
  std::string out(compressBound(static_cast<uLong>(bytes.size())), '\0');
  auto size = static_cast<uLongf>(out.size());
  REQUIRE(compress(reinterpret_cast<Bytef*>(out.data()), &size,
                   reinterpret_cast<const Bytef*>(bytes.data()),
                   static_cast<uLong>(bytes.size())) == Z_OK);
  out.resize(size);
  return out;
}

std::string Unpacked(std::string_view bytes, const ZarrChunkShape& shape) {
  std::string samples(shape.PixelBytes().bytes(), '\x5A');
  UnpackZarrChunk(bytes, shape, std::as_writable_bytes(std::span(samples)), "0/1");
  return samples;
}

std::string UnpackError(std::string_view bytes, const ZarrChunkShape& shape) {
  return ErrorOf([&] { Unpacked(bytes, shape); });
}

void CheckChunk(const PictureSpec& spec, const Content& content) {
  CAPTURE(spec.width);
  CAPTURE(spec.chunk_side);
  CAPTURE(spec.bits);
  CAPTURE(spec.maps[0].channels);
  CAPTURE(static_cast<int>(spec.compression));
  const std::string planes = Planes(spec, content), bytes = ChunkOf(spec, content);
  CHECK((spec.compression == Compression::kNone
             ? bytes
             : Inflated(bytes, spec.is_gzip, planes.size())) == planes);
  CHECK(Unpacked(bytes, ShapeOf(spec)) == Pixels(spec, content));
}

TEST_CASE("chunks of any size, depth and number of channels hold their samples, padded with 0") {
  struct Case {
    int64_t width, height, side;
  };
  for (const Case& c : {Case{1, 1, 1}, Case{1, 1, 7}, Case{5, 7, 7}, Case{7, 5, 7}, Case{7, 7, 7},
                        Case{33, 9, 64}, Case{190, 131, 191}, Case{1, 200, 200}}) {
    for (const int bits : {8, 16, 32}) {
      for (const int channels : {1, 2, 3, 4}) {
        for (const Compression compression :
             {Compression::kNone, Compression::kFast, Compression::kSmall}) {
          PictureSpec spec = Spec(channels, bits, c.width, c.height, c.side);
          spec.compression = compression;
          CheckChunk(spec, Noisy);
          CheckChunk(spec, Smooth);
          CheckChunk(spec, Constant);
          spec.is_gzip = true;
          CheckChunk(spec, Noisy);
          CheckChunk(spec, Smooth);
        }
      }
    }
  }
}

TEST_CASE("floats of any number of channels, and any values, are kept bit for bit") {
  const auto content = [](int64_t x, int64_t y, int c) {
    if (x == 3) return std::nanf("");
    if (x == 4) return -INFINITY;
    return static_cast<float>(x - 100 * y) * 1e20f + static_cast<float>(c);
  };
  for (const int channels : {5, 6, 8}) {
    PictureSpec spec = Spec(channels, 32, 13, 6, 16);
    CheckChunk(spec, content);
    spec.compression = Compression::kNone;
    CheckChunk(spec, content);
  }
}

TEST_CASE("the bytes are the same at every SIMD level and however the chunk is cut into bands") {
  const int64_t rows = BandRows(700, 650);
  REQUIRE(rows < 650 / 4);
  for (const int bits : {8, 16, 32}) {
    for (const int channels : {1, 3}) {
      for (const Content& content : {Content(Noisy), Content(Smooth), Content(Constant)}) {
        PictureSpec spec = Spec(channels, bits, 700, 650, 720);
        const std::string expected = ChunkOf(spec, content);
        PictureSpec gzip = spec;
        gzip.is_gzip = true;
        const std::string zipped = ChunkOf(gzip, content);
        CHECK(zipped.substr(10, expected.size() - 6) == expected.substr(2, expected.size() - 6));
        for (const int64_t bands : {2, 3, 100}) {
          CHECK(ChunkOf(spec, content, bands * rows) == expected);
          CHECK(ChunkOf(gzip, content, bands * rows) == zipped);
        }
        CHECK(ChunkOf(spec, content, 650) == expected);
        test::ForRunningLevels([&](const SimdLevel& level) {
          spec.simd_target = level.target;
          CHECK(ChunkOf(spec, content) == expected);
        });
      }
    }
  }
}

TEST_CASE("bands may be encoded in any order") {
  PictureSpec spec = Spec(2, 8, 600, 500, 600);
  PictureBytes memory;
  spec.memory = &memory;
  const int64_t rows = BandRows(600, 500);
  const std::string pixels = Pixels(spec, Smooth);
  const auto writer = OpenPicture(spec);
  std::vector<Band> bands;
  std::vector<std::unique_ptr<Chunk>> chunks;
  for (int64_t y = 0; y < 500; y += rows) {
    const auto* const data = reinterpret_cast<const std::byte*>(pixels.data()) + y * 1200;
    bands.push_back({static_cast<int64_t>(bands.size()), y, std::min(rows, 500 - y), data, 1200});
    chunks.push_back(writer->NewChunk(rows));
  }
  REQUIRE(bands.size() > 4);
  for (std::size_t k = bands.size(); k-- > 0;) writer->Encode(bands[k], *chunks[k]);
  for (std::size_t k = 0; k < bands.size(); ++k) writer->Write(bands[k], *chunks[k]);
  writer->Commit();
  CHECK(memory.bytes == ChunkOf(spec, Smooth));
}

TEST_CASE("bands that would change the bytes are refused, as are chunks that are too large") {
  CHECK(ErrorOf([] {
          PictureSpec spec = Spec(1, 8, 700, 650, 700);
          PictureBytes memory;
          spec.memory = &memory;
          OpenPicture(spec)->NewChunk(17);
        }) == "70 a band is not as high as a Zarr chunk's segments");
  CHECK(ErrorOf([] { OpenPicture(Spec(1, 8, 9, 8, 8)); }) ==
        "70 chunk: a picture is larger than its Zarr chunk");
  CHECK(ErrorOf([] { OpenPicture(Spec(1, 8, 1, 1, 46341)); }) ==
        "4 chunk: Zarr chunks are limited to 2^31 - 1 bytes");
  CHECK(ErrorOf([] { OpenPicture(Spec(4, 32, 1, 1, 11586)); }) ==
        "4 chunk: Zarr chunks are limited to 2^31 - 1 bytes");
  CHECK(WhyNot(ZarrFormat(), Map::kSlope, 16) ==
        ".zarr cannot hold slope at 16 bits: its samples are 0..1; use 32 bits");
}

TEST_CASE("a chunk is a file, complete or absent, with the bytes of the chunk in memory") {
  const TemporaryFolder folder;
  PictureSpec spec = Spec(3, 16, 50, 60, 64);
  spec.path = folder / "17";
  {
    const auto writer = OpenPicture(spec);
    WriteBands(*writer, spec, BandRows(50, 60), Smooth);
    writer->Finish();
  }
  CHECK(folder.Names().empty());
  CHECK(ErrorOf([&] { OpenPicture(spec)->Commit(); }).starts_with("70 "));
  const auto writer = OpenPicture(spec);
  WriteBands(*writer, spec, BandRows(50, 60), Smooth);
  writer->Commit();
  CHECK(folder.Names() == std::vector<std::string>{"17"});
  CHECK(ReadFile(spec.path) == ChunkOf(spec, Smooth));
  CHECK(writer->bytes_written() == ReadFile(spec.path).size());
}

TEST_CASE("compressible samples and padding are compressed, and others hardly grow") {
  for (const int bits : {8, 16, 32}) {
    CAPTURE(bits);
    const PictureSpec full = Spec(1, bits, 512, 512, 512), corner = Spec(1, bits, 8, 8, 512);
    const std::size_t raw = 512 * 512 * static_cast<std::size_t>(bits / 8);
    CHECK(ChunkOf(full, Constant).size() < raw / 100);
    CHECK(ChunkOf(corner, Noisy).size() < raw / 100);
    CHECK(ChunkOf(full, Noisy).size() < raw + raw / 1000);
  }
}

TEST_CASE("a stream of another length is refused") {
  const PictureSpec spec = Spec(2, 16, 30, 20, 32);
  const ZarrChunkShape shape = ShapeOf(spec);
  const std::string planes = Planes(spec, Smooth);
  CHECK(Unpacked(Deflated(planes), shape) == Pixels(spec, Smooth));
  CHECK(UnpackError(Deflated(planes + '\0'), shape) ==
        "5 0/1: is damaged: it holds too many samples");
  CHECK(UnpackError(Deflated(planes.substr(1)), shape) ==
        "5 0/1: is damaged: it holds too few samples");
  CHECK(UnpackError(Deflated(planes) + '\0', shape) == "5 0/1: is damaged: bytes follow its end");
  CHECK(UnpackError(Deflated(std::string(std::size_t{1} << 27, '\0')), shape) ==
        "5 0/1: is damaged: it holds too many samples");
  CHECK(UnpackError("", shape) == "5 0/1: is truncated");
  CHECK(UnpackError("{}", shape) == "5 0/1: is damaged: not a valid zlib stream");
  PictureSpec gzip = spec;
  gzip.is_gzip = true;
  const std::string zipped = ChunkOf(gzip, Smooth),
                    refusal = "5 0/1: is damaged: not a valid gzip stream";
  CHECK(UnpackError(zipped, shape) == "5 0/1: is damaged: not a valid zlib stream");
  CHECK(UnpackError(Deflated(planes), ShapeOf(gzip)) == refusal);
  CHECK(UnpackError(zipped + '\0', ShapeOf(gzip)) == "5 0/1: is damaged: bytes follow its end");
}

TEST_CASE("an uncompressed chunk of another length is refused") {
  PictureSpec spec = Spec(2, 16, 30, 20, 32);
  spec.compression = Compression::kNone;
  const std::string bytes = ChunkOf(spec, Smooth);
  CHECK(UnpackError(bytes.substr(1), ShapeOf(spec)) == "5 0/1: is truncated");
  CHECK(UnpackError("", ShapeOf(spec)) == "5 0/1: is truncated");
  CHECK(UnpackError(bytes + "x", ShapeOf(spec)) == "5 0/1: is damaged: bytes follow its end");
}

TEST_CASE("every truncated stream is refused, and a flipped bit never changes a sample unnoticed") {
  for (const Content& content : {Content(Noisy), Content(Smooth)}) {
    const PictureSpec spec = Spec(2, 16, 30, 20, 32);
    const ZarrChunkShape shape = ShapeOf(spec);
    std::string bytes = ChunkOf(spec, content);
    const std::string expected = Unpacked(bytes, shape);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      CHECK(UnpackError(bytes.substr(0, size), shape) == "5 0/1: is truncated");
    // Bits that fill a byte before a stored block mean nothing.
    std::size_t harmless = 0;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      const auto flip = static_cast<char>(1 << bit % 8);
      bytes[bit / 8] ^= flip;
      const std::string error =
          ErrorOf([&] { harmless += Unpacked(bytes, shape) == expected ? 1 : 1000000; });
      CHECK((error == "none" || error.starts_with("5 0/1: is ")));
      bytes[bit / 8] ^= flip;
    }
    CHECK(harmless < 100);
  }
}

TEST_CASE("a shape that does not match its samples is a bug of the caller") {
  const std::string expected = "70 0/1: the shape of a Zarr chunk does not match its samples";
  std::vector<std::byte> samples(12);
  const auto error = [&](const ZarrChunkShape& shape) {
    return ErrorOf([&] { UnpackZarrChunk("", shape, samples, "0/1"); });
  };
  CHECK(error({.width = 4, .height = 4, .side = 4}) == expected);
  CHECK(error({.width = 4, .height = 3, .side = 3}) == expected);
  CHECK(error({.width = 3, .height = 4, .side = 3}) == expected);
  CHECK(error({.width = 0, .height = 3, .side = 3}) == expected);
  CHECK(error({.width = 4, .height = 3, .side = 4, .channels = 0}) == expected);
  CHECK(error({.width = 4, .height = 3, .side = 4}) == "5 0/1: is truncated");
}

}  // namespace
}  // namespace cobble
