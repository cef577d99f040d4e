// Tests that common slips are answered with what to write, and that what is suggested works.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/harness.h"
#include "support/messages.h"

namespace cobble {
namespace {

constexpr std::string_view kPerlin = R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"}})";

// Checks the messages of a folder that has a.json.
void CheckSlips() {
  const Folder folder;
  WriteFile("a.json", kPerlin);
  test::CheckCommands();
}

TEST_CASE("flags of other keys and types are answered with what the recipe takes") { CheckSlips(); }

TEST_CASE("files and presets in the wrong place are answered with the command to write") {
  CheckSlips();
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

TEST_CASE("slips in JSON are answered with the JSON to write") { test::CheckCommands(); }

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
