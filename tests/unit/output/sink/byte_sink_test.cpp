// Tests that pictures in memory have the same bytes as files.
#include "output/sink/byte_sink.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "core/bands.h"
#include "core/simd_level.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

TEST_CASE("a memory sink accepts bytes in any order") {
  std::string bytes;
  MemorySink sink(&bytes);
  sink.Write("abc");
  sink.WriteAt(6, "ghi", 3);  // the gap is zeros until it is filled
  CHECK(bytes == std::string("abc\0\0\0ghi", 9));
  sink.Write("defGH");  // overwrites all but the last byte
  CHECK(bytes == "abcdefGHi");
  sink.WriteAt(1, "B", 1);
  sink.Write("I!");  // overwrites the last byte and appends
  CHECK(bytes == "aBcdefGHI!");
  CHECK(sink.bytes_written() == bytes.size());
  CHECK(sink.direct());
  CHECK_FALSE(sink.replaces());
  CHECK_THROWS_AS(sink.WriteAt(UINT64_MAX, "x", 1), std::length_error);
  CHECK(bytes == "aBcdefGHI!");
}

float Wave(int64_t x, int64_t y, int c) {
  return static_cast<float>((x * 7 + y * 13 + c * 5) % 64) / 64;
}

// PNG, EXR and TIFF compress; PFM, EXR and TIFF write out of order.
TEST_CASE("every format gives the same bytes in memory as in a file") {
  const TemporaryFolder folder;
  for (const Format& format : Formats()) {
    for (const int bits : format.bits) {
      CAPTURE(format.name);
      CAPTURE(bits);
      PictureSpec spec{.path = folder / ("a." + std::string(format.name)),
                       .format = &format,
                       .maps = {Map::kNormal},
                       .bits = bits,
                       .width = 37,
                       .height = 50,
                       .metadata = {R"({"cobble": 1})", R"({"map": "normal"})"},
                       .simd_target = FindSimdLevel("auto")->target};
      WritePicture(spec, BandRows(spec.width, spec.height), Wave);
      PictureBytes memory;
      spec.memory = &memory;
      const std::string path = spec.path;
      spec.path = folder / "nowhere";
      WritePicture(spec, BandRows(spec.width, spec.height), Wave);
      CHECK(memory.bytes == ReadFile(path));
      CHECK(memory.sidecar == (format.has_sidecar ? ReadFile(path + ".json") : ""));
    }
  }
  for (const std::string& name : folder.Names()) CHECK(name.starts_with("a."));
}

}  // namespace
}  // namespace cobble
