// Tests raw files and their sidecars.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cobble/error.h"
#include "output/sidecar.h"
#include "support/process.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

PictureSpec Spec(const std::string& path, const std::string& format, Map map, int bits) {
  PictureSpec spec = SpecOf(path, format, {map}, bits, 5, 3);
  spec.low = -0.75;
  spec.high = 0.1;
  return spec;
}

float Ramp(int64_t x, int64_t y, int c) { return static_cast<float>(x + 5 * y + 15 * c) / 44.0f; }

TEST_CASE("samples are little-endian, row 0 first, interleaved") {
  const TemporaryFolder folder;
  const PictureSpec r8 = Spec(folder / "a.r8", "r8", Map::kHeight, 8);
  const PictureSpec r16 = Spec(folder / "a.r16", "r16", Map::kNormal, 16);
  const PictureSpec r32 = Spec(folder / "a.r32", "r32", Map::kSlope, 32);
  for (const PictureSpec& spec : {r8, r16, r32}) WritePicture(spec, 2, Ramp);

  const std::string bytes8 = ReadFile(r8.path);
  REQUIRE(bytes8.size() == 15);
  CHECK(static_cast<unsigned char>(bytes8[1 * 5 + 2]) == 41);  // 255 * 7/44 = 40.6

  const std::string bytes16 = ReadFile(r16.path);
  REQUIRE(bytes16.size() == 15 * 3 * 2);
  const std::size_t at = ((2 * 5 + 1) * 3 + 1) * 2;  // (1, 2), y: (26/44 + 1)/2 * 65535 = 52130.1
  CHECK(static_cast<unsigned char>(bytes16[at]) == 52130 % 256);
  CHECK(static_cast<unsigned char>(bytes16[at + 1]) == 52130 / 256);

  const std::string bytes32 = ReadFile(r32.path);
  REQUIRE(bytes32.size() == 15 * 2 * 4);
  float samples[30];
  std::memcpy(samples, bytes32.data(), sizeof samples);
  for (int64_t y = 0; y < 3; ++y)
    for (int64_t x = 0; x < 5; ++x)
      for (int c = 0; c < 2; ++c) CHECK(samples[(y * 5 + x) * 2 + c] == Ramp(x, y, c));
}

TEST_CASE("the sidecar describes the bytes") {
  const TemporaryFolder folder;
  struct Case {
    const char* format;
    Map map;
    int bits, bpp, channels;
    double low, high;
  };
  for (const Case& c : {Case{"r8", Map::kHeight, 8, 8, 1, -0.75, 0.1},
                        {"r8", Map::kNormal, 8, 24, 3, -1, 1},
                        {"r16", Map::kHeight, 16, 16, 1, -0.75, 0.1},
                        {"r32", Map::kHeight, 32, 32, 1, -0.75, 0.1},
                        {"r32", Map::kNormal, 32, 96, 3, 0, 1},
                        {"r32", Map::kSlope, 32, 64, 2, 0, 1},
                        {"r32", Map::kValue, 32, 32, 1, 0, 1}}) {
    const PictureSpec spec = Spec(folder / "a.raw", c.format, c.map, c.bits);
    WritePicture(spec, 3, Ramp);
    const auto json = nlohmann::json::parse(ReadFile(spec.path + ".json"));
    CHECK(json == nlohmann::json{{"width", 5},
                                 {"height", 3},
                                 {"bpp", c.bpp},
                                 {"channels", c.channels},
                                 {"low", c.low},
                                 {"high", c.high},
                                 {"cobble:recipe", nlohmann::json::parse(spec.metadata.recipe)},
                                 {"cobble:output", nlohmann::json::parse(spec.metadata.output)}});
  }
}

TEST_CASE("the sidecar is JSON without metadata too") {
  PictureSpec spec = Spec("a.r16", "r16", Map::kHeight, 16);
  spec.metadata = {};
  CHECK(nlohmann::json::parse(SidecarText(spec)).size() == 6);
  spec.metadata.recipe = "\n {\"cobble\": 1}\n";
  CHECK(nlohmann::json::parse(SidecarText(spec)).size() == 7);
}

TEST_CASE("picture and sidecar are replaced together, or both old files stay") {
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "a.r16", "r16", Map::kHeight, 16);
  WriteFile(folder / "a.r16", "old");
  WriteFile(folder / "a.r16.json", "{}");
  {
    const auto writer = OpenPicture(spec);
    WriteBands(*writer, spec, 3, Ramp);
  }
  CHECK(ReadFile(folder / "a.r16") == "old");
  CHECK(ReadFile(folder / "a.r16.json") == "{}");
  const auto writer = OpenPicture(spec);
  WriteBands(*writer, spec, 3, Ramp);
  writer->Commit();
  CHECK(folder.Names() == Names{"a.r16", "a.r16.json"});
  const std::string picture = ReadFile(folder / "a.r16");
  CHECK(picture.size() == 30);
  CHECK(writer->bytes_written() == picture.size());
}

TEST_CASE("a picture that cannot be renamed into place leaves no sidecar behind") {
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "a.r16", "r16", Map::kHeight, 16);
  WriteFile(folder / "a.r16.json", "{}");
  CHECK(ErrorOf([&] {
          const auto writer = OpenPicture(spec);
          WriteBands(*writer, spec, 3, Ramp);
          std::filesystem::create_directory(folder / "a.r16");
          writer->Commit();
        }).starts_with("5 " + spec.path + ": cannot replace the file: "));
  CHECK(folder.Names() == Names{"a.r16"});
}

TEST_CASE("a sidecar that cannot be written is rejected before any work") {
  const TemporaryFolder folder;
  PictureSpec spec = Spec(folder / "a.r16", "r16", Map::kHeight, 16);
  std::filesystem::create_directory(folder / "a.r16.json");
  CHECK(ErrorOf([&] { OpenPicture(spec); }) ==
        "5 " + spec.path + ".json: cannot create: Is a directory");
  CHECK(folder.Names() == Names{"a.r16.json"});

  spec = Spec(folder / "b.r16", "r16", Map::kHeight, 16);
  spec.files.no_clobber = true;
  WriteFile(folder / "b.r16.json", "{}");
  CHECK(ErrorOf([&] { OpenPicture(spec); }) ==
        "5 " + spec.path + ".json: cannot create (`no_clobber`): File exists");
  CHECK(ReadFile(folder / "b.r16.json") == "{}");
}

TEST_CASE("a device has no sidecar, through a link either") {
  if (test::Lacks(test::kLinks)) return;
  const TemporaryFolder folder;
  const PictureSpec spec = Spec(folder / "null", "r16", Map::kHeight, 16);
  std::filesystem::create_symlink(test::kNullDevice, spec.path);
  WritePicture(spec, 3, Ramp);
  CHECK(folder.Names() == Names{"null"});
  CHECK(PathsOf(*spec.format, spec.path) == Names{spec.path});
}

TEST_CASE("only raw files have a sidecar") {
  const Format& format = *FindFormat("r16");
  CHECK(PathsOf(format, test::kNullDevice) == Names{test::kNullDevice});
  CHECK(PathsOf(format, "-") == Names{"-"});
  CHECK(PathsOf(format, "x.r16") == Names{"x.r16", "x.r16.json"});
  CHECK(PathsOf(*FindFormat("png"), "x.png") == Names{"x.png"});
}

}  // namespace
}  // namespace cobble
