// Tests the answers to slips and to other programs' words and forms, and that suggestions work.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

void CheckWords() {
  const Folder folder;
  test::CheckRefusals([&] { CHECK(folder.Names().empty()); });
}

TEST_CASE("a missing value, and numbers after a value, are answered with what to write") {
  CheckWords();
}

TEST_CASE("a file may have a number as its name") {
  const Folder folder;
  WriteFile("512", kGoodRecipe);
  CHECK(RunCobble({"show", "--size", "64", "512"}).status == 0);
}

TEST_CASE("flags that do not exist are answered with the flag, key or type that is meant") {
  CheckWords();
}

TEST_CASE("a key of other nodes is answered with its paths in the recipe") {
  const Folder folder;
  WriteFile("tree.json", R"({"cobble": 1, "noise": {"type": "subtract", "a": {"ref": "rock"},
      "b": {"type": "fractal", "source": {"type": "perlin"}}},
      "nodes": {"rock": {"type": "voronoi"}}})");
  test::CheckRefusals();
  CHECK(Contains(Out("show tree.json --set jitter=0.5 --set kind=ridged"), "\"ridged\""));
}

TEST_CASE("a key of a named node is answered with the keys below that node") {
  const Folder folder;
  WriteFile("named.json", R"({"cobble": 1, "noise": "rock + moss", "nodes": {"rock":
      {"type": "fractal", "source": {"type": "perlin"}}, "moss": {"type": "voronoi"}}})");
  test::CheckRefusals();
}

TEST_CASE("JSON keys and values of the trade are answered in JSON") { test::CheckRefusals(); }

TEST_CASE("help and version are commands") {
  CHECK(Out("help") == Out("--help"));
  CHECK(Out("help help") == Out("--help"));
  CHECK(Out("help render") == Out("render --help"));
  CHECK(Out("help explain") == Out("explain --help"));
  CHECK(Out("help render all") == Out("render --help all"));
  CHECK(Out("version") == Out("--version"));
  CheckWords();
}

TEST_CASE("a file name near a preset's leads to --preset") {
  const Folder folder;
  test::CheckRefusals();
}

constexpr std::string_view kPerlin = R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"}})";

void CheckSlips() {
  const Folder folder;
  WriteFile("a.json", kPerlin);
  test::CheckRefusals();
}

TEST_CASE("flags of other keys and types are answered with what the recipe takes") { CheckSlips(); }

TEST_CASE("files and presets in the wrong place are answered with the command to write") {
  CheckSlips();
}

TEST_CASE("--set takes the form that a flag takes") {
  const std::string flags = Out("show --noise perlin --size 512x256 --translate 2,3 --range 0,1");
  CHECK(Out("show --noise perlin --set size=512x256 --set domain.translate=2,3 --set range=0,1") ==
        flags);
  CHECK(Contains(Out("show --noise warp --set noise.source=0 --set noise.by.0.type=perlin"),
                 "\"perlin\""));
  test::CheckRefusal("2 show --noise perlin --set size=512by256 => --set size ... 1024x512");
}

TEST_CASE("slips in JSON are answered with the JSON to write") { test::CheckRefusals(); }

TEST_CASE("a choice is explained within its key") {
  const std::string euclidean = Out("explain euclidean");
  CHECK(euclidean.starts_with("noise.metric  euclidean\n"));
  CHECK(euclidean.find("voronoi, cell\n") != std::string::npos);
  CHECK(euclidean.ends_with("use: cobble explain metric\n"));
  CHECK(Out("explain F1").find("noise.function  F1\n  meaning       distance to the nearest") == 0);
  CHECK(Out("explain edge").starts_with("noise.function  edge\n"));
  CHECK(Out("explain absolute").starts_with("noise.turbulence  absolute\n"));
  CHECK(Out("explain cell-id --json").find("\"choice\": \"cell-id\"") != std::string::npos);
}

}  // namespace
}  // namespace cobble
