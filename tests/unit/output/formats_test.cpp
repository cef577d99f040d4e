// Tests the format table: names, suffixes, and the maps and sizes that each format can hold.
#include "output/formats.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/bands.h"
#include "core/maps.h"
#include "output/picture.h"
#include "output/writers.h"
#include "support/simd_levels.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

TEST_CASE("formats are found by name and by suffix, in any case") {
  std::set<std::string_view> names, suffixes;
  for (const Format& format : Formats()) {
    CHECK(FindFormat(format.name) == &format);
    CHECK(names.insert(format.name).second);
    CHECK((format.open != nullptr));
    CHECK_FALSE(format.help.empty());
    for (const std::string_view suffix : format.suffixes) {
      CHECK(suffixes.insert(suffix).second);
      CHECK(suffix.starts_with('.'));
      CHECK(FormatOfPath(std::string("a").append(suffix)) == &format);
    }
  }
  CHECK(names == std::set<std::string_view>{"png", "exr", "tiff", "tga", "bmp", "jpg", "hdr", "pfm",
                                            "r8", "r16", "r32"});
  CHECK(FormatOfPath("dir.r8/A.PnG")->name == "png");
  CHECK(FormatOfPath("a.png.R16")->name == "r16");
  CHECK(FormatOfPath("a.JPEG")->name == "jpg");
  CHECK(FormatOfPath("a.raw")->name == "r16");
  CHECK(FormatOfPath("a.TIF")->name == "tiff");
  for (const char* path : {"a", "a.", "png", "dir.png/a", ".png", "dir/.png", "a.png/", "a.jpeg2",
                           "-", "", "/dev/null", "a.pngx"})
    CHECK(FormatOfPath(path) == nullptr);
  CHECK(FindFormat("PNG") == nullptr);
  CHECK(FindFormat("") == nullptr);
}

TEST_CASE("every format can hold its default bit depth") {
  for (const Format& format : Formats())
    for (const MapInfo& map : kMapTable)
      if (CanHold(format, map.map))
        CHECK(WhyNot(format, map.map, DefaultBits(format, map.map)) == "");
  CHECK(DefaultBits(*FindFormat("png"), Map::kHeight) == 16);
  CHECK(DefaultBits(*FindFormat("png"), Map::kNormal) == 8);
  CHECK(DefaultBits(*FindFormat("r8"), Map::kHeight) == 8);
  CHECK(DefaultBits(*FindFormat("r16"), Map::kNormal) == 16);
  CHECK(DefaultBits(*FindFormat("r32"), Map::kSlope) == 32);
  CHECK(DefaultBits(*FindFormat("jpg"), Map::kNormal) == 8);
  CHECK(DefaultBits(*FindFormat("png"), Map::kCurvature) == 8);
  CHECK(DefaultBits(*FindFormat("png"), Map::kAo) == 8);
  for (const MapInfo& map : kMapTable) CHECK(DefaultBits(*FindFormat("exr"), map.map) == 32);
  const Format& tiff = *FindFormat("tiff");
  CHECK(DefaultBits(tiff, Map::kHeight) == 16);
  CHECK(DefaultBits(tiff, Map::kNormal) == 8);
  CHECK(DefaultBits(tiff, Map::kSlope) == 32);
}

TEST_CASE("a map that a format cannot hold is rejected by name") {
  const Format &png = *FindFormat("png"), &r8 = *FindFormat("r8"), &r32 = *FindFormat("r32");
  CHECK(WhyNot(png, Map::kSlope, 16) ==
        ".png cannot hold slope: its samples are 0..1; use .exr or .tif or .r32");
  CHECK(WhyNot(r8, Map::kValue, 8) ==
        ".r8 cannot hold value: its samples are 0..1; use .exr or .tif or .hdr or .pfm or "
        ".r32");
  for (const char* name : {"hdr", "pfm"})
    CHECK(WhyNot(*FindFormat(name), Map::kSlope, 32)
              .ends_with(
                  " cannot hold slope: its pixels have 1 or 3 channels; use .exr or .tif or .r32"));
  CHECK(WhyNot(*FindFormat("jpg"), Map::kNormal, 16) == ".jpg supports 8 bits per channel, not 16");
  CHECK(WhyNot(*FindFormat("exr"), Map::kNormal, 8) ==
        ".exr supports 16 or 32 bits per channel, not 8");
  CHECK(WhyNot(*FindFormat("tiff"), Map::kSlope, 16) ==
        ".tif cannot hold slope at 16 bits: its samples are 0..1; use 32 bits");
  CHECK(WhyNot(*FindFormat("tiff"), Map::kSlope, 32) == "");
  CHECK(WhyNot(png, Map::kHeight, 32) == ".png supports 8 or 16 bits per channel, not 32");
  CHECK(WhyNot(r32, Map::kHeight, 16) == ".r32 supports 32 bits per channel, not 16");
  for (int bits : {8, 16}) CHECK(WhyNot(png, Map::kNormal, bits) == "");
}

std::string Refusal(const char* format, Map map, int bits, const Window& window) {
  return WhyTooLarge(*FindFormat(format), {map}, bits, window);
}

TEST_CASE("each format has exact limits on size and position") {
  constexpr int64_t kFar = (int64_t{1} << 30) - 2;
  constexpr Map kMap = Map::kHeight;
  const auto at = [](int64_t x, int64_t y) { return Window{x, y, 3, 3}; };
  CHECK(Refusal("exr", kMap, 32, at(kFar - 2, kFar - 2)) == "");
  CHECK(Refusal("exr", kMap, 32, at(-kFar, -kFar)) == "");
  const std::string far =
      ".exr files only hold pixel coordinates from -1073741822 to 1073741822; raw files have no "
      "limit";
  for (const Window& window :
       {at(kFar - 1, 0), at(0, kFar - 1), at(-kFar - 1, 0), at(0, -kFar - 1)}) {
    CHECK(Refusal("exr", kMap, 32, window) == far);
    for (const char* format : {"png", "r8", "r32", "tga", "pfm"})
      CHECK(Refusal(format, kMap, FindFormat(format)->bits[0], window) == "");
  }
  CHECK(Refusal("exr", Map::kNormal, 32, {0, 0, 178956970, 1}) == "");
  CHECK(Refusal("exr", Map::kNormal, 32, {0, 0, 178956971, 1}) ==
        "rows of .exr files are limited to 2147483647 bytes");

  for (const char* format : {"tga", "jpg"}) {
    CHECK(Refusal(format, kMap, 8, {0, 0, 65535, 4}) == "");
    CHECK(
        Refusal(format, kMap, 8, {0, 0, 65536, 4}).ends_with(" files are limited to 65535 pixels"));
    CHECK(
        Refusal(format, kMap, 8, {0, 0, 4, 65536}).ends_with(" files are limited to 65535 pixels"));
  }
  const std::string memory =
      " files are encoded in memory and limited to 268435456 bytes; use .png or .exr";
  for (const char* format : {"tga", "jpg", "bmp"}) {
    CHECK(Refusal(format, kMap, 8, {0, 0, 16384, 16384}) == "");
    CHECK(Refusal(format, kMap, 8, {0, 0, 16384, 16385}).ends_with(memory));
    CHECK(Refusal(format, Map::kNormal, 8, {0, 0, 16384, 5462}).ends_with(memory));
  }
  CHECK(Refusal("hdr", kMap, 32, {0, 0, 8192, 8192}) == "");
  CHECK(Refusal("hdr", kMap, 32, {0, 0, 8193, 8192}).ends_with(memory));
  for (const char* format : {"png", "pfm", "bmp", "hdr"})
    CHECK(Refusal(format, kMap, 8, {0, 0, int64_t{1} << 31, 1})
              .ends_with(" files are limited to 2147483647 pixels"));
  CHECK(Refusal("r32", Map::kNormal, 32, {0, 0, int64_t{1} << 34, 1}) == "");
}

TEST_CASE("a picture that is too large is rejected before a file is created") {
  const PictureSpec spec = SpecOf("/nowhere/a.tga", "tga", {Map::kHeight}, 8, 70000, 1);
  CHECK(ErrorOf([&] { OpenPicture(spec); }) ==
        "4 /nowhere/a.tga: sides of .tga files are limited to 65535 pixels");
}

// --- Writers ---

// Values are within -1..1.
float Waves(int64_t x, int64_t y, int c) {
  return static_cast<float>(
      std::sin(0.1 * static_cast<double>(x) + 0.07 * static_cast<double>(y) + c));
}

// Calls check(spec) for files of each format, map and depth, 123 pixels wide.
template <class Check>
void ForFiles(const std::string& path, const Check& check) {
  for (const Format& format : Formats())
    for (const MapInfo& map : kMapTable)
      for (const int bits : format.bits) {
        if (!CanHold(format, map.map) || !WhyNot(format, map.map, bits).empty()) continue;
        CAPTURE(format.name);
        CAPTURE(map.name);
        CAPTURE(bits);
        check(SpecOf(path, format.name, {map.map}, bits, 123, 45));
      }
}

TEST_CASE(
    "the same picture has the same bytes at every level and in memory, and they are counted") {
  const TemporaryFolder folder;
  ForFiles(folder / "a", [](PictureSpec spec) {
    const int64_t band_rows = BandRows(spec.width, spec.height);
    const auto writer = OpenPicture(spec);
    WriteBands(*writer, spec, band_rows, Waves);
    writer->Commit();
    const std::string bytes = ReadFile(spec.path);
    CHECK(writer->bytes_written() == bytes.size());
    test::ForRunningLevels([&](const SimdLevel& level) {
      PictureBytes memory;
      spec.memory = &memory;
      spec.simd_target = level.target;
      WritePicture(spec, band_rows, Waves);
      CHECK((memory.bytes == bytes));
      CHECK(memory.sidecar == (spec.format->has_sidecar ? ReadFile(spec.path + ".json") : ""));
    });
  });
}

TEST_CASE("no file appears without Commit, or if rows are missing") {
  const TemporaryFolder folder;
  ForFiles(folder / "a", [&](const PictureSpec& spec) {
    {
      const auto writer = OpenPicture(spec);
      WriteBands(*writer, spec, BandRows(spec.width, spec.height), Waves);
    }
    CHECK(ErrorOf([&] { OpenPicture(spec)->Commit(); }).starts_with("70 "));
    CHECK(folder.Names().empty());
  });
}

}  // namespace
}  // namespace cobble
