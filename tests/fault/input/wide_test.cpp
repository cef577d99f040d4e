// Tests that reading wide pictures stays within the memory limit, and that pictures beyond it are
// refused before their rows are allocated.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "input/picture_reader.h"
#include "output/png/chunk.h"
#include "support/harness.h"
#include "support/measured.h"
#include "support/skip.h"
#include "support/small_tiff.h"

namespace cobble {
namespace {

constexpr uint64_t kProgram = uint64_t{64} << 20;  // the part that does not grow with the picture

TEST_CASE("a small PNG that claims enormous rows is refused before they are allocated") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  using namespace std::string_literals;
  // 2^31 - 1 pixels of four 16-bit channels.
  const std::string header = std::string(BigEndian(0x7FFFFFFF).text()) +
                             std::string(BigEndian(1).text()) + "\x10\x06\0\0\0"s;
  WriteFile("a.png", std::string(kPngSignature) + PngChunkText("IHDR", header) +
                         PngChunkText("IDAT", "") + PngChunkText("IEND", ""));
  const Measured run = RunMeasured("stats a.png");
  CHECK(run.status == 4);
  CHECK_MESSAGE(run.err.find("bytes of memory, but the limit is 1073741824") != std::string::npos,
                run.err);
  CHECK(run.peak < kProgram);
}

TEST_CASE("a small PNG that claims enormous texts is refused before they are allocated") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  using namespace std::string_literals;
  const std::string header =
      std::string(BigEndian(8).text()) + std::string(BigEndian(8).text()) + "\x08\0\0\0\0"s;
  for (const std::string type : {"iTXt", "tEXt", "zTXt", "iCCP", "eXIf", "teXt", "opTi"}) {
    CAPTURE(type);
    WriteFile("a.png", std::string(kPngSignature) + PngChunkText("IHDR", header) +
                           std::string(BigEndian(0x74617466).text()) + type + "Title\0text"s);
    const Measured run = RunMeasured("stats a.png");
    CHECK(run.status == 3);
    CHECK(run.err == "cobble: a.png: is a truncated PNG\n");
    CHECK(run.peak < kProgram);
  }
}

TEST_CASE("a small PNG that claims to be a large photograph is refused before it is held") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  using namespace std::string_literals;
  const std::string header = std::string(BigEndian(30000).text()) +
                             std::string(BigEndian(20000).text()) + "\x08\x02\0\0\0"s;
  const std::string exif = "II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0"s;
  WriteFile("a.png", std::string(kPngSignature) + PngChunkText("IHDR", header) +
                         PngChunkText("eXIf", exif) + PngChunkText("IDAT", ""));
  const Measured run = RunMeasured("stats a.png");
  CHECK(run.status == 4);
  CHECK(run.peak < kProgram);
}

TEST_CASE("a raw file whose name claims enormous rows is refused before they are allocated") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  WriteFile("a.raw", "1234");
  for (const std::string layout : {"2147483647x1:f32le", "2147483647x2147483647:u8"}) {
    CAPTURE(layout);
    const Measured run = RunMeasured("stats a.raw:" + layout);
    CHECK(run.status == 4);
    CHECK(run.peak < kProgram);
  }
}

TEST_CASE("the tags of a raster that claim more than the file has allocate little") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  constexpr std::pair<uint16_t, uint16_t> kTagsAndTypes[] = {{33550, 12}, {33922, 12}, {34264, 12},
                                                             {34735, 3},  {42112, 2},  {42113, 2}};
  for (const auto& each : kTagsAndTypes) {
    CAPTURE(each.first);
    test::SmallTiff tiff{.format = 2, .samples = "12"};
    tiff.more = {{each.first, each.second, 0x10000000, "12345678"}};
    WriteFile("a.tif", tiff.Bytes());
    CHECK(RunMeasured("info a.tif").peak < kProgram);
  }
}

TEST_CASE("reading the widest row takes no more than the limit") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  constexpr uint64_t kWidest = kMaxReaderBytes / kRowSampleBytes;
  for (const std::string command : {"info a.r32", "stats a.r32", "compare a.r32 a.r32",
                                    "view a.r32 --protocol blocks --chars 20"}) {
    CAPTURE(command);
    const Folder folder;
    WriteFile("a.r32", std::string(kWidest * 4, '\0'));
    WriteFile("a.r32.json",
              fmt::format(R"({{"width": {}, "height": 1, "bpp": 32, "channels": 1}})", kWidest));
    const Measured run = RunMeasured(command);
    CHECK_MESSAGE(run.status == 0, run.err);
    CHECK(run.peak > kWidest * 4);
    CHECK(run.peak < kMaxReaderBytes + kProgram);
    WriteFile("a.r32.json", fmt::format(R"({{"width": {}, "height": 1, "bpp": 32, "channels": 1}})",
                                        kWidest + 1));
    CHECK(RunMeasured(command).status == 4);
  }
}

}  // namespace
}  // namespace cobble
