// Tests what info, show, check and others say of the folder of a store.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

TEST_CASE("info prints what a Zarr store holds, as text and as JSON") {
  const Folder folder;
  Out("render --noise perlin --size 100x60 --chunk 32 --levels 2 --range 0,1 -o "
      "height,normal=a.zarr");
  CHECK(Out("info a.zarr") ==
        "store       a.zarr\n"
        "format      zarr, compression fast\n"
        "size        100 x 60\n"
        "levels      3, down to 25 x 15\n"
        "chunks      8 of 32 x 32 pixels; cobble verify a.zarr checks them\n"
        "shards      1\n"
        "map height  16 bits\n"
        "map normal  8 bits, 3 channels\n"
        "recipe      cobble show a.zarr prints it\n");
  CHECK(Out("info a.zarr/") == Out("info a.zarr"));
  const json info = json::parse(Out("info a.zarr --json"));
  CHECK(info["format"] == "zarr");
  CHECK(info["width"] == 100);
  CHECK(info["height"] == 60);
  CHECK(info["chunk"] == 32);
  CHECK(info["shards"] == 1);
  CHECK(info["levels"][1] == json{{"width", 50}, {"height", 30}, {"chunks", 2}});
  CHECK(info["maps"][1] == json{{"map", "normal"}, {"channels", 3}, {"bits", 8}, {"float", false}});
  CHECK_FALSE(info.contains("range"));
  CHECK(info["cobble:recipe"] == json::parse(Out("show a.zarr")));
}

TEST_CASE("info prints the range of a store when it is known, and the metres of XYZ tiles") {
  const Folder folder;
  Out("plan --noise coordinate --size 64 --chunk 32 --range fit --quiet -o a.zarr");
  CHECK(Out("info a.zarr").find("\nrange       fit; known when the range stage is done\n") !=
        std::string::npos);
  CHECK(json::parse(Out("info a.zarr --json"))["range"].is_null());
  Out("render --plan a.zarr --stage range --shard 1/1");
  Out("render --plan a.zarr --shard 1/1");
  // The x of the first and of the last pixel: 1/128 - 1/2 and 1/2 - 1/128.
  CHECK(Out("info a.zarr").find("\nrange       fit, -0.492188 to 0.492188\n") != std::string::npos);
  CHECK(json::parse(Out("info a.zarr --json"))["range"] == json{-0.4921875, 0.4921875});

  Out("render --noise perlin --size 512 --tile-scheme xyz --terrain terrarium --elevation -20,80.5 "
      "-o map/{z}/{x}/{y}.png");
  CHECK(Out("info map").find("\nmap height  -20 to 80.5 m as terrarium\n") != std::string::npos);
  const json info = json::parse(Out("info map --json"));
  CHECK(info["terrain"] == "terrarium");
  CHECK(info["elevation"] == json{-20, 80.5});
}

TEST_CASE("the recipe of a store is shown, checked and rendered") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  Out("render good.json --seed 5 -o a.zarr");
  CHECK(Out("show a.zarr") == Out("show good.json --seed 5"));
  CHECK(Out("check a.zarr") == "");
  Out("render a.zarr -o a.png");
  Out("render good.json --seed 5 -o b.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  Out("render a.zarr -o a.zarr");  // the same plan: all chunks are whole
  Out("render a.zarr -o c.png --depfile c.d");
  CHECK(ReadAll("c.d") == "c.png: a.zarr/.cobble/plan.json\n\na.zarr/.cobble/plan.json:\n");
}

TEST_CASE("a store whose name is not printable has no commands") {
  if (test::Lacks(test::kNames)) return;
  const Folder folder;
  Out("render --noise perlin --size 32 -o a.zarr");
  std::filesystem::copy("a.zarr", "a\tb.zarr", std::filesystem::copy_options::recursive);
  CHECK(RunCobble({"info", "a\tb.zarr"}).out.find("cobble verify DIR checks them") !=
        std::string::npos);
  CHECK(RunCobble({"verify", "a\tb.zarr"}).status == 0);
  std::filesystem::remove("a\tb.zarr/height/0/0/0");
  const Outcome damaged = RunCobble({"verify", "a\tb.zarr"});
  CHECK(damaged.status == 1);
  CHECK(damaged.err.ends_with(
      "cobble: a\\x09b.zarr: its name has characters that are not "
      "printable, so it has no commands; rename it, and run cobble verify again\n"));
}

TEST_CASE("a store stands for its recipe, except to compare, and damaged plans are reported") {
  const Folder folder;
  Out("render --noise perlin --size 32 -o a.zarr");
  Out("render --noise perlin --size 32 -o a.png");
  CHECK(RunCobble({"stats", "a.zarr", "--map", "normal"}).out.find("normal") != std::string::npos);
  CHECK(RunCobble({"stats", "a.zarr"}).out.starts_with("a.zarr, height, 32 x 32\n"));
  test::CheckMessage(RunCobble({"compare", "a.zarr", "a.png"}).err, "a.zarr");
  CHECK(RunCobble({"view", "a.zarr", "--protocol", "blocks"}).status == 0);
  std::filesystem::create_directory("plain");
  test::CheckMessage(RunCobble({"info", "plain"}).err, "... plain: cannot read:");
  CHECK(RunCobble({"info", "plain"}).status == 5);
  test::CheckMessage(RunCobble({"info", "a.zarr/height"}).err, "a.zarr/height ... a.zarr");
  WriteFile("a.zarr/.cobble/plan.json", "{}");
  for (const char* command : {"info", "show", "check"}) {
    CAPTURE(command);
    const Outcome outcome = RunCobble({command, "a.zarr"});
    CHECK(outcome.status == 3);
    CHECK(outcome.err.starts_with("cobble: a.zarr/.cobble/plan.json: is not a plan of a store: "));
    CHECK(outcome.out == "");
  }
}

}  // namespace
}  // namespace cobble
