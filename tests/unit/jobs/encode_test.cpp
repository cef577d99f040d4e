// Tests pictures encoded by the library: what is rejected, and where the bytes go.
#include "cobble/encode.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "cobble/recipe_io.h"
#include "output/picture.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

Program Compiled(const std::string& members = "", const CompileOptions& options = {}) {
  return Program::Compile(
      ReadRecipe(R"({"cobble": 1, "size": [40, 30], "noise": {"type": "value"})" + members + "}",
                 "f"),
      options);
}

// Returns EncodePicture's error. WritePicture must fail with the same one and leave no file.
std::string EncodeError(const EncodeOptions& options, const Program& program = Compiled(),
                        const RenderOptions& render = {}) {
  const std::string error = ErrorOf([&] { EncodePicture(program, options, render); });
  const TemporaryFolder folder;
  EncodeOptions named = options;
  if (named.format.empty()) named.format = "png";
  CHECK(ErrorOf([&] { WritePicture(program, folder / "a", named, render); }) == error);
  CHECK(folder.Names().empty() == (error != "none"));
  return error;
}

TEST_CASE("the default format is a PNG that contains the recipe") {
  const EncodedPicture png = EncodePicture(Compiled());
  CHECK(png.sidecar.empty());
  const auto metadata = ReadPictureMetadata(png.bytes, "memory");
  REQUIRE(metadata);
  CHECK(ReadRecipe(metadata->recipe, "png") == Compiled().recipe());
  CHECK(metadata->output.find(R"("format": "png", "bits": 16, "window": [0, 0, 40, 30])") !=
        std::string::npos);
}

TEST_CASE("a raw picture consists of its samples and has a sidecar") {
  const Image image = RenderImage(Compiled(), Map::kValue);
  const EncodedPicture raw = EncodePicture(Compiled(), {.format = "r32", .maps = {Map::kValue}});
  const auto* const samples = reinterpret_cast<const char*>(image.samples.data());
  CHECK(raw.bytes == std::string(samples, image.samples.size() * sizeof(float)));
  CHECK(raw.sidecar.starts_with("{\n  \"width\": 40,\n  \"height\": 30,"));
}

TEST_CASE("a window is the corresponding part of the whole picture") {
  const auto values = [](const Window& window) {
    return EncodePicture(Compiled(), {.format = "r8"}, {.window = window}).bytes;
  };
  const std::string whole = values({}), piece = values({7, 11, 20, 5});
  REQUIRE(piece.size() == 100);
  for (std::size_t row = 0; row < 5; ++row)
    CHECK(piece.substr(20 * row, 20) == whole.substr(40 * (11 + row) + 7, 20));
}

TEST_CASE("invalid options are rejected by name, before a file is created") {
  CHECK(EncodeError({.format = "pgn"}) ==
        "2 format: must be one of png, exr, tiff, tga, bmp, jpg, hdr, pfm, r8, r16, r32, got "
        "\"pgn\"; "
        "did you mean \"png\"?");
  CHECK(EncodeError({.compression = "smal"}) ==
        "2 compression: must be one of fast, small, none, zip, zips, got \"smal\"; did you mean "
        "\"small\"?");
  CHECK(EncodeError({.compression = "zips"}) == "2 compression: png files have no method \"zips\"");
  CHECK(EncodeError({.format = "exr", .primaries = "acescg"}) ==
        "2 primaries: only colours in EXR files can have primaries other than \"rec709\"");
  CHECK(EncodeError({.primaries = "aces"}) ==
        "2 primaries: must be one of rec709, acescg, got \"aces\"");
  CHECK(EncodeError({.compression = "none"}) == "2 compression: png files are always compressed");
  CHECK(EncodeError({.format = "r16", .compression = "small"}) ==
        "2 compression: r16 has no lossless compression");
  CHECK(EncodeError({.maps = {}}) == "2 maps: must name at least one map");
  CHECK(EncodeError({.maps = {static_cast<Map>(99)}}) == "2 maps: unknown map \"unknown\"");
  CHECK(EncodeError({.maps = {static_cast<Map>(-1)}}) == "2 maps: unknown map \"unknown\"");
  CHECK(EncodeError({.format = "exr", .maps = {Map::kSlope, Map::kSlope}}) ==
        "2 maps: \"slope\" is listed twice");
  CHECK(EncodeError({.maps = {Map::kHeight, Map::kNormal}}) ==
        "2 format: .png files hold 1 map each, not 2");
  CHECK(EncodeError({.maps = {Map::kSlope}}) ==
        "2 format: .png cannot hold slope: its samples are 0..1; use .exr or .tif or .r32");
  CHECK(EncodeError({.bits = 32}) == "2 format: .png supports 8 or 16 bits per channel, not 32");
  CHECK(EncodeError({.bits = -8}) == "2 format: .png supports 8 or 16 bits per channel, not -8");
  CHECK(EncodeError({}, Compiled(R"(, "range": "none")")) ==
        "2 format: range \"none\" keeps the noise's values, but png stores only 0..1; use a float "
        "format, or set `range=natural`");
  CHECK(EncodeError({.format = "exr"}, Compiled(R"(, "range": "none")")) == "none");
}

TEST_CASE("a colour map of the recipe is encoded as sRGB") {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": 4, "noise": {"type": "perlin"}, "maps": {"color": "#ff8000"}})",
      "r");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"color"}));
  const std::string png = EncodePicture(program, {.maps = {"color"}}).bytes;
  CHECK(png.find("sRGB") != std::string::npos);
  const std::string raw = EncodePicture(program, {.format = "r8", .maps = {"color"}}).bytes;
  REQUIRE(raw.size() == 48);
  CHECK(raw.substr(0, 3) == "\xff\x80" + std::string(1, '\0'));
}

TEST_CASE("a program compiled without what the maps need is rejected") {
  const Program values = Compiled("", {.slopes = false});
  CHECK(EncodeError({}, values) == "none");
  CHECK(EncodeError({.maps = {Map::kNormal}}, values) ==
        "2 program: was compiled without slopes, which the map \"normal\" needs; use OptionsFor");
  CHECK(EncodeError({}, Compiled("", {.positions = CompileOptions::kPoints})) ==
        "2 program: was compiled for points, not for pixels; use OptionsFor");
}

TEST_CASE("excessive sizes are rejected before work begins") {
  const auto error = [](const Limits& limits, const Window& window = {}) {
    return EncodeError({.format = "r16", .limits = limits}, Compiled(), {.window = window});
  };
  CHECK(error({.max_pixels = 1200}) == "none");
  CHECK(error({.max_pixels = 1199}) ==
        "4 f:1:23: /size: 40 x 30 pixels exceed the limit of 1199; use `max_pixels` to raise "
        "the limit");
  CHECK(error({.max_pixels = 99}, {0, 0, 10, 10}) ==
        "4 window: 10 x 10 pixels exceed the limit of 99; use `max_pixels` to raise the limit");
  CHECK(error({.max_cost = 1000}) ==
        "4 f:1:23: /size: 4.8e+03 noise evaluations (1.2e+03 pixels, 4 per pixel) exceed the limit "
        "of 1e+03; "
        "use `max_cost=4.8e+03` to raise the limit");
  CHECK(error({.max_pixels = -1}) == "2 max_pixels: must be 0 or more, got -1");
  CHECK(error({.max_cost = std::numeric_limits<double>::quiet_NaN()}) ==
        "2 max_cost: must be 0 or more, got nan");
  // A window that is the whole picture is the size's fault, as in cobble_encode without a window.
  for (const Window& window : {Window{}, Window{0, 0, 40, 30}}) {
    const std::string memory = ErrorOf(
        [&] { EncodePicture(Compiled(), {.limits = {.max_memory = 1000}}, {.window = window}); });
    CHECK(memory.starts_with("4 f:1:23: /size: needs at least "));
    CHECK(memory.ends_with("limit is 1000 bytes; use a smaller size or a narrower `window`"));
  }
}

TEST_CASE("windows too far away are rejected") {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  const auto error = [](const Window& window) {
    return EncodeError({.format = "r8"}, Compiled(), {.window = window});
  };
  const std::string far = "2 window: is too large or too far from the origin for pixel coordinates";
  CHECK(error({kMax, kMax, 1, 1}) == far);
  CHECK(error({-kMax, 0, 1, 1}) == far);
  CHECK(error({0, 0, kMax, kMax}) == far);
  CHECK(error({0, 0, 1, int64_t{1} << 31}) == far);
  CHECK(error({int64_t{1} << 51, 0, 1, 1}) ==
        "2 window: reaches cells more than 2^40 cells from the origin, where fractional positions "
        "lose precision");
}

// (The same samples need little memory when written to a file.)
TEST_CASE("the bytes of a picture encoded in memory count towards the memory limit") {
  const Program program = Compiled();
  const EncodeOptions options{.format = "r32", .limits = {.max_memory = uint64_t{16} << 20}};
  const RenderOptions render{.window = {0, 0, 1024, 8192}, .threads = 1};
  const std::string error = ErrorOf([&] { EncodePicture(program, options, render); });
  CHECK(error.starts_with("4 window: needs at least "));
  CHECK(error.ends_with(" of memory, but the limit is 16 MiB; use a narrower `window`"));
  const TemporaryFolder folder;
  WritePicture(program, folder / "a", options, render);
  CHECK(folder.Names() == std::vector<std::string>{"a", "a.json"});
}

TEST_CASE("a file's format follows from its suffix unless given") {
  const TemporaryFolder folder;
  const Program program = Compiled();
  WritePicture(program, folder / "a.exr");
  CHECK(ReadFile(folder / "a.exr") == EncodePicture(program, {.format = "exr"}).bytes);
  WritePicture(program, folder / "b.exr", {.format = "png"});
  CHECK(ReadFile(folder / "b.exr") == EncodePicture(program).bytes);
  CHECK(ErrorOf([&] { WritePicture(program, "a.jpgg"); }) ==
        "2 path=a.jpgg: unknown suffix \".jpgg\"; did you mean \".jpg\"?");
}

TEST_CASE("a failed or forbidden write leaves existing files unchanged") {
  const TemporaryFolder folder;
  const Program program = Compiled();
  const std::string path = folder / "a.png";
  WriteFile(path, "old");
  CHECK(ErrorOf([&] { WritePicture(program, path, {.no_clobber = true}); }) ==
        "5 " + path + ": cannot create (`no_clobber`): File exists");
  CHECK(ReadFile(path) == "old");
  CHECK(ErrorOf([&] { WritePicture(program, folder / "no/a.png"); }).starts_with("5 "));
  struct Stop {};
  const RenderOptions stopped{.progress = [](double) { throw Stop(); }};
  CHECK_THROWS_AS(WritePicture(program, path, {}, stopped), Stop);
  CHECK(ReadFile(path) == "old");
  const std::string cut = folder / std::string("b\0c.png", 7);
  CHECK(ErrorOf([&] { WritePicture(program, cut); }) == "2 path: contains a NUL byte");
  CHECK(folder.Names() == std::vector<std::string>{"a.png"});
}

TEST_CASE("without metadata a picture does not contain its recipe") {
  const Program program = Compiled();
  for (const char* format : {"png", "exr", "tiff", "r16"}) {
    const EncodedPicture with = EncodePicture(program, {.format = format});
    const EncodedPicture without = EncodePicture(program, {.format = format, .metadata = false});
    CHECK((with.bytes + with.sidecar).find("cobble:recipe") != std::string::npos);
    CHECK((without.bytes + without.sidecar).find("cobble:") == std::string::npos);
  }
}

}  // namespace
}  // namespace cobble
