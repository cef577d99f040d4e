// Tests warnings about named nodes and numbers that have no effect.
#include <doctest/doctest.h>

#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

std::string WarningsOfRender(const std::string& flags) {
  return test::Said("--size 8 -o a.png " + flags);
}

TEST_CASE("named nodes of a lower layer whose tree was replaced are not reported") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "noise": {"type": "perlin"}})");
  WriteFile("b.json", R"({"cobble": 1, "nodes": {"b": {"type": "value"}}})");
  WriteFile("c.json", R"({"cobble": 1, "noise": {"ref": "c"}, "nodes": {"c": {"type": "value"}}})");
  CHECK(WarningsOfRender("--preset marble --range fit --noise perlin") == "");
  CHECK(WarningsOfRender("--preset marble --range fit --set noise.type=perlin") == "");
  CHECK(WarningsOfRender("--preset marble --range fit a.json") == "");
  CHECK(WarningsOfRender("c.json --noise perlin") == "");
  test::CheckMessage(WarningsOfRender("--preset marble b.json"), "warning: b.json:1:30: /nodes/b");
  test::CheckMessage(WarningsOfRender("--noise perlin --set nodes.b.type=value"),
                     "warning: /nodes/b");
}

TEST_CASE("a number that is set on the command line, but that no formula contains, is reported") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "noise": "perlin(gust) / 2",
      "nodes": {"wind": 3, "gust": "2 * wind", "unused": 1}})");
  CHECK(WarningsOfRender("a.json") == "");
  CHECK(WarningsOfRender("a.json --set nodes.wind=4 --set nodes.gust=3") == "");
  CHECK(WarningsOfRender("--set nodes.wind=4 --noise perlin(wind)") == "");
  test::CheckMessage(WarningsOfRender("a.json --set nodes.wnid=4"),
                     "warning: --set nodes.wnid ... wind");
}

TEST_CASE("a named node that only a picture shows has an effect") {
  const Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "size": 8, "noise": "perlin",
      "nodes": {"flat": "2*x", "other": "voronoi"}})");
  const auto unused = [](const std::string& words) {
    const Outcome outcome = RunLine(words);
    std::string names = outcome.status == 0 ? "" : outcome.err;
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
  CHECK(unused("sheet a.json --map @flat -o s.png") == "other ");
}

}  // namespace
}  // namespace cobble
