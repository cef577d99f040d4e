// Tests of nodes that are written by their JSON pointers, as in -o @/noise/a=a.png.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/maps.h"
#include "support/harness.h"
#include "support/readers/exr.h"

namespace cobble {
namespace {

constexpr std::string_view kNodes = R"json({
  "cobble": 1, "size": [40, 24], "noise": "rock + 0.5*value(8)",
  "nodes": {"rock": "perlin(4, 3)"},
  "maps": {"tint": "ramp(rock, [[-1, teal], [1, wheat]])"}})json";

std::string Refused(const std::string& words) {
  const Outcome outcome = RunLine(words);
  CHECK(outcome.status == 2);
  return outcome.err;
}

TEST_CASE("a node is written by its pointer, and its picture remakes it") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet --no-metadata -o @/noise/a=a.png -o @rock=b.png "
                "-o @/maps/tint=c.png -o tint=d.png")
            .status == 0);
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(ReadAll("c.png") == ReadAll("d.png"));
  CHECK(RunLine("render r.json --quiet -o @/noise/b/b=e.png").status == 0);
  CHECK(RunLine("render e.png --quiet -o f.png").status == 0);
  CHECK(ReadAll("e.png") == ReadAll("f.png"));
  CHECK(RunLine("stats r.json --map @/noise/b/b --json").out ==
        RunLine("stats r.json --map @/noise/b/b --json --threads 1").out);
}

TEST_CASE("files of several maps and stores name the node without a /") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet -o height,@/noise/a,@/maps/tint=all.exr").status == 0);
  const ExrPicture exr = ReadExr("all.exr");
  CHECK(exr.channels.contains("@~noise~a.Y"));
  CHECK(exr.channels.contains("@~maps~tint.R"));
  CHECK(RunLine("render r.json --quiet -o @/noise/a,height=s.zarr").status == 0);
  CHECK(std::filesystem::exists("s.zarr/@~noise~a/0/.zarray"));
  CHECK(RunLine("verify s.zarr").status == 0);
  std::filesystem::remove(std::filesystem::path("s.zarr/@~noise~a/0/0/0"));
  CHECK(RunLine("verify s.zarr").status != 0);
  CHECK(RunLine("render r.json --quiet -o @/noise/a,height=s.zarr").status == 0);
  CHECK(std::filesystem::exists("s.zarr/@~noise~a/0/0/0"));
}

TEST_CASE("names of nodes in files are short, and no two are the same") {
  const auto name_of = [](std::string name) {
    PictureMap map;
    map.name = std::move(name);
    return NameInFiles(map);
  };
  CHECK(name_of("@rock") == "@rock");
  CHECK(name_of("@/noise/by/0") == "@~noise~by~0");
  std::string deep = "@/noise";
  for (int k = 0; k < 200; ++k) deep += "/source";
  CHECK(name_of(deep).size() == 34);
  CHECK(name_of(deep) != name_of(deep + "/a"));
}

TEST_CASE("a pointer to no node is refused with what is near") {
  Folder folder;
  WriteFile("r.json", kNodes);
  const std::string unknown = ": unknown map ";
  CHECK(Refused("render r.json -o @/noise/c=x.png") ==
        "cobble: -o @/noise/c=x.png" + unknown + "\"@/noise/c\"; did you mean \"@/noise/a\"?\n");
  CHECK(Refused("render r.json -o @/nodes/rokc=x.png") ==
        "cobble: -o @/nodes/rokc=x.png" + unknown +
            "\"@/nodes/rokc\"; did you mean \"@/nodes/rock\"?\n");
  CHECK(Refused("render r.json -o @/noise/b/offset=x.png") ==
        "cobble: -o @/noise/b/offset=x.png" + unknown +
            "\"@/noise/b/offset\"; the inputs of the node \"/noise/b\" are a and b\n");
  CHECK(Refused("render r.json -o @/nodes/rock/octaves=x.png") ==
        "cobble: -o @/nodes/rock/octaves=x.png" + unknown +
            "\"@/nodes/rock/octaves\"; the node \"/nodes/rock\" has no inputs\n");
  CHECK(Refused("render r.json -o @/size=x.png") ==
        "cobble: -o @/size=x.png" + unknown +
            "\"@/size\"; the JSON pointer to a node follows @, as in \"@/noise\"\n");
  const std::string hint = unknown + "\"@/noise/c\"; did you mean \"@/noise/a\"?\n";
  CHECK(Refused("stats r.json --map @/noise/c") == "cobble: --map" + hint);
  WriteFile("p.csv", "x,y\n0,0\n");
  CHECK(Refused("sample r.json --points p.csv --map @/noise/c") == "cobble: --map" + hint);
  CHECK(Refused("sheet r.json -o s.png --map @/noise/c").ends_with(hint));
  CHECK_FALSE(std::filesystem::exists("x.png"));
}

TEST_CASE("a folder whose name is @ is written as ./@") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet --mkdir -o ./@/a=b.png").status == 0);
  CHECK(std::filesystem::exists("@/a=b.png"));
}

TEST_CASE("nodes that are only written by their pointers are used") {
  Folder folder;
  WriteFile("r.json", R"json({"cobble": 1, "size": 8, "noise": "perlin(4)",
      "nodes": {"a": "value(2)", "b": "abs(a)", "c": "simplex(3)"}})json");
  const std::string err = RunLine("render r.json -o @/nodes/b/source=x.png").err;
  CHECK(err.find("/nodes/c: has no effect") != std::string::npos);
  CHECK(err.find("/nodes/a:") == std::string::npos);
}

}  // namespace
}  // namespace cobble
