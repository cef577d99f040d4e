// Tests of --sprites: frames side by side in one picture, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

const std::string kAnimated =
    "render --quiet --noise perlin --dimensions 3 --octaves 2 --size 24x16 ";

void RunSheet(const std::string& words) {
  const Outcome outcome = RunLine(kAnimated + words);
  REQUIRE_MESSAGE(outcome.status == 0, words << ": " << outcome.err);
}

void CheckRefusals() {
  test::CheckRefusals([] { CHECK_FALSE(std::filesystem::exists("s.png")); });
}

// Checks that the frame is the part of the sheet at column x, row y of its grid.
void CheckCell(const PngPicture& sheet, int64_t x, int64_t y, const std::string& frame) {
  const PngPicture picture = ReadPng(frame);
  REQUIRE(picture.channels == sheet.channels);
  REQUIRE(picture.bits == sheet.bits);
  const auto pixel = static_cast<std::ptrdiff_t>(picture.channels * picture.bits / 8);
  const std::ptrdiff_t row_bytes = picture.width * pixel, sheet_row = sheet.width * pixel;
  for (std::ptrdiff_t row = 0; row < picture.height; ++row) {
    const auto from = picture.bytes.begin() + row * row_bytes;
    const auto cell = sheet.bytes.begin() + (y * picture.height + row) * sheet_row + x * row_bytes;
    REQUIRE(std::equal(from, from + row_bytes, cell));
  }
}

TEST_CASE("a sheet holds the frames, row by row, at any number of threads") {
  const Folder folder;
  for (const std::string map : {"height", "normal", "ao"}) {
    for (const std::string mode : {"", "--range fit ", "--tiling --frequency 3 "}) {
      RunSheet(mode + "--frames 6 -o " + map + "=f{frame}.png");
      RunSheet(mode + "--sprites 3x2 -o " + map + "=s.png");
      const PngPicture sheet = ReadPng("s.png");
      CHECK(sheet.width == 72);
      CHECK(sheet.height == 32);
      for (int k = 0; k < 6; ++k) CheckCell(sheet, k % 3, k / 3, "f" + std::to_string(k) + ".png");
      RunSheet(mode + "--sprites 3x2 --frames 6 --threads 1 -o " + map + "=t.png");
      CHECK(ReadAll("t.png") == ReadAll("s.png"));
    }
  }
}

TEST_CASE("several sheets and variations are made in one run, in every kind of format") {
  const Folder folder;
  RunSheet("--sprites 2 --vary seed=1,2 -o s{seed}.r16 -o normal=n{seed}.exr -o h{seed}.tga");
  for (const std::string name : {"s1.r16", "s2.r16", "n1.exr", "n2.exr", "h1.tga", "h2.tga"})
    CHECK(std::filesystem::exists(name));
  CHECK(std::filesystem::file_size("s1.r16") == 4 * 24 * 16 * 2);
  CHECK(ReadAll("s1.r16") != ReadAll("s2.r16"));
  // The sidecar says which values samples stand for, as that of a frame does.
  CHECK(ReadAll("s1.r16.json") ==
        "{\n  \"width\": 48,\n  \"height\": 32,\n  \"bpp\": 16,\n  \"channels\": 1,\n"
        "  \"low\": -1,\n  \"high\": 1\n}\n");
}

TEST_CASE("the report of a sheet has the statistics of all frames") {
  const Folder folder;
  RunSheet("--frames 6 -o f{frame}.png --report frames.json");
  RunSheet("--sprites 3x2 -o s.png --report sheet.json");
  const auto frames = nlohmann::json::parse(ReadAll("frames.json"));
  const auto sheet = nlohmann::json::parse(ReadAll("sheet.json"));
  double minimum = 9, maximum = -9, mean = 0;
  for (const auto& frame : frames) {
    minimum = std::min(minimum, frame["minimum"].get<double>());
    maximum = std::max(maximum, frame["maximum"].get<double>());
    mean += frame["mean"].get<double>() / 6;
  }
  CHECK(minimum < -0.1);
  CHECK(sheet["minimum"] == minimum);
  CHECK(sheet["maximum"] == maximum);
  CHECK(sheet["mean"].get<double>() == doctest::Approx(mean));
}

TEST_CASE("names of sheets have placeholders, as those of other series, but not {frame}") {
  const Folder folder;
  RunSheet("--sprites 2x1 -o a{{b}}.png");
  CHECK(folder.Names() == std::vector<std::string>{"a{b}.png"});
  CheckRefusals();
  CHECK(RunCommands("cobble " + kAnimated + "--sprites 2x1 -o - --format bmp").out.size() == 2358);
}

TEST_CASE("a sheet carries no recipe, since rendering it would make one frame") {
  const Folder folder;
  RunSheet("--sprites 2x1 -o s.png");
  test::CheckMessage(RunCobble({"render", "s.png", "-o", "again.png"}).err, "s.png");
}

TEST_CASE("faults of --sprites are refused") {
  const Folder folder;
  CheckRefusals();
}

}  // namespace
}  // namespace cobble
