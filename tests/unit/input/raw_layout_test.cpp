// Tests raw files whose names say what their bytes are.
#include "input/raw_layout.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "input/no_data.h"
#include "input/picture_reader.h"
#include "support/errors.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

TEST_CASE("a name is split from the right") {
  const auto path = [](const std::string& name) {
    const auto raw = ParseRawName(name);
    return raw ? raw->path + " " + raw->layout.text : "none";
  };
  CHECK(path("land.raw:513x257:u16le") == "land.raw 513x257:u16le");
  CHECK(path("C:\\maps\\land.raw:5x6:u8") == "C:\\maps\\land.raw 5x6:u8");
  CHECK(path("a:b:c:5x6:f32be") == "a:b:c 5x6:f32be");
  CHECK(path("a:5x6:u8:7x8:i16le") == "a:5x6:u8 7x8:i16le");
  for (const char* name : {"land.raw", "C:\\land.raw", "a:b", ":", "", "-", "a:b:c", "a:u8x", "u8"})
    CHECK_MESSAGE(path(name) == "none", name);
  const RawLayout layout = ParseRawName("a:513x257:i16be")->layout;
  CHECK(layout.width == 513);
  CHECK(layout.height == 257);
  CHECK(layout.type == SampleType{SampleKind::kSigned, 16});
  CHECK(layout.big_endian);
}

TEST_CASE("a name that is nearly a layout is refused with what is missing") {
  const auto refusal = [](const std::string& name) {
    return test::TextIn([&] { ParseRawName(name); }, ErrorKind::kUsage);
  };
  CHECK(refusal("a.raw:513x513") ==
        "a.raw:513x513: has a size, but no type of samples; as in a.raw:513x513:u16le; types are "
        "u8, u16le, u16be, i16le, i16be, f32le and f32be");
  CHECK(refusal("a.raw:513x513:u16l") ==
        "a.raw:513x513:u16l: the type of samples must be u8, u16le, u16be, i16le, i16be, f32le or "
        "f32be, got \"u16l\"; did you mean \"u16le\"?");
  CHECK(refusal("a.raw:513x513:short").find("as in land.raw:513x513:u16le") != std::string::npos);
  for (const char* name : {"a.raw:u16le", "a.raw:513:u16le", "a.raw:513*513:u16le", ":5x5:u8"})
    CHECK_MESSAGE(refusal(name).find("needs a file and its size before the type of samples") !=
                      std::string::npos,
                  name);
  CHECK(refusal("a.raw:0x513:u16le") ==
        "a.raw:0x513:u16le: the size must be from 1 x 1 to 2147483647 x 2147483647, got 0 x 513");
  CHECK(refusal("a.raw:3000000000x1:u8").find("got 3000000000 x 1") != std::string::npos);
}

PictureFile RawFile(const std::string& name, const std::string& bytes) {
  const auto raw = ParseRawName(name);
  REQUIRE(raw.has_value());
  return {.name = raw->path,
          .path = raw->path,
          .source = std::make_shared<MemorySource>(bytes),
          .sidecar_name = {},
          .sidecar = {},
          .layout = raw->layout};
}

TEST_CASE("every type of samples is read, signed ones and floats as numbers") {
  const auto samples = [](const std::string& type, const std::string& bytes) {
    return AllSamples(*OpenPictureFile(RawFile("a.bin:2x1:" + type, bytes)));
  };
  using namespace std::string_literals;
  using Row = std::vector<float>;
  CHECK(samples("u8", "\x00\xff"s) == Row{0, 1});
  CHECK(samples("u16le", "\xff\xff\x34\x12"s) == Row{1, static_cast<float>(0x1234 / 65535.0)});
  CHECK(samples("u16be", "\xff\xff\x12\x34"s) == Row{1, static_cast<float>(0x1234 / 65535.0)});
  CHECK(samples("i16le", "\x00\x80\x02\x01"s) == Row{-32768, 258});
  CHECK(samples("i16be", "\xff\xff\x01\x02"s) == Row{-1, 258});
  CHECK(samples("f32le", "\x00\x00\x80\x3f\x00\x00\x00\xc0"s) == Row{1, -2});
  CHECK(samples("f32be", "\x3f\x80\x00\x00\xc0\x00\x00\x00"s) == Row{1, -2});
}

TEST_CASE("a layout must fit the file") {
  CHECK(
      test::TextIn([] { OpenPictureFile(RawFile("a.bin:2x3:u16le", "12345678901")); }) ==
      "a.bin: has 11 bytes, but 2x3:u16le describes 12; its samples are of another type: the size "
      "of a pixel is not 2 bytes");
  const auto hint = [](const std::string& layout, std::size_t size) {
    const std::string text =
        test::TextIn([&] { OpenPictureFile(RawFile("a.bin:" + layout, std::string(size, '\0'))); });
    return text.substr(text.find(';') + 2);
  };
  CHECK(hint("40x41:u8", 1600) == "it has 1600 pixels of 1 byte, as many as 40 x 40");
  CHECK(hint("513x513:i16le", 72) == "it has 36 pixels of 2 bytes, as many as 6 x 6");
  CHECK(hint("5x5:u8", 7) == "it has 7 pixels of 1 byte");
  CHECK(hint("5x5:u8", 0) == "it has 0 pixels of 1 byte");
  CHECK(test::TextIn([] { OpenPictureFile(RawFile("a.bin:2000000000x1:f32le", "")); },
                     ErrorKind::kLimit)
            .find("bytes of memory") != std::string::npos);
}

TEST_CASE("the hint for a raw file has the likely layout of its size") {
  const auto example = [](const std::string& path, uint64_t size) {
    const std::string hint = RawNameHint(path, size);
    return hint.substr(hint.rfind(' ') + 1);
  };
  CHECK(example("a.raw", 513 * 513 * 2) == "a.raw:513x513:u16le");
  CHECK(example("a.raw", 257 * 257 * 4) == "a.raw:257x257:f32le");
  CHECK(example("a.r8", 33 * 33) == "a.r8:33x33:u8");
  CHECK(example("a.r32", 33 * 33 * 4) == "a.r32:33x33:f32le");
  CHECK(example("a.raw", 33 * 33) == "a.raw:33x33:u8");
  CHECK(example("a.raw", 1234568) == "a.raw:513x513:u16le");  // only an example
}

TEST_CASE("rasters of other programs have hints: their layout, or how GDAL converts them") {
  const auto hint = [](const std::string& path, const std::string& bytes) {
    return test::TextIn([&] { OpenPictureFile(FileOf(path, bytes)); }, ErrorKind::kRecipe);
  };
  const std::string start = ": is not a picture that cobble reads; ";
  const std::string gdal = "make a GeoTIFF, which has its place: gdal_translate ";
  PictureFile file = FileOf("x/N46E007.hgt", std::string(2 * 1201 * 1201, '\0'));
  CHECK(test::TextIn([&] { OpenPictureFile(file); }) ==
        "x/N46E007.hgt" + start +
            "name its size and the type of its samples, as in x/N46E007.hgt:1201x1201:i16be; or " +
            gdal + "x/N46E007.hgt x/N46E007.tif");
  const auto layout = [&](const std::string& path, std::size_t size) {
    const std::string text = hint(path, std::string(size, '\0'));
    const std::size_t at = text.find("as in ") + 6;
    return text.substr(at, text.find(';', at) - at);
  };
  CHECK(layout("a.BIL", 2 * 25) == "a.BIL:5x5:i16le");
  CHECK(layout("a.flt", 4 * 25) == "a.flt:5x5:f32le");
  CHECK(layout("a.dem", 2 * 25) == "a.dem:5x5:i16be");
  CHECK(hint("a.dem", "USGS DEM, in text") == "a.dem" + start + gdal + "a.dem a.tif");
  CHECK(hint("a.asc", "ncols 4") == "a.asc" + start + gdal + "a.asc a.tif");
}

TEST_CASE("a name, or a sidecar, declares NoData, or that there is none") {
  const auto taken = [](std::string name) {
    const auto no_data = TakeNoData(&name);
    return name + ' ' + no_data.value_or("-");
  };
  CHECK(taken("a.raw:5x6:u8:nodata=-9999") == "a.raw:5x6:u8 -9999");
  CHECK(taken("C:\\a.tif:nodata=none") == "C:\\a.tif none");
  CHECK(taken("a.tif:nodata=inf") == "a.tif inf");
  for (const std::string name : {"a.tif", ":nodata=1", "nodata=1", "a:nodata"})
    CHECK(taken(name) == name + " -");
  CHECK(test::TextIn([&] { taken("a.tif:nodata=void"); }, ErrorKind::kUsage) ==
        "a.tif:nodata=void: NoData must be a number, inf or none, got \"void\"; as in "
        "dem.tif:nodata=-9999");

  const auto holes = [](const std::string& sidecar, const std::optional<std::string>& named) {
    PictureFile file = FileOf("a.r8", "\x01\x02", sidecar);
    file.no_data = named;
    const auto reader = OpenPictureFile(file);
    const auto samples = AllSamples(*reader);
    return fmt::format("{:d}{:d}{:d}", std::isnan(samples[0]), std::isnan(samples[1]),
                       IsComplete(file, reader->info()));
  };
  const std::string keys = R"("width": 2, "height": 1, "bpp": 8, "channels": 1})";
  CHECK(holes("{" + keys, {}) == "000");
  CHECK(holes("{\"nodata\": 1, " + keys, {}) == "100");
  CHECK(holes("{\"nodata\": 1, " + keys, "2") == "010");
  CHECK(holes("{\"nodata\": 1, " + keys, "none") == "001");
  CHECK(holes("{\"nodata\": null, " + keys, {}) == "001");
  CHECK(test::TextIn([&] { holes("{" + keys, "256"); }, ErrorKind::kUsage) ==
        "a.r8: has no samples of 256; its samples are whole numbers from 0 to 255");
  CHECK(test::TextIn([&] { holes("{\"nodata\": \"x\", " + keys, {}); }) ==
        "a.r8.json: \"nodata\" must be a number, or null if there is none, got \"x\"");
}

TEST_CASE("a raw file without a sidecar or a layout asks for one, and a sidecar for all its keys") {
  PictureFile lone = FileOf("a.r16", "12345678");
  lone.sidecar_name.clear();
  CHECK(test::TextIn([&] { OpenPictureFile(lone); }) ==
        "a.r16: is a raw file, whose layout is not known; name its size and the type of its "
        "samples, as in a.r16:2x2:u16le");
  CHECK(test::TextIn([] {
          OpenPictureFile(FileOf("a.r16", "", R"({"bpp": 16, "width": 1, "height": 1})"));
        }).starts_with("a.r16.json: must state \"channels\" as a whole number from 1 to "));
  CHECK(test::TextIn([] {
          OpenPictureFile(FileOf("a.r16", "", "{}"));
        }).starts_with("a.r16.json: must state \"width\", \"height\", \"bpp\" and \"channels\""));
  CHECK(test::TextIn([] { OpenPictureFile(FileOf("a.r16", "", R"({"bpp": 16})")); }) ==
        "a.r16.json: must state \"width\", \"height\" and \"channels\" as whole numbers from 1 to "
        "2147483647; as in {\"width\": 513, \"height\": 513, \"bpp\": 16, \"channels\": 1}, where "
        "bpp counts the bits of a pixel");
}

}  // namespace
}  // namespace cobble
