// Tests the hash of pixels.
#include "output/pixel_hash.h"

#include <doctest/doctest.h>

#include "core/bands.h"
#include "output/byte_checksums.h"
#include "support/simd_levels.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

float Values(int64_t x, int64_t y, int c) {
  return static_cast<float>((x * 37 + y * 101 + c * 53) % 997) / 997.0f;
}

struct Hashed {
  std::string bytes;
  uint64_t hash = 0;
};

Hashed HashOf(const Format& format, int channels, int bits, int64_t band_rows,
              const Content& content = Values) {
  PictureMap map(Map::kHeight);
  map.channels = channels;
  PictureBytes memory;
  const PictureSpec spec{.memory = &memory,
                         .format = &format,
                         .maps = {map},
                         .bits = bits,
                         .width = 2100,
                         .height = 90,
                         .chunk_side = 2200,
                         .simd_target = test::BestLevel().target};
  const auto writer = OpenPicture(spec);
  PixelHash hash(*writer, spec.width, format.name == "png");
  WriteBands(hash, spec, band_rows, content);
  writer->Commit();
  PictureBytes plain;
  PictureSpec same = spec;
  same.memory = &plain;
  WritePicture(same, band_rows, content);
  CHECK(memory.bytes == plain.bytes);
  return {memory.bytes, hash.value()};
}

TEST_CASE("the CRC is CRC-64/XZ, of bytes in any pieces") {
  CHECK(Crc64(0, "123456789", 9) == 0x995DC9BBDF1939FA);
  CHECK(Crc64(Crc64(0, "1234", 4), "56789", 5) == 0x995DC9BBDF1939FA);
  CHECK(Crc64(0, "", 0) == 0);
}

TEST_CASE("the hash is that of the samples, little-endian, whatever the format and the bands") {
  const int64_t rows = BandRows(2100, 90);
  REQUIRE(rows < 90);
  for (const int bits : {8, 16, 32}) {
    for (const int channels : {1, 3}) {
      CAPTURE(bits);
      CAPTURE(channels);
      const Format& raw = *FindFormat("r" + std::to_string(bits));
      const Hashed expected = HashOf(raw, channels, bits, rows);
      CHECK(expected.hash == Crc64(0, expected.bytes.data(), expected.bytes.size()));
      CHECK(HashOf(raw, channels, bits, 7).hash == expected.hash);
      CHECK(HashOf(ZarrFormat(), channels, bits, rows).hash == expected.hash);
      CHECK(HashOf(ZarrFormat(), channels, bits, 90).hash == expected.hash);
      if (bits < 32) CHECK(HashOf(*FindFormat("png"), channels, bits, rows).hash == expected.hash);
    }
  }
}

TEST_CASE("one sample changes the hash") {
  const auto changed = [](int64_t x, int64_t y, int c) {
    return Values(x, y, c) + (x == 2099 && y == 89 ? 0.01f : 0.0f);
  };
  const Format& png = *FindFormat("png");
  CHECK(HashOf(png, 1, 16, 90).hash != HashOf(png, 1, 16, 90, changed).hash);
}

}  // namespace
}  // namespace cobble
