// Tests that common slips are answered with what to write, and that what is suggested works.
#include <doctest/doctest.h>

#include <span>
#include <string>
#include <string_view>

#include "support/harness.h"

namespace cobble {
namespace {

constexpr std::string_view kPerlin = R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"}})";

struct Slip {
  std::string_view words;  // after "cobble"
  std::string_view error;  // after "cobble: "
};

void CheckSlips(std::span<const Slip> lines) {
  const Folder folder;
  WriteFile("a.json", kPerlin);
  for (const Slip& line : lines) {
    CAPTURE(line.words);
    const Outcome outcome = RunLine(line.words);
    CHECK(outcome.status == 2);
    CHECK(outcome.err == "cobble: " + std::string(line.error) + "\n");
    CHECK(outcome.out == "");
  }
}

constexpr Slip kSlipFlags[] = {
    {"show --noise warp --set noise.source=0",
     R"(--noise: /noise/by: is required by "warp"; use --set noise.by.0.type=NAME)"},
    {"show --noise perlin --amplitude 3",
     "--amplitude: unknown flag; use --normal-strength X, or --range"},
    {"show --noise perlin --set gain=3",
     R"(--set gain: no node of the recipe has the key "gain"; use --persistence X)"},
    {"show --noise voronoi --function cells",
     R"(--function: unknown value "cells"; did you mean "cell-id"? (one of "F1", "F2", "F2-F1", )"
     R"("F1+F2", "F1*F2", "F1/F2", "cell-id", "edge"))"},
    {"show --noise voronoi --function F3",
     R"(--function: unknown value "F3"; the type "cell" has it (one of "F1", "F2", "F2-F1", )"
     R"("F1+F2", "F1*F2", "F1/F2", "cell-id", "edge"))"},
    {"show --noise perlin --min 0 --max 1", "--min: unknown flag; use --range 0,1"},
    {"show --noise perlin --maximum=1 --minimum=-2", "--maximum: unknown flag; use --range -2,1"},
    {"show --noise perlin --min x --max 1", "--min: unknown flag; use --range -1,1"},
    {"show --noise clamp --low 0.2 --high 0.8 --set noise.source=0",
     R"(--low: sets "low" in "distribution", which is not used by "clamp" (hill uses it); use )"
     "--set noise.low=0.2\n"
     R"(cobble: --high: sets "high" in "distribution", which is not used by "clamp" (hill uses )"
     "it); use --set noise.high=0.8"},
    {"show --set noise=voronoi",
     R"(--set noise: must be an object with a "type" or a "ref", got "voronoi"; use --noise )"
     "voronoi"},
    {"show --noise abs --set noise.source=voronoi",
     R"(--set noise.source: must be a number from -1e12 to 1e12 or an object with a "type" or a )"
     R"("ref", got "voronoi"; use --set noise.source.type=voronoi)"},
    {"show --noise add --set noise.a.type=value --set noise.b.type=perlin --set pattern=a`seed=3`b",
     "--set pattern: the recipe has more than one \"pattern\"; use --set "
     "'noise.a.pattern=a`seed=3`b' or --set 'noise.b.pattern=a`seed=3`b'"},
    {"show --noise perlin --tiling 0",
     R"(--tiling: takes no value, got "0"; write --tiling=false)"},
    {"show --noise perlin --tiling 1", R"(--tiling: takes no value, got "1"; write --tiling)"},
    {"show --noise perlin --tiling 2,3", R"(--tiling: takes no value, got "2,3"; write --tiling)"},
};

TEST_CASE("flags of other keys and types are answered with what the recipe takes") {
  CheckSlips(kSlipFlags);
}

constexpr Slip kSlipFiles[] = {
    {"marble", R"(unknown command "marble"; use cobble render --preset marble)"},
    {"a.json", R"(unknown command "a.json"; use cobble render a.json)"},
    {"render --preset marble b.png",
     R"(no output given, and no file is called "b.png"; to write it, use -o b.png)"},
    {"render a.json b.png",
     R"(no output given, and no file is called "b.png"; to write it, use -o b.png)"},
    {"render a.json -o=b.png", "-o=b.png: a short flag takes no =; write -o b.png"},
    {"render a.json --out b.png", "--out: unknown flag; use -o FILE"},
    {"render --input a.json -o b.png",
     "--input: unknown flag; a file needs no flag: cobble render a.json"},
    {"render --recipe=a.json -o b.png",
     "--recipe: unknown flag; a file needs no flag: cobble render a.json"},
    {"render --preset a.json -o b.png",
     R"(--preset: unknown preset "a.json"; a file needs no flag: cobble render a.json)"},
    {"show --preset presets/marble.json",
     R"(--preset: unknown preset "presets/marble.json"; a file needs no flag: cobble render )"
     "presets/marble.json"},
    {"show --noise clouds", R"(--noise: unknown type "clouds"; use --preset clouds)"},
    {"show --preset bricks", R"(--preset: unknown preset "bricks"; did you mean "brick-wall"?)"},
    {"show --preset mountains",
     R"(--preset: unknown preset "mountains"; did you mean "ridged-mountains"?)"},
    {"show --preset hill", R"(--preset: unknown preset "hill"; did you mean "rolling-hills"?)"},
    {"show --preset ab", R"(--preset: unknown preset "ab"; see cobble list presets)"},
    {"render -help", R"(-help: unknown flag; did you mean "--help"?)"},
    {"render a.json --bits 32 -o b.png",
     "-o b.png: PNG supports 8 or 16 bits per channel, not 32; .exr files have 32 bits"},
    {"render a.json --map normal", "--map: unknown flag; use -o MAP=FILE, as in -o normal=FILE"},
    {"render a.json --bit-depth 16", "--bit-depth: unknown flag; use --bits N"},
    {"render a.json --depth 16", "--depth: unknown flag; use --bits N"},
    {"render a.json -j 4", "-j: unknown flag; use --threads N"},
    {"render a.json --jobs 4", "--jobs: unknown flag; use --threads N"},
    {"render a.json --force",
     "--force: unknown flag; files are replaced unless --no-clobber is given"},
    {"render a.json --overwrite",
     "--overwrite: unknown flag; files are replaced unless --no-clobber is given"},
    {"render a.json --distortion 2",
     R"(--distortion: unknown flag; the operation "warp" does that: see cobble explain warp)"},
    {"render --list-presets", "--list-presets: unknown flag; use cobble list presets"},
};

TEST_CASE("files and presets in the wrong place are answered with the command to write") {
  CheckSlips(kSlipFiles);
  CHECK(RunCobble({"render", "help"}).err ==
        "cobble: help: cannot read: No such file or directory; use cobble help COMMAND\n");
}

TEST_CASE("--set takes the form that a flag takes") {
  const std::string flags = Out("show --noise perlin --size 512x256 --translate 2,3 --range 0,1");
  CHECK(Out("show --noise perlin --set size=512x256 --set domain.translate=2,3 --set range=0,1") ==
        flags);
  CHECK(Out("show --noise warp --set noise.source=0 --set noise.by.0.type=perlin")
            .find("\"perlin\"") != std::string::npos);
  CHECK(RunLine("show --noise perlin --set size=512by256").err ==
        "cobble: --set size: must be one or two whole numbers from 1 to 2147483647, got "
        "\"512by256\"; as in 1024x512\n");
}

// Returns the errors of a recipe with these members.
std::string ErrorsOf(std::string_view members) {
  const Outcome outcome =
      RunCobble({"check", "-"}, R"({"cobble": 1, )" + std::string(members) + "}");
  CHECK(outcome.status == 3);
  return outcome.err;
}

TEST_CASE("slips in JSON are answered with the JSON to write") {
  CHECK(ErrorsOf(R"("noise": {"type": "abs", "source": "a"}, "nodes": {"a": {"type": "value"}})") ==
        "cobble: -:1:50: /noise/source: must be a number from -1e12 to 1e12 or an object with a "
        "\"type\" or a \"ref\", got \"a\"; write {\"ref\": \"a\"}\n");
  CHECK(ErrorsOf(R"("noise": {"type": "abs", "source": "zebra"})") ==
        "cobble: -:1:50: /noise/source: must be a number from -1e12 to 1e12 or an object with a "
        "\"type\" or a \"ref\", got \"zebra\"\n");
  CHECK(ErrorsOf(R"("noise": {"ref": "a"}, "nodes": {"a": "perlin"})") ==
        "cobble: -:1:53: /nodes/a: must be an object with a \"type\" or a \"ref\", got \"perlin\"; "
        "write {\"type\": \"perlin\"}\n");
  CHECK(ErrorsOf(R"("tiling": "true", "noise": {"type": "perlin", "frequency": "4"})") ==
        "cobble: -:1:25: /tiling: must be true or false, got \"true\"; write true without quotes\n"
        "cobble: -:1:74: /noise/frequency: must be a number greater than 0 and at most 1e12, got "
        "\"4\"; write 4 without quotes\n");
  CHECK(ErrorsOf(R"("preset": "marble", "noise": {"type": "perlin"})") ==
        "cobble: -:1:15: /preset: unknown key \"preset\"; a recipe names no preset: use --preset "
        "NAME\n");
  CHECK(ErrorsOf(R"("ao": {"distance": 1, "samples": 9}, "curvature": {"size": 1},
"noise": {"type": "perlin"})") ==
        "cobble: -:1:22: /ao/distance: unknown key \"distance\"; use \"radius\"\n"
        "cobble: -:1:37: /ao/samples: unknown key \"samples\"; use \"directions\"\n"
        "cobble: -:1:66: /curvature/size: unknown key \"size\"; use \"radius\"\n");
}

TEST_CASE("a choice is explained within its key") {
  CHECK(Out("explain euclidean") ==
        "noise.metric  euclidean\n"
        "  meaning     sqrt(x^2 + y^2 + z^2), x, y, z = the distance along each axis: round cells\n"
        "  help        distance metric\n"
        "  used by     voronoi, cell\n"
        "\n"
        "For the other choices, use: cobble explain metric\n");
  CHECK(Out("explain F1").find("noise.function  F1\n  meaning       distance to the nearest") == 0);
  CHECK(Out("explain edge").starts_with("noise.function  edge\n"));
  CHECK(Out("explain absolute").starts_with("noise.turbulence  absolute\n"));
  CHECK(Out("explain cell-id --json").find("\"choice\": \"cell-id\"") != std::string::npos);
}

}  // namespace
}  // namespace cobble
