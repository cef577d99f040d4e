// Tests knobs on the command line: pictures keep them, lists, explanations, and series of values.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

using nlohmann::json;

void WriteWall() {
  WriteFile("wall.json", R"json({"cobble": 1, "size": 32,
    "knobs": {"wear": {"value": 0.4, "range": [0, 1], "description": "crumbled edges"},
              "rows": {"value": 12, "range": [6, 42], "step": 6},
              "clay": {"value": "#91503a", "description": "the colour of bricks"}},
    "nodes": {"laid": "bricks(rows/3, rows) + wear*perlin(8)"},
    "noise": "laid", "range": ["-wear", "1 + wear"],
    "maps": {"color": "blend(#888, clay, laid)"}})json");
}

// Returns whether two command lines render the same file, without metadata.
bool AreSame(const std::string& a, const std::string& b) {
  Out("render " + a + " --no-metadata --quiet -o color=a.png -o height=ah.png");
  Out("render " + b + " --no-metadata --quiet -o color=b.png -o height=bh.png");
  return ReadAll("a.png") == ReadAll("b.png") && ReadAll("ah.png") == ReadAll("bh.png");
}

TEST_CASE("the knobs of a picture can be turned as those of its recipe") {
  const Folder folder;
  WriteWall();
  Out("render wall.json --knob wear=0.8 -o wall.png");
  CHECK(AreSame("wall.png", "wall.json --knob wear=0.8"));
  CHECK_FALSE(AreSame("wall.png", "wall.json"));
  CHECK(AreSame("wall.json --range=-wear,max(1,2*wear)", "wall.json --range=-0.4,1"));
  CHECK(AreSame("wall.json --knob wear=.5", "wall.json --knob wear=0.5"));
  const std::string turned = " --knob wear=0.1 --knob rows=24 --knob clay=teal";
  CHECK(AreSame("wall.png" + turned, "wall.json" + turned));
  const std::string shown = Out("show wall.json --expand");
  CHECK(json::parse(shown)["nodes"]["laid"].is_object());
  WriteFile("expanded.json", shown);
  CHECK(AreSame("expanded.json", "wall.json"));
}

TEST_CASE("the knobs of a picture with an image keep the image's checksum") {
  const Folder folder;
  Out("render --noise perlin(4) --size 32 -o scan.png");
  Out("render --noise perlin(3) --size 32 -o other.png");
  WriteFile("scan.json", R"json({"cobble": 1, "size": 32,
    "knobs": {"deep": {"value": 0.4, "range": [0, 1]}},
    "noise": "image(scan, edges=wrap)*deep + image(name=scan)"})json");
  Out("render scan.json --image scan=scan.png -o a.png");
  CHECK(RunLine("render a.png --image scan=other.png -o b.png").status == 3);
  Out("render a.png --image scan=scan.png --knob deep=1 --no-metadata -o b.png");
  Out("render scan.json --image scan=scan.png --knob deep=1 --no-metadata -o c.png");
  CHECK(ReadAll("b.png") == ReadAll("c.png"));
}

TEST_CASE("list and explain tell knobs, their values and their ranges") {
  const Folder folder;
  WriteWall();
  const json rows = json::parse(Out("list knobs wall.json --json"));
  REQUIRE(rows.size() == 3);
  CHECK(
      rows[0] ==
      json{{"name", "wear"}, {"value", 0.4}, {"range", {0, 1}}, {"description", "crumbled edges"}});
  CHECK(rows[1]["step"] == 6);
  CHECK(rows[2]["value"] == "#91503a");
  CHECK(Out("list knobs wall.json").find("6..42 by 6") != std::string::npos);
  WriteFile("none.json", R"({"cobble": 1, "noise": "x"})");
  const Outcome none = RunLine("list knobs none.json");
  CHECK(none.out.empty());
  CHECK(none.err == "cobble: the recipe has no knobs\n");
  for (const json& preset : json::parse(Out("list presets --json"))) {
    if (!preset.contains("knobs")) continue;
    const std::string name = preset["name"];
    const json explained = json::parse(Out("explain " + name + " --json"));
    if (explained.size() > 1 || !explained[0].contains("group")) continue;  // also a type
    CHECK(explained[0]["knobs"] == json::parse(Out("list knobs --preset " + name + " --json")));
  }
}

TEST_CASE("--vary takes a knob's name, and values evenly apart") {
  const Folder folder;
  WriteWall();
  Out("render wall.json --vary wear=0..1:5 --vary rows=6,12 -o v_{wear}_{rows}.png --no-metadata");
  for (const char* const wear : {"0", "0.25", "0.5", "0.75", "1"})
    for (const char* const rows : {"6", "12"}) {
      const std::string name = std::string("v_") + wear + "_" + rows + ".png";
      Out(std::string("render wall.json --knob wear=") + wear + " --knob rows=" + rows +
          " --no-metadata -o one.png");
      CHECK(ReadAll(name) == ReadAll("one.png"));
    }
}

TEST_CASE("a knob that is turned although nothing names it any more is reported") {
  const Folder folder;
  WriteWall();
  const std::string replaced =
      "render wall.json --set nodes.laid=bricks(4,8) --set range=0,1 -o a.png";
  CHECK(RunLine(replaced).err == "");
  CHECK(RunLine(replaced + " --knob wear=0.5").err ==
        "cobble: warning: --knob wear: has no effect: no formula in use names it\n");
}

TEST_CASE("a range of a knob with a step goes by the step") {
  const Folder folder;
  WriteWall();
  Out("render wall.json --vary rows=6..20 -o v_{rows}.png --no-metadata");
  CHECK(folder.Names() == Strings{"v_12.png", "v_18.png", "v_6.png", "wall.json"});
  Out("sheet wall.json --vary rows=6..20 -o a.png");
  Out("sheet wall.json --vary rows=6,12,18 -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
}

TEST_CASE("file names have the values of knobs, also if nothing is varied") {
  const Folder folder;
  WriteWall();
  Out("render wall.json --knob wear=0.8 -o a_{wear}_{rows:03}_{clay}_{{x}}.png");
  Out("render wall.json --vary wear=0,1 -o v_{wear}_{rows}.png");
  CHECK(folder.Names() ==
        Strings{"a_0.8_012_#91503a_{x}.png", "v_0_12.png", "v_1_12.png", "wall.json"});
}

TEST_CASE("knobs that cannot be turned are refused") {
  const Folder folder;
  WriteWall();
  test::CheckRefusals();
}

}  // namespace
}  // namespace cobble
