// Tests functions on the command line: libraries, pictures that keep them, and refusals.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

void WriteFloor() {
  WriteFile("lib.json", R"json({"cobble": 1, "functions": {
    "plank": {"parameters": "id, knots=1", "description": "a board",
              "nodes": {"grain": "perlin([4, 90], 5)"}, "value": "grain*knots + grain*id"},
    "idle": {"value": "1"}}})json");
  WriteFile("floor.json", R"json({"cobble": 1, "size": 32, "range": [-2, 2],
    "knobs": {"knots": {"value": 0.5, "range": [0, 1]}},
    "nodes": {"floor": "plank(x, knots) + plank(perlin(3))"}, "noise": "floor"})json");
}

TEST_CASE("a picture keeps the functions that it needs") {
  const Folder folder;
  WriteFloor();
  Out("render floor.json --library lib.json -o floor.png --depfile floor.d");
  CHECK(ReadAll("floor.d").find("lib.json") != std::string::npos);
  const std::string shown = Out("show floor.png --brief");
  CHECK(shown.find("a board") != std::string::npos);
  CHECK(shown.find("idle") == std::string::npos);
  Out("render floor.json --library lib.json --knob knots=0.9 --no-metadata -o a.png");
  Out("render floor.png --knob knots=0.9 --no-metadata -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  WriteFile("expanded.json", Out("show floor.png --expand"));
  CHECK(ReadAll("expanded.json").find("nodes:floor plank 1:grain") != std::string::npos);
  Out("render expanded.json --quiet --no-metadata -o a.png");
  Out("render floor.png --no-metadata -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(Out("check floor.json --library lib.json --quiet").empty());
  CHECK(Out("check lib.json --quiet").empty());
}

TEST_CASE("functions that cannot be called are refused") {
  const Folder folder;
  WriteFloor();
  WriteFile("bad.json", R"json({"cobble": 1, "functions": {"f": {"value": "2*rok"}}})json");
  WriteFile("none.json", R"json({"cobble": 1, "noise": "x"})json");
  test::CheckRefusals();
}

}  // namespace
}  // namespace cobble
