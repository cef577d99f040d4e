// Tests --frames and --sprites: slices, ranges, names, many frames, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/render/series.h"
#include "platform/shell_words.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

constexpr std::string_view kSolid = "--noise perlin --dimensions 3 --size 20 ";

TEST_CASE("frames are slices through one period, numbered with leading zeros") {
  const SeriesFolder series;
  const std::string words = std::string(kSolid) + "--tiling ";
  const Strings names = series.Render(words + "--frames 12 -o f{frame}.png");
  REQUIRE(names.size() == 12);
  CHECK(names.front() == "f00.png");
  CHECK(names.back() == "f11.png");
  series.Render(words + "--slice 0.25 -o quarter.png");
  CHECK(ReadPng("quarter.png").bytes == ReadPng("f03.png").bytes);
  // The frame after the last is the first.
  series.Render(words + "--slice 1 -o end.png");
  CHECK(ReadPng("end.png").bytes == ReadPng("f00.png").bytes);
  CHECK(ReadPng("f11.png").bytes != ReadPng("f00.png").bytes);
}

TEST_CASE("frames count from --frame-start, with the width that the name says") {
  const SeriesFolder series;
  const std::string words = std::string(kSolid) + "--tiling ";
  series.Render(words + "--frames 2 -o a{frame:04}.png");
  series.Render(words + "--frames 2 --frame-start 999 -o b{frame}.png");
  CHECK(series.Render(words + "--frames 2 --frame-start 1001 -o c{frame:06}.png") ==
        Strings{"a0000.png", "a0001.png", "b0999.png", "b1000.png", "c001001.png", "c001002.png"});
  CHECK(ReadAll("c001002.png") == ReadAll("a0001.png"));
}

TEST_CASE("frames start at the recipe's slice") {
  const SeriesFolder series;
  const std::string words = std::string(kSolid) + "--tiling ";
  series.Render(words + "--slice 0.5 --frames 4 -o f{frame}.png");
  series.Render(words + "--slice 0.75 -o s.png");
  CHECK(ReadPng("s.png").bytes == ReadPng("f1.png").bytes);
}

TEST_CASE("frames from a slice that a knob gives keep its formula") {
  const SeriesFolder series;
  WriteFile("knob.json", R"json({"cobble": 1, "size": 20, "domain": {"slice": "a"},
    "knobs": {"a": {"value": 0.25, "range": [0, 1]}},
    "noise": {"type": "perlin", "dimensions": 3}})json");
  series.Render("knob.json --frames 4 -o f{frame}.png");
  CHECK(Out("show f1.png").find(R"("slice": "a + 0.25")") != std::string::npos);
  series.Render("f1.png --knob a=0.5 --no-metadata -o a.png");
  series.Render("f2.png --no-metadata -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
}

struct Extremes {
  double low, high, minimum, maximum;
};
std::vector<Extremes> ReportedExtremes() {
  std::vector<Extremes> all;
  for (const auto& run : nlohmann::json::parse(ReadAll("report.json")))
    all.push_back({run["range"][0], run["range"][1], run["minimum"], run["maximum"]});
  return all;
}

TEST_CASE("all frames have the range that fits all of them") {
  const SeriesFolder series;
  series.Render(std::string(kSolid) +
                "--tiling --range fit --frames 5 -o f{frame}.png --report report.json");
  const auto frames = ReportedExtremes();
  REQUIRE(frames.size() == 5);
  double minimum = 9, maximum = -9;
  for (const auto& frame : frames) {
    minimum = std::min(minimum, frame.minimum);
    maximum = std::max(maximum, frame.maximum);
  }
  for (const auto& frame : frames) {
    CHECK(frame.low == minimum);
    CHECK(frame.high == maximum);
  }
}

TEST_CASE("tiles have the range of the whole, and variations one of their own") {
  const SeriesFolder series;
  series.Render(
      "good.json --range fit --vary seed=1,2 --tiles 2x1 -o t{seed}.r8 --report "
      "report.json");
  CHECK(series.Files().size() == 9);
  const auto runs = ReportedExtremes();
  REQUIRE(runs.size() == 4);
  for (const std::size_t first : {0, 2}) {
    CHECK(runs[first].low == runs[first + 1].low);
    CHECK(runs[first].low == std::min(runs[first].minimum, runs[first + 1].minimum));
    CHECK(runs[first].high == std::max(runs[first].maximum, runs[first + 1].maximum));
  }
  CHECK(runs[0].low != runs[2].low);
}

TEST_CASE("faults of --frames are refused") {
  const SeriesFolder series;
  for (const std::string count : {"0", "-1", "x", "2.5", "100001"})
    CHECK(series.Refusal("--frames " + count + " -o f{frame}.png") ==
          "--frames: must be a whole number from 1 to 100000, got \"" + count + "\"");
  const std::string solid = "--tiling --dimensions 3 -o f{frame}.png ";
  test::CheckMessage(series.Refusal(solid + "--no-loop --frames 2"), "--no-loop");
  test::CheckMessage(series.Refusal(solid + "--set loop=false --sprites 2x1"), "--set loop");
  test::CheckMessage(series.Refusal(solid + "--vary loop=true,false --frames 2"),
                     "--vary loop=false");
  CHECK(series.Refusal("--tiling --dimensions 3 --frames 3 -o f.png") ==
        "-o f.png: frame 0 and frame 1 have the same name; write -o " + ShellWord("f_{frame}.png"));
  test::CheckMessage(series.Refusal("--tiling --dimensions 3 --frames 3 -o f{fram}.png"),
                     "-o f{fram}.png ... {frame}");
}

TEST_CASE("--frames needs pictures that move") {
  const SeriesFolder series;
  WriteFile("maps.json", R"r({"cobble": 1, "size": 8, "noise": {"type": "perlin"}, "maps": {
      "m": "remap(perlin(dimensions=3))"}})r");
  const auto run = [](const std::string& words) {
    return RunLine("render maps.json --frames 2 " + words);
  };
  const std::string message =
      "--frames: needs a noise with 3 dimensions, which changes from slice to slice, in a map that "
      "is written\n";
  CHECK(run("-o f{frame}.png --report r.json").status == 2);
  CHECK(run("-o f{frame}.png --report r.json").err == "cobble: " + message);
  CHECK(run("-o normal=f{frame}.png --vary seed=1,2").err == "cobble: --vary seed=1: " + message);
  CHECK(run("-o m=f{frame}.png").err == "");
  // A warning if one of several is still.
  test::CheckFault(run("-o m=f{frame}.png -o h{frame}.png --vary seed=1"), 0,
                   "warning: -o h{frame}.png");
  // A constant needs no warning.
  CHECK(run("-o m=f{frame}.png -o c=c{frame}.png --set maps.c=0.5").err == "");
  test::CheckMessage(
      series.Refusal("--vary noise.dimensions=3,2 --frames 2 -o {noise.dimensions}{frame}.png"),
      "--vary noise.dimensions=2: --frames ... --dimensions 3");
}

// --- --sprites ---

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
  // The sidecar says which values samples stand for, as a frame's does.
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
