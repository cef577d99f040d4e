// Tests what cobble render --for refuses, and that all other flags win over an engine.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
TEST_CASE("a flag that contradicts the engine is refused, any other wins") {
  Folder folder;
  const std::string recipe = "--preset rust --size 64 --for ";
  test::CheckRefusals();
  CHECK(folder.Names().empty());
  Render(recipe + "unreal --bits normal=16 --seed 5 --normal-strength 0.3 -o a");
  CHECK(ReadPng("T_a_N.png").bits == 16);
  CHECK(ReadPng("T_a_D.png").bits == 8);
  Render(
      "--preset rust --size 64 --seed 5 --normal-strength 0.3 --normal-y down -o normal=n.png "
      "--bits 16");
  CHECK(SamePixels("T_a_N.png", "n.png"));
  Render(recipe + "unity --format tga -o b --quiet");
  CHECK(fs::exists("b_Albedo.tga"));
  CHECK(fs::exists("b_Albedo.tga.meta"));
  CHECK(fs::exists("b_Height.png"));  // no 16-bit TGA exists
}

TEST_CASE("a size that an engine does not take is refused, with the nearest that it takes") {
  Folder folder;
  const std::string recipe = "--noise perlin -o a --for ";
  WriteFile("r.json",
            "{\"cobble\": 1,\n \"size\": [1000, 1000], \"noise\": {\"type\": \"perlin\"}}");
  test::CheckRefusals();
  CHECK(folder.Names() == Strings{"r.json"});
  Render("--quiet r.json --for unreal-landscape --size 1009x505 -o a");
}

TEST_CASE("-o has the form DIR/NAME") {
  Folder folder;
  fs::create_directory("tex");
  const std::string recipe = "--preset rust --size 64 --for unreal";
  test::CheckRefusals();
  const Outcome control =
      RunCobble({"render", "--preset", "rust", "--size", "64", "--for", "unreal", "-o", "a\nb"});
  CHECK(control.status == 2);
  test::CheckMessage(control.err, "-o a\\x0Ab ... -o DIR/NAME");
  CHECK(fs::is_empty("tex"));
  Render(recipe + " -o tex/rust_1.5");
  CHECK(fs::exists("tex/T_rust_1.5_D.png"));
}

TEST_CASE("an unknown engine, and --mtlx without a material, are refused") {
  const Folder folder;
  test::CheckRefusals();
}

TEST_CASE("a map of the wrong kind is refused where it is defined") {
  const Folder folder;
  const auto refusal = [](const std::string& more) {
    WriteFile("r.json", R"({"cobble": 1, "size": 32, "noise": {"type": "perlin"}, )" + more + "}");
    return Refusal("r.json --for unreal -o a", 3);
  };
  test::CheckPlaces(refusal);
}

}  // namespace
}  // namespace cobble
