// Tests EXR files, which OpenEXR reads back.
#include "output/writers.h"

#include <Imath/half.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <tuple>

#include "core/bands.h"
#include "support/readers/exr.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

// Returns floats of both signs with every exponent of a half float.
float Halves(int64_t x, int64_t y, int c) {
  std::minstd_rand random(static_cast<unsigned>(1 + x * 7919 + y * 104729 + c * 1299709));
  random.discard(3);
  const auto mantissa = static_cast<float>(random() % 65536) / 65536.0f;
  const int exponent = static_cast<int>(random() % 40) - 25;
  return std::ldexp(random() % 2 ? mantissa : -mantissa, exponent);
}

float Steps(int64_t x, int64_t y, int c) { return static_cast<float>((x + y) / 16 + c); }

// Reads the picture and checks every sample. Channel c of the content is stored as names[c].
void CheckPixels(const PictureSpec& spec, const Names& names, const Content& content) {
  const ExrPicture got = ReadExr(spec.path);
  CHECK(got.complete);
  CHECK_FALSE(got.tiled);
  REQUIRE(got.Width() == spec.width);
  REQUIRE(got.Height() == spec.height);
  REQUIRE(got.channels.size() == names.size());
  for (std::size_t c = 0; c < names.size(); ++c) {
    CAPTURE(names[c]);
    REQUIRE(got.channels.contains(names[c]));
    CHECK(got.is_half.at(names[c]) == (spec.bits == 16));
    const auto& samples = got.channels.at(names[c]);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto x = static_cast<int64_t>(i) % spec.width, y = static_cast<int64_t>(i) / spec.width;
      const float wanted = content(x, y, static_cast<int>(c));
      wrong += samples[i] != (spec.bits == 16 ? static_cast<float>(half(wanted)) : wanted);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("pictures of odd sizes read back, as half and as float") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
           {1, 1}, {1, 2}, {2, 1}, {3, 15}, {5, 16}, {7, 17}, {257, 33}, {16, 47}, {300, 48}}) {
    for (const int bits : {16, 32}) {
      const PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight}, bits, width, height);
      CAPTURE(spec.width);
      CAPTURE(spec.height);
      CAPTURE(spec.bits);
      for (const int64_t band_rows : {int64_t{16}, int64_t{32}, BandRows(width, height)}) {
        WritePicture(spec, band_rows, Halves);
        CheckPixels(spec, {"Y"}, Halves);
      }
    }
  }
}

int MethodOf(const std::string& path) {
  const std::string bytes = ReadFile(path), name("compression\0compression\0\1\0\0\0", 28);
  const std::size_t at = bytes.find(name);
  REQUIRE(at != std::string::npos);
  return bytes[at + name.size()];
}

TEST_CASE("methods of compression have their lines per block, and the same pixels") {
  const TemporaryFolder folder;
  const std::tuple<Compression, int, int> methods[] = {{Compression::kFast, 3, 16},
                                                       {Compression::kSmall, 3, 16},
                                                       {Compression::kZip, 3, 16},
                                                       {Compression::kZips, 2, 1},
                                                       {Compression::kNone, 0, -1}};
  for (const auto& [compression, method, lines] : methods) {
    for (const Content& content : {Content(Halves), Content(Steps)}) {
      PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kNormal}, 16, 300, 47);
      spec.compression = compression;
      WritePicture(spec, 16, content);
      CHECK(MethodOf(spec.path) == method);
      CHECK(ReadExr(spec.path).block_lines == lines);
      CheckPixels(spec, {"R", "G", "B"}, content);
    }
  }
  const auto plain = std::filesystem::file_size(folder / "a.exr");
  CHECK(plain > 300 * 47 * 3 * 2);
}

TEST_CASE("maps of one file may have bits of their own") {
  const TemporaryFolder folder;
  PictureMap normal = Map::kNormal;
  normal.stored_bits = 16;
  PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight, normal}, 32, 300, 47);
  WritePicture(spec, 16, Halves);
  const ExrPicture got = ReadExr(spec.path);
  CHECK(got.complete);
  CHECK_FALSE(got.is_half.at("height.Y"));
  const std::string names[] = {"height.Y", "normal.X", "normal.Y", "normal.Z"};
  for (int c = 0; c < 4; ++c) {
    const auto& samples = got.channels.at(names[c]);
    CHECK(got.is_half.at(names[c]) == (c > 0));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const float wanted = Halves(static_cast<int64_t>(i) % 300, static_cast<int64_t>(i) / 300, c);
      if (samples[i] != (c > 0 ? static_cast<float>(half(wanted)) : wanted)) {
        FAIL_CHECK("sample ", i, " of ", names[c]);
        break;
      }
    }
  }
}

TEST_CASE("ACEScg colours are those of Rec. 709 by the matrix, and the file says so") {
  const TemporaryFolder folder;
  PictureMap color;
  color.name = "color";
  color.channels = 3;
  color.is_color = true;
  PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight, color}, 32, 37, 5);
  spec.primaries = Primaries::kAcesCg;
  WritePicture(spec, 16, Halves);
  const ExrPicture got = ReadExr(spec.path);
  CHECK(std::ranges::count(got.attributes, "chromaticities") == 1);
  const std::string names[] = {"color.R", "color.G", "color.B"};
  for (std::size_t i = 0; i < 37 * 5; ++i) {
    const auto x = static_cast<int64_t>(i) % 37, y = static_cast<int64_t>(i) / 37;
    CHECK(got.channels.at("height.Y")[i] == Halves(x, y, 0));
    for (std::size_t c = 0; c < 3; ++c) {
      double wanted = 0, size = 0;
      for (int k = 0; k < 3; ++k) {
        const double term = kAcesCgFromRec709[c][static_cast<std::size_t>(k)] * Halves(x, y, k + 1);
        wanted += term;
        size += std::abs(term);
      }
      CHECK(std::abs(got.channels.at(names[c])[i] - wanted) <= size * 4e-7);
    }
  }
  spec.primaries = Primaries::kRec709;
  WritePicture(spec, 16, Halves);
  CHECK(std::ranges::count(ReadExr(spec.path).attributes, "chromaticities") == 0);
}

TEST_CASE("channels have the names that readers expect, for one map and for several") {
  const TemporaryFolder folder;
  const std::pair<std::vector<PictureMap>, Names> cases[] = {
      {{Map::kHeight}, {"Y"}},
      {{Map::kValue}, {"Y"}},
      {{Map::kNormal}, {"R", "G", "B"}},
      {{Map::kSlope}, {"R", "G"}},
      {{Map::kCurvature}, {"Y"}},
      {{Map::kAo, Map::kCurvature}, {"ao.Y", "curvature.Y"}},
      {{Map::kNormal, Map::kHeight}, {"normal.X", "normal.Y", "normal.Z", "height.Y"}},
      {{Map::kHeight, Map::kNormal, Map::kSlope, Map::kValue},
       {"height.Y", "normal.X", "normal.Y", "normal.Z", "slope.X", "slope.Y", "value.Y"}}};
  for (const auto& [maps, names] : cases) {
    for (const int bits : {16, 32}) {
      const PictureSpec spec = SpecOf(folder / "a.exr", "exr", maps, bits, 37, 21);
      WritePicture(spec, 16, Halves);
      CheckPixels(spec, names, Halves);
    }
  }
}

TEST_CASE("a picture too wide for bands of 16 rows has blocks of one line") {
  const TemporaryFolder folder;
  const PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kNormal}, 16, 40000, 3);
  REQUIRE(BandRows(spec.width, 1000) % 16 != 0);
  for (const int64_t rows : {1, 2, 3}) {
    WritePicture(spec, rows, Steps);
    CHECK(ReadExr(spec.path).block_lines == 1);
    CheckPixels(spec, {"R", "G", "B"}, Steps);
  }
  const PictureSpec narrow = SpecOf(folder / "b.exr", "exr", {Map::kHeight}, 16, 32768, 3);
  WritePicture(narrow, 16, Steps);
  CHECK(ReadExr(narrow.path).block_lines == 16);
  CHECK(ErrorOf([&] {
          OpenPicture(SpecOf(folder / "c.exr", "exr", {Map::kHeight}, 32, 8, 33))->NewChunk(24);
        }).starts_with("70 "));
}

TEST_CASE("the data window has the position of the picture window, even if negative or distant") {
  const TemporaryFolder folder;
  constexpr int64_t kFar = (int64_t{1} << 30) - 2;
  for (const auto& [x, y] : std::initializer_list<std::pair<int64_t, int64_t>>{
           {0, 0}, {11, 7}, {-5, -300}, {kFar - 4, kFar - 17}, {-kFar, -kFar}}) {
    PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight}, 32, 5, 18);
    spec.x = x;
    spec.y = y;
    WritePicture(spec, 16, Halves);
    CheckPixels(spec, {"Y"}, Halves);
    const ExrPicture got = ReadExr(spec.path);
    CHECK(got.data_window == std::array{static_cast<int>(x), static_cast<int>(y),
                                        static_cast<int>(x + 4), static_cast<int>(y + 17)});
    CHECK(got.display_window == got.data_window);
  }
}

TEST_CASE("the attributes are the required ones and cobble's, without a date or host name") {
  const TemporaryFolder folder;
  PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight}, 32, 5, 5);
  WritePicture(spec, 16, Steps);
  const ExrPicture plain = ReadExr(spec.path);
  CHECK(plain.texts == std::map<std::string, std::string>{{"software", "cobble"},
                                                          {"cobble:recipe", spec.metadata.recipe},
                                                          {"cobble:output", spec.metadata.output}});
  CHECK(plain.attributes == Names{"channels", "cobble:output", "cobble:recipe", "compression",
                                  "dataWindow", "displayWindow", "lineOrder", "pixelAspectRatio",
                                  "screenWindowCenter", "screenWindowWidth", "software"});
  spec.repeats = true;
  spec.metadata = {};
  WritePicture(spec, 16, Steps);
  CHECK(ReadExr(spec.path).texts ==
        std::map<std::string, std::string>{{"software", "cobble"}, {"wrapmodes", "periodic"}});
}

TEST_CASE("the bytes do not depend on the bands, and the writer counts them") {
  const TemporaryFolder folder;
  const PictureSpec spec =
      SpecOf(folder / "a.exr", "exr", {Map::kHeight, Map::kNormal}, 16, 123, 77);
  WritePicture(spec, 16, Halves);
  const std::string bytes = ReadFile(spec.path);
  for (const int64_t rows : {48, 77, 96}) {
    const auto writer = OpenPicture(spec);
    WriteBands(*writer, spec, rows, Halves);
    writer->Commit();
    CHECK(ReadFile(spec.path) == bytes);
    CHECK(writer->bytes_written() == bytes.size());
  }
}

TEST_CASE("compressible samples are compressed, and others do not grow") {
  const TemporaryFolder folder;
  const auto size = [&](const Content& content) {
    const PictureSpec spec = SpecOf(folder / "a.exr", "exr", {Map::kHeight}, 32, 256, 256);
    WritePicture(spec, 16, content);
    return std::filesystem::file_size(spec.path);
  };
  constexpr std::size_t kRaw = 256 * 256 * 4, kBlocks = 16, kHeader = 700;
  CHECK(size([](int64_t, int64_t, int) { return 0.25f; }) < 3000);
  std::minstd_rand random;
  const auto any = [&](int64_t, int64_t, int) {
    return std::bit_cast<float>(static_cast<uint32_t>(random() ^ random() << 16) & 0xBFFFFFFF);
  };
  const auto maximum = size(any);
  CHECK(maximum > kRaw);
  CHECK(maximum < kRaw + kBlocks * 16 + kHeader);
}

}  // namespace
}  // namespace cobble
