// Tests which named nodes are reported because nothing uses them.
#include <doctest/doctest.h>

#include <string>

#include "support/harness.h"

namespace cobble {
namespace {

// Renders a picture. Returns what is printed on standard error.
std::string WarningsFor(const std::string& flags) {
  const Outcome outcome = RunLine("render --size 8 -o a.png " + flags);
  CHECK(outcome.status == 0);
  return outcome.err;
}

TEST_CASE("named nodes of a lower layer whose tree was replaced are not reported") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "noise": {"type": "perlin"}})");
  WriteFile("b.json", R"({"cobble": 1, "nodes": {"b": {"type": "value"}}})");
  WriteFile("c.json", R"({"cobble": 1, "noise": {"ref": "c"}, "nodes": {"c": {"type": "value"}}})");
  CHECK(WarningsFor("--preset marble --noise perlin") == "");
  CHECK(WarningsFor("--preset marble --set noise.type=perlin") == "");
  CHECK(WarningsFor("--preset marble a.json") == "");
  CHECK(WarningsFor("c.json --noise perlin") == "");
  CHECK(WarningsFor("--preset marble b.json") ==
        "cobble: warning: b.json:1:30: /nodes/b: has no effect: no node in use refers to it\n");
  CHECK(WarningsFor("--noise perlin --set nodes.b.type=value") ==
        "cobble: warning: /nodes/b: has no effect: no node in use refers to it\n");
}

TEST_CASE("a number that is set on the command line, but that no formula contains, is reported") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "noise": "perlin(gust) / 2",
      "nodes": {"wind": 3, "gust": "2 * wind", "unused": 1}})");
  CHECK(WarningsFor("a.json") == "");
  CHECK(WarningsFor("a.json --set nodes.wind=4 --set nodes.gust=3") == "");
  CHECK(WarningsFor("--set nodes.wind=4 --noise perlin(wind)") == "");
  CHECK(WarningsFor("a.json --set nodes.wnid=4") ==
        "cobble: warning: --set nodes.wnid: has no effect: no node in use refers to it; "
        "did you mean \"wind\"?\n");
}

TEST_CASE("a named node that only a picture shows has an effect") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "size": 8, "noise": "perlin",
      "nodes": {"flat": "2*x", "other": "voronoi"}})");
  const auto unused = [](const std::string& words) {
    const Outcome outcome = RunLine(words);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    std::string names;
    for (const std::string name : {"flat", "other"})
      if (outcome.err.find("/nodes/" + name + ": has no effect") != std::string::npos)
        names += name + ' ';
    return names;
  };
  CHECK(unused("check a.json") == "flat other ");
  CHECK(unused("render a.json -o a.png") == "flat other ");
  CHECK(unused("render a.json -o @flat=x.png") == "other ");
  CHECK(unused("render a.json -o a.png -o @flat=x.png -o @other=y.png") == "");
  CHECK(unused("render a.json -o @flat=x.zarr --chunk 8") == "other ");
  CHECK(unused("stats a.json --map @flat") == "other ");
  CHECK(unused("view a.json --map @flat --protocol blocks") == "other ");
}

}  // namespace
}  // namespace cobble
