// Tests of --frames: its slices, ranges and names, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/line/shell_words.h"
#include "cli/refusals.h"
#include "cli/render/series.h"
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

// Returns the ranges and extremes in a report.
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
  const Outcome outcome = run("-o m=f{frame}.png -o h{frame}.png --vary seed=1");
  CHECK(outcome.status == 0);
  test::CheckMessage(outcome.err, "warning: h0.png");
  // That a constant is the same needs no warning.
  CHECK(run("-o m=f{frame}.png -o c=c{frame}.png --set maps.c=0.5").err == "");
  // The variation at fault is named.
  test::CheckMessage(
      series.Refusal("--vary noise.dimensions=3,2 --frames 2 -o {noise.dimensions}{frame}.png"),
      "--vary noise.dimensions=2: --frames ... --dimensions 3");
}

}  // namespace
}  // namespace cobble
