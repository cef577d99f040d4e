// Tests cobble sheet: the layout of its pictures, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

Outcome Sheet(const std::string& words) { return RunLine("sheet " + words); }

// Returns whether a pixel of the rectangle is not black.
bool HasLight(const PngPicture& sheet, int64_t x, int64_t y, int64_t width, int64_t height) {
  for (int64_t row = y; row < y + height; ++row) {
    const auto begin = sheet.bytes.begin() + 3 * (row * sheet.width + x);
    if (std::any_of(begin, begin + 3 * width, [](uint8_t byte) { return byte > 0; })) return true;
  }
  return false;
}

TEST_CASE("a sheet has a labelled picture for each variation, and gaps between them") {
  const Folder folder;
  const Outcome outcome = Sheet(
      "--preset marble --vary normal.strength=0.1,0.2 --vary seed=1..3 --cell 40 --per-row 3 "
      "-o s.png --quiet");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(outcome.out == "");
  const PngPicture sheet = ReadPng("s.png");
  CHECK(sheet.channels == 3);
  CHECK(sheet.bits == 8);
  // Each cell: a picture of 40 pixels, a gap of 4, two lines of 12, a gap of 8.
  CHECK(sheet.width == 3 * 48 + 8);
  CHECK(sheet.height == 2 * (40 + 4 + 24 + 8) + 8);
  for (int64_t cell = 0; cell < 6; ++cell) {
    const int64_t x = 8 + cell % 3 * 48, y = 8 + cell / 3 * 76;
    CHECK(HasLight(sheet, x, y, 40, 40));
    CHECK(HasLight(sheet, x, y + 44, 40, 12));
    CHECK(HasLight(sheet, x, y + 56, 40, 12));
    CHECK_FALSE(HasLight(sheet, x, y + 40, 40, 4));
    CHECK_FALSE(HasLight(sheet, x - 8, y, 8, 60));
  }
}

TEST_CASE("a sheet is the same with any number of threads, and differs between maps") {
  const Folder folder;
  const std::string words = "--preset rust --vary seed=1..5 --cell 32 --quiet ";
  REQUIRE(Sheet(words + "-o a.png --threads 1").status == 0);
  REQUIRE(Sheet(words + "-o b.png --threads 8").status == 0);
  REQUIRE(Sheet(words + "-o c.png --map height").status == 0);
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(ReadAll("a.png") != ReadAll("c.png"));
}

TEST_CASE("several keys make a row for each value of the first, one key about a square") {
  const Folder folder;
  const auto columns = [](const std::string& words) {
    REQUIRE(Sheet("--preset marble --cell 16 --quiet -o s.png " + words).status == 0);
    return (ReadPng("s.png").width - 8) / 24;
  };
  CHECK(columns("--vary normal.strength=0.1,0.2 --vary seed=1..5") == 5);
  CHECK(columns("--vary seed=1..5 --vary normal.strength=0.1,0.2") == 2);
  CHECK(columns("--vary seed=1..2 --vary normal.strength=0.1,0.2 --vary samples=1,2,3") == 6);
  CHECK(columns("--vary seed=1..5 --vary normal.strength=0.1,0.2 --per-row 3") == 3);
  CHECK(columns("--vary seed=1..8") == 3);
}

TEST_CASE("--if-changed leaves a sheet with its time") {
  const Folder folder;
  const std::string words =
      "--preset rust --vary seed=1,2 --cell 16 --quiet -o s.png --if-changed ";
  REQUIRE(Sheet(words + "--no-sync").status == 0);
  const auto old = std::filesystem::last_write_time("s.png") - std::chrono::hours(1);
  std::filesystem::last_write_time("s.png", old);
  REQUIRE(Sheet(words).status == 0);
  CHECK(std::filesystem::last_write_time("s.png") == old);
  REQUIRE(Sheet(words + "--seed 9 --map normal").status == 0);
  CHECK(std::filesystem::last_write_time("s.png") != old);
}

TEST_CASE("all presets fit on a sheet") {
  const Folder folder;
  REQUIRE(Sheet("--presets --cell 16 -o p.png --quiet").status == 0);
  const PngPicture sheet = ReadPng("p.png");
  CHECK(sheet.width > 6 * 24);
  CHECK(HasLight(sheet, 8, 8, 16, 16));
}

TEST_CASE("flags of recipes apply to each preset of a sheet") {
  const Folder folder;
  const std::string words = "--presets --cell 16 --quiet ";
  REQUIRE(Sheet(words + "--size 64 -o a.png").status == 0);
  REQUIRE(Sheet(words + "--size 64 --seed 5 -o b.png").status == 0);
  REQUIRE(Sheet(words + "--size 64 --map normal -o c.png").status == 0);
  CHECK(ReadAll("a.png") != ReadAll("b.png"));
  CHECK(ReadAll("a.png") != ReadAll("c.png"));
}

TEST_CASE("presets without a knob that is turned are left out of a sheet, with a note") {
  const Folder folder;
  const std::string words = " --knob weathering=0.3 --cell 32 --no-labels ";
  CHECK(Sheet("--preset brick-wall,rust" + words + "-o a.png").err ==
        "cobble: --knob weathering: presets without this knob are left out: rust\n");
  REQUIRE(Sheet("--preset brick-wall" + words + "-o b.png").status == 0);
  CHECK(ReadPng("a.png").bytes == ReadPng("b.png").bytes);
  CHECK(Sheet("--preset rust,agate" + words + "-o c.png").status == 2);
  CHECK(Sheet("--presets" + words + "--quiet -o d.png").err == "");
}

TEST_CASE("a sheet does not replace the picture that it is made from") {
  const Folder folder;
  REQUIRE(RunLine("render --preset rust --size 16 -o a.png").status == 0);
  const std::string before = ReadAll("a.png");
  test::CheckMessage(Sheet("a.png --vary seed=1,2 -o ./a.png").err, "-o ./a.png");
  CHECK(ReadAll("a.png") == before);
}

TEST_CASE("an image goes to the recipes of a sheet that show it") {
  const Folder folder;
  REQUIRE(RunLine("render --noise perlin --size 32 -o h.png").status == 0);
  const auto cell = [](const std::string& words, int64_t x) {
    const Outcome outcome = Sheet(words + " --cell 32 --no-labels --quiet --per-row 2 -o s.png");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    const PngPicture sheet = ReadPng("s.png");
    std::vector<uint8_t> bytes;
    for (int64_t row = 8; row < 40; ++row) {
      const auto begin = sheet.bytes.begin() + 3 * (row * sheet.width + x);
      bytes.insert(bytes.end(), begin, begin + 3 * 32);
    }
    return bytes;
  };
  const auto both = "--preset from-height,marble --image height=h.png";
  CHECK(cell(both, 8) == cell("--preset from-height --image height=h.png", 8));
  CHECK(cell(both, 48) == cell("--preset marble", 8));
}

TEST_CASE("a sheet shows several recipes, pictures as they are, and chosen presets") {
  const GoodFolder folder;
  WriteFile("white.json", R"({"cobble": 1, "size": 40, "noise": {"type": "constant", "value": 1},
      "range": [0, 1]})");
  REQUIRE(RunLine("render white.json -o white.png").status == 0);
  const auto sheet = [](const std::string& words) {
    const Outcome outcome = Sheet(words + " --cell 40 --quiet -o s.png");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    CHECK(outcome.err == "");
    return ReadPng("s.png");
  };
  // Two columns, with labels of one line.
  const PngPicture four = sheet("good.json white.png --preset rust,marble --size 40");
  CHECK(four.width == 2 * 48 + 8);
  CHECK(four.height == 2 * (40 + 4 + 12 + 8) + 8);

  // A white picture is shown as white, but lit as a recipe it is grey.
  const auto corner = [](const PngPicture& picture) {
    return picture.bytes[static_cast<std::size_t>(3 * (8 * picture.width + 8))];
  };
  CHECK(corner(sheet("white.png white.json --no-labels")) == 255);
  CHECK(corner(sheet("white.png white.json --no-labels --map lit")) < 250);
  CHECK(corner(sheet("white.json white.png --no-labels")) < 250);
  const PngPicture bare = sheet("white.png --no-labels");
  CHECK(bare.width == 56);
  CHECK(bare.height == 56);

  // Each recipe's variations form a row, below its name.
  const PngPicture rows = sheet("good.json white.json --vary seed=1..3 --size 40");
  CHECK(rows.width == 3 * 48 + 8);
  CHECK(rows.height == 2 * (40 + 4 + 24 + 8) + 8);
}

TEST_CASE("a sheet of spheres has square cells, black in their corners") {
  const Folder folder;
  REQUIRE(
      Sheet(
          "--preset rust,oak-planks --size 64x48 --no-tiling --shape sphere --cell 40 --no-labels "
          "--quiet -o s.png")
          .status == 0);
  const PngPicture sheet = ReadPng("s.png");
  CHECK(sheet.width == 2 * 38 + 8);
  CHECK(sheet.height == 46);
  CHECK_FALSE(HasLight(sheet, 8, 8, 3, 3));
  CHECK(HasLight(sheet, 20, 20, 3, 3));
}

TEST_CASE("a sheet that cannot show lit says so once, and why") {
  const Folder folder;
  WriteFile("r.json", R"({"cobble": 1, "size": 16, "noise": {"type": "slope-of",
            "source": {"type": "perlin"}}})");
  const Outcome sheet = RunLine("sheet r.json --vary seed=1..3 -o a.png");
  CHECK(sheet.status == 0);
  const std::string start =
      "cobble: warning: r.json:1:36: /noise: height is shown instead of lit: has no slope, since ";
  CHECK(sheet.err.starts_with(start));
  CHECK(sheet.err.find(start, 1) == std::string::npos);
  CHECK(sheet.err.find("give it a \"radius\"") != std::string::npos);
  CHECK(RunLine("sheet r.json --quiet -o b.png").err.empty());
  CHECK(RunLine("sheet r.json --map height -o c.png").err.empty());
}

TEST_CASE("all sources of a sheet that are wrong are reported together") {
  const GoodFolder folder;
  WriteFile("bad.json", R"({"cobble": 1, "noise": {"type": "perlin", "octave": 2}})");
  REQUIRE(RunLine("render --noise perlin --size 8 -o red.png").status == 0);
  test::CheckRefusals();
}

TEST_CASE("what a sheet cannot be is refused, and nothing is written") {
  const GoodFolder folder;
  test::CheckRefusals([&] { CHECK(folder.Names() == Strings{"good.json"}); });
}

}  // namespace
}  // namespace cobble
