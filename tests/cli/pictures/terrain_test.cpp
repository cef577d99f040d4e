// Tests of cobble view --terrain: files, sizes, terminals, and what is refused.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

constexpr std::string_view kHills =
    R"json({"cobble": 1, "size": [30, 20], "noise": "perlin(3, 2)"})json";

void View(const std::string& words) {
  const Outcome outcome = RunLine("view --terrain " + words);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(outcome.out == "");
  CHECK(outcome.err == "");
}

TEST_CASE("a landscape is written with the size of the view, from any source of recipes") {
  const Folder folder;
  WriteFile("hills.json", kHills);
  View("hills.json -o a.png");
  const PngPicture whole = ReadPng("a.png");
  CHECK(whole.width == 1024);
  CHECK(whole.height == 1024);
  CHECK(whole.channels == 3);
  View("hills.json --size 48x32 -o a.png");
  CHECK(ReadPng("a.png").width == 48);
  CHECK(ReadPng("a.png").height == 32);

  const Outcome piped = RunLine("view --terrain - --size 48x32 -o b.png", ReadAll("hills.json"));
  CHECK(piped.status == 0);
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  // The size is not that of the land, and its own size says nothing but its shape.
  View("hills.json --set size=[300,200] --size 48x32 -o b.png");
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  REQUIRE(RunLine("render hills.json -o picture.png").status == 0);
  View("picture.png --size 48x32 --threads 1 -o b.png");
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  for (const std::string more : {"--camera 100,40", "--camera 225,35,1.5", "--lit-elevation 20",
                                 "--normal-strength 0.3", "--seed 5"}) {
    View("hills.json --size 48x32 -o b.png " + more);
    CHECK(ReadAll("b.png") != ReadAll("a.png"));
  }
  View("--preset alpine --size 48x32 --no-clobber -o c.tif");
  CHECK(RunLine("view --terrain --preset alpine --size 8 --no-clobber -o c.tif").status != 0);
}

TEST_CASE("a landscape is drawn in the terminal") {
  const Folder folder;
  WriteFile("hills.json", kHills);
  const std::string text = Out("view --terrain hills.json --protocol ascii --chars 40");
  CHECK(text.find('\n') == 40);
  CHECK(text.size() == 41 * 20);
  CHECK(text != Out("view hills.json --protocol ascii --chars 40"));
  CHECK(Out("view --terrain hills.json --protocol ascii --chars 40 --size 400x200").size() ==
        41 * 10);
}

TEST_CASE("what is wrong with a view of a landscape is refused") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  WriteFile("angle.json", R"json({"cobble": 1, "noise": "slope-of(perlin(8)) / 90"})json");
  const auto names = folder.Names();
  test::CheckRefusals([&] { CHECK(folder.Names() == names); });
}

}  // namespace
}  // namespace cobble
