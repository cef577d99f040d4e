// Tests --vary, --tiles and --vrt: file names, contents, and what is refused.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/render/series.h"
#include "platform/shell_words.h"
#include "support/harness.h"
#include "support/readers/png.h"
#include "support/skip.h"

namespace cobble {
namespace {

// --- --vary ---

TEST_CASE("--vary renders the product in order, with values as written") {
  const SeriesFolder series;
  const Outcome outcome = RunCobble(
      SplitWords("render good.json --vary seed=1..2 --vary noise.frequency=2,4.0,8e0 --checksum "
                 "-o rock_{seed}_{noise.frequency}.png"));
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err == "");
  std::string names;
  for (std::size_t at = 0; at < outcome.out.size(); at = outcome.out.find('\n', at) + 1)
    names += outcome.out.substr(at + 18, outcome.out.find('\n', at) - at - 17);
  CHECK(names ==
        "rock_1_2.png\nrock_1_4.0.png\nrock_1_8e0.png\n"
        "rock_2_2.png\nrock_2_4.0.png\nrock_2_8e0.png\n");
  series.Render("good.json --set seed=2 --set noise.frequency=4 -o one.png");
  CHECK(ReadAll("one.png") == ReadAll("rock_2_4.0.png"));
}

TEST_CASE("values of --vary can be JSON, and the last part of a path") {
  const SeriesFolder series;
  CHECK(series.Render("good.json --vary domain.extent=[1,1],[2,1] --vary octaves=1,3 "
                      "-o {octaves}{domain.extent}.png") ==
        Strings{"11_1.png", "12_1.png", "31_1.png", "32_1.png"});
  series.Render("good.json --set domain.extent=[2,1] --octaves 3 -o one.png");
  CHECK(ReadAll("one.png") == ReadAll("32_1.png"));
}

TEST_CASE("--vary overrides the file and the flags before it, and --set") {
  const SeriesFolder series;
  series.Render("good.json --vary seed=5 --set seed=1 --seed 2 -o a{seed}.png");
  series.Render("good.json --seed 5 -o b.png");
  CHECK(ReadAll("a5.png") == ReadAll("b.png"));
}

TEST_CASE("--vary works with presets, and sets keys of any node") {
  const SeriesFolder series;
  CHECK(series.Render("--preset marble --size 8 --vary seed=1,2 -o m{seed}.png") ==
        Strings{"m1.png", "m2.png"});
  CHECK(ReadAll("m1.png") != ReadAll("m2.png"));
}

TEST_CASE("several outputs and their sidecars are written for each variation") {
  const SeriesFolder series;
  CHECK(series.Render("good.json --vary seed=1,2 -o height=h{seed}.r8 -o normal=n{seed}.png "
                      "--report report.json") ==
        Strings{"h1.r8", "h1.r8.json", "h2.r8", "h2.r8.json", "n1.png", "n2.png", "report.json"});
  const auto report = nlohmann::json::parse(ReadAll("report.json"));
  REQUIRE(report.size() == 2);
  CHECK(report[0]["outputs"][0]["file"] == "h1.r8");
  CHECK(report[1]["outputs"][1]["file"] == "n2.png");
}

TEST_CASE("two braces are one brace of the name, and without a series most braces are") {
  const SeriesFolder series;
  CHECK(series.Render("good.json --vary seed=1,2 -o {{a}}{seed}.png") ==
        Strings{"{a}1.png", "{a}2.png"});
  CHECK(series.Render("good.json -o {{seed}.png") ==
        Strings{"{a}1.png", "{a}2.png", "{{seed}.png"});
  series.Render("good.json -o {{b}}.png -o {}.png -o {2}.png -o c{.png");
  for (const char* const name : {"{b}.png", "{}.png", "{2}.png", "c{.png"})
    CHECK_MESSAGE(std::filesystem::exists(name), name);
}

TEST_CASE("names have texts of --vary without their quotation marks") {
  const SeriesFolder series;
  CHECK(series.Render(R"(good.json --vary description="a,b","x\u0079" -o {description}.png)") ==
        Strings{"a,b.png", "xy.png"});
}

TEST_CASE("a dry run of a series writes nothing and lists its checksums") {
  const SeriesFolder series;
  CHECK(series.Render("good.json --vary seed=1..9 -o {seed}.png --dry-run").empty());
  const Outcome outcome = RunLine("render good.json --vary seed=1,2 --dry-run --checksum");
  CHECK(outcome.out.substr(16, 9) == "  seed=1\n");
  CHECK(outcome.out.substr(41) == "  seed=2\n");
  CHECK(series.Files().empty());
}

TEST_CASE("faults of --vary are refused before anything is written") {
  const SeriesFolder series;
  test::CheckRefusals([&] { CHECK(series.Files().empty()); });
}

TEST_CASE("a key is varied once, however its path is written") {
  const SeriesFolder series;
  test::CheckRefusals([&] { CHECK(series.Files().empty()); });
  CHECK(series
            .Render("--preset marble --size 8 --vary domain.translate=[1,2],[3,4] --vary "
                    "domain.translate.0=5,6 -o {domain.translate}{domain.translate.0}.r8")
            .size() == 8);
  // A prefix of a name is another key.
  CHECK(series.Render("--preset marble --size 8 --vary x-a=1,2 --vary x-ab=1,2 -o {x-a}{x-ab}.png")
            .size() == 12);
}

TEST_CASE("--no-clobber refuses a series if any of its files exists") {
  const SeriesFolder series;
  WriteFile("a3.png", "old");
  test::CheckMessage(series.Refusal("--vary seed=1..4 -o a{seed}.png --no-clobber", 5), "a3.png");
}

// --- --tiles ---

std::string PixelOf(const PngPicture& picture, int64_t x, int64_t y) {
  const auto size = static_cast<std::size_t>(picture.channels * picture.bits / 8);
  const auto at = static_cast<std::size_t>(y * picture.width + x) * size;
  return {reinterpret_cast<const char*>(&picture.bytes[at]), size};
}

void CheckTile(const std::string& path, const PngPicture& whole, int64_t left, int64_t top,
               int64_t width, int64_t height) {
  CAPTURE(path);
  const PngPicture tile = ReadPng(path);
  REQUIRE(tile.ok);
  REQUIRE(tile.width == width);
  REQUIRE(tile.height == height);
  REQUIRE(tile.bits == whole.bits);
  int64_t different = 0;
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x)
      different += PixelOf(tile, x, y) != PixelOf(whole, left + x, top + y);
  CHECK(different == 0);
}

TEST_CASE("a tile has the pixels of the whole, bit for bit, also of maps that read neighbours") {
  const SeriesFolder series;
  for (const std::string map : {"height", "normal", "curvature", "ao"}) {
    for (const std::string mode : {"", "--tiling ", "--range fit "}) {
      const std::string words = "good.json --size 60x30 " + mode + "-o " + map + "=";
      series.Render(words + "whole.png");
      series.Render(words + "t.png --tiles 4x3");
      const PngPicture whole = ReadPng("whole.png");
      for (int64_t y = 0; y < 3; ++y)
        for (int64_t x = 0; x < 4; ++x)
          CheckTile("t_x" + std::to_string(x) + "_y" + std::to_string(y) + ".png", whole, 15 * x,
                    10 * y, 15, 10);
    }
  }
}

TEST_CASE("with --overlap 1, tiles share their border pixels") {
  const SeriesFolder series;
  series.Render("good.json --size 41x31 -o whole.png");
  CHECK(series.Render("good.json --size 41x31 -o t.png --overlap 1 --tiles 4x3").size() == 13);
  const PngPicture whole = ReadPng("whole.png");
  CheckTile("t_x0_y0.png", whole, 0, 0, 11, 11);
  CheckTile("t_x1_y0.png", whole, 10, 0, 11, 11);
  CheckTile("t_x3_y2.png", whole, 30, 20, 11, 11);
}

TEST_CASE("a tile is the file that --window writes, and renders to itself") {
  const SeriesFolder series;
  series.Render("good.json -o t.png --tiles 4x3 --range fit");
  series.Render("good.json -o window.png --window 20,10,10,10 --range fit");
  CHECK(ReadAll("window.png") == ReadAll("t_x2_y1.png"));
  series.Render("t_x2_y1.png -o again.png");
  CHECK(ReadAll("again.png") == ReadAll("t_x2_y1.png"));
}

TEST_CASE("a window is cut like a picture, also far outside it") {
  const SeriesFolder series;
  CHECK(series.Render("good.json -o t.r8 --tiles 2x1 --window -100,5000,8,4") ==
        Strings{"t_x0_y0.r8", "t_x0_y0.r8.json", "t_x1_y0.r8", "t_x1_y0.r8.json"});
  series.Render("good.json -o w.r8 --window -96,5000,4,4");
  CHECK(ReadAll("w.r8") == ReadAll("t_x1_y0.r8"));
}

TEST_CASE("the position of a tile comes before the suffix, or where the name says") {
  const SeriesFolder series;
  std::filesystem::create_directory("a.b");
  series.Render("good.json -o a.b/t --format r8 --tiles 1");
  CHECK(std::filesystem::exists("a.b/t_x0_y0"));
  std::filesystem::remove_all("a.b");
  CHECK(series.Render("good.json -o .{y}{x}{x}.r8 --tiles 2x1 --no-sync") ==
        Strings{".000.r8", ".000.r8.json", ".011.r8", ".011.r8.json"});
  CHECK(series.Refusal("-o t{x}.png --tiles 4x3") ==
        "-o t{x}.png: tile x=0 y=0 and tile x=0 y=1 have the same name; write -o " +
            ShellWord("t{x}_{y}.png"));
  test::CheckMessage(series.Refusal("-o t{x}{z}.png --tiles 4x3"),
                     "-o t{x}{z}.png ... has {x}, {y} and {udim}");
}

TEST_CASE("UDIM counts tiles from 1001, to the right and up") {
  const SeriesFolder series;
  CHECK(series.Render("good.json -o t.{udim}.png --tiles 4x3").size() == 12);
  series.Render("good.json -o t{x}{y}.png --tiles 4x3");
  const std::pair<std::string, std::string> same[] = {{"t.1001.png", "t02.png"},
                                                      {"t.1004.png", "t32.png"},
                                                      {"t.1011.png", "t01.png"},
                                                      {"t.1024.png", "t30.png"}};
  for (const auto& [udim, position] : same) CHECK(ReadAll(udim) == ReadAll(position));
}

TEST_CASE("numbers in names have the width that the placeholder says") {
  const SeriesFolder series;
  CHECK(series.Render("good.json --size 8 --vary seed=7,1234 -o {seed:03}.png") ==
        Strings{"007.png", "1234.png"});
  CHECK(series.Render("good.json --size 8 --tiles 2x1 -o b{x:02}{y}.png") ==
        Strings{"007.png", "1234.png", "b000.png", "b010.png"});
}

TEST_CASE("faults of --tiles and --overlap are refused") {
  const SeriesFolder series;
  test::CheckRefusals([&] { CHECK(series.Files().empty()); });
}

TEST_CASE("variations, frames and tiles multiply") {
  const SeriesFolder series;
  const std::string words =
      "--noise perlin --dimensions 3 --size 20 --tiling --vary seed=1,2 --frames 3 ";
  CHECK(series.Render(words + "--tiles 2x2 -o a{seed}{frame}{x}{y}.png").size() == 24);
  series.Render(words + "-o b{seed}{frame}.png");
  CheckTile("a2110.png", ReadPng("b21.png"), 10, 0, 10, 10);
}

// --- Threads ---

TEST_CASE("any number of threads writes the same files, and small pictures side by side too") {
  const SeriesFolder series;
  std::map<std::string, std::string> expected;
  for (const std::string threads : {"1", "2", "8"}) {
    CAPTURE(threads);
    const Strings names = series.Render(
        "good.json --range fit --vary seed=1..10 -o height=h{seed}.png -o "
        "normal=n{seed}.r8 --threads " +
        threads);
    REQUIRE(names.size() == 30);
    for (const std::string& name : names) {
      const std::string bytes = ReadAll(name);
      CHECK(expected.emplace(name, bytes).first->second == bytes);
    }
  }
  series.Render("good.json --range fit --seed 7 -o alone.png");
  CHECK(ReadAll("alone.png") == expected.at("h7.png"));
}

TEST_CASE("a list of small and large pictures keeps its order") {
  const SeriesFolder series;
  const Outcome outcome = RunCobble(
      SplitWords("render good.json --vary size=8,[1200,1000],9,10 -o {size}.r8 --checksum"));
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out.find("  8.r8\n") < outcome.out.find("  1200_1000.r8\n"));
  CHECK(outcome.out.find("  1200_1000.r8\n") < outcome.out.find("  9.r8\n"));
  CHECK(outcome.out.find("  9.r8\n") < outcome.out.find("  10.r8\n"));
  CHECK(ReadAll("1200_1000.r8").size() == 1'200'000);
}

// --- --vrt ---

namespace fs = std::filesystem;
using nlohmann::json;

bool HasGdal() { return RunShell("command -v gdalinfo gdal_translate >/dev/null").status == 0; }

void RenderTiles(const std::string& line) {
  const Outcome outcome = RunLine("render --quiet --no-sync " + line);
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
}

// Returns all samples that GDAL reads from a raster: little-endian, channels interleaved.
std::string SamplesOf(const std::string& raster) {
  const Outcome outcome = RunShell(
      "gdal_translate -q -of ENVI -co INTERLEAVE=BIP --config "
      "GDAL_PAM_ENABLED NO '" +
      raster + "' samples");
  REQUIRE_MESSAGE(outcome.status == 0, raster << ": " << outcome.err);
  CHECK_MESSAGE(outcome.err == "", outcome.err);
  return ReadAll("samples");
}

json GdalInfo(const std::string& raster) {
  const Outcome outcome = RunShell("gdalinfo -json " + raster);
  REQUIRE_MESSAGE(outcome.status == 0, raster << ": " << outcome.err);
  CHECK_MESSAGE(outcome.err == "", outcome.err);
  return json::parse(outcome.out);
}

std::vector<std::string> BandsOf(const json& info) {
  std::vector<std::string> bands;
  for (const json& band : info["bands"])
    bands.push_back(std::string(band["type"]) + ' ' + std::string(band["colorInterpretation"]));
  return bands;
}

constexpr std::string_view kTiled = R"({
  "cobble": 1, "size": [48, 36], "noise": {"type": "perlin", "frequency": 5, "octaves": 2},
  "maps": {"color": {"type": "color", "value": [0.25, 0.5, 0.75]}, "rough": 0.5},
  "pack": {"rgba": ["color", "height"], "mask": ["height", 0, 1, "rough"],
           "two": ["height", "rough"]}})";

struct TileCase {
  std::string map, suffix, bits, raw;
};

TEST_CASE("GDAL reads the samples of the whole picture from tiles of every format and depth") {
  if (!HasGdal()) return test::Skip("no gdal_translate");
  const Folder folder;
  WriteFile("r.json", kTiled);
  const TileCase cases[] = {
      {"normal", "png", "8", "r8"},  {"two", "png", "8", "r8"},      {"height", "png", "16", "r16"},
      {"rgba", "tif", "8", "r8"},    {"normal", "tif", "16", "r16"}, {"height", "tif", "32", "r32"},
      {"slope", "tif", "32", "r32"}, {"mask", "tga", "8", "r8"},     {"normal", "bmp", "8", "r8"},
  };
  for (const TileCase& each : cases) {
    CAPTURE(each.map);
    CAPTURE(each.suffix);
    CAPTURE(each.bits);
    const std::string recipe = "r.json --bits " + each.bits + " -o " + each.map + '=';
    RenderTiles(recipe + "t." + each.suffix + " --tiles 4x3 --vrt map.vrt");
    RenderTiles(recipe + "whole." + each.raw);
    CHECK((SamplesOf("map.vrt") == ReadAll("whole." + each.raw)));
  }
}

TEST_CASE("the bands of the raster are those of a tile, and so are the blocks of its sources") {
  if (!HasGdal()) return test::Skip("no gdalinfo");
  const Folder folder;
  WriteFile("r.json", kTiled);
  for (const std::string how :
       {"two png 8", "rgba tif 8", "mask tif 8", "slope tif 32", "height bmp 8"}) {
    CAPTURE(how);
    const std::vector<std::string> words = SplitWords(how);
    const std::string suffix = words[1];
    const std::string recipe = "r.json --size 600x150 --bits " + words[2] + " -o " + words[0] + '=';
    RenderTiles(recipe + "t." + suffix + " --tiles 2x1 --vrt map.vrt");
    const json raster = GdalInfo("map.vrt"), tile = GdalInfo("t_x1_y0." + suffix);
    CHECK(BandsOf(raster) == BandsOf(tile));
    CHECK(raster["size"] == json{600, 150});
    CHECK(!raster.contains("geoTransform"));
    const json block = tile["bands"][0]["block"];
    const std::string text =
        "BlockXSize=\"" + block[0].dump() + "\" BlockYSize=\"" + block[1].dump() + '"';
    CHECK_MESSAGE(ReadAll("map.vrt").find(text) != std::string::npos, text);
  }
}

TEST_CASE("shared border pixels, windows and a fitted range make the same raster") {
  if (!HasGdal()) return test::Skip("no gdal_translate");
  const Folder folder;
  WriteFile("r.json", kTiled);
  for (const std::string how : {"--size 49x37 --overlap 1", "--window -7,5,24,30",
                                "--window -7,5,25,31 --overlap 1", "--range fit"}) {
    CAPTURE(how);
    RenderTiles("r.json -o t.png --tiles 4x3 --vrt map.vrt " + how);
    const std::size_t overlap = how.find("--overlap");
    RenderTiles("r.json -o whole.r16 " + how.substr(0, overlap));
    CHECK((SamplesOf("map.vrt") == ReadAll("whole.r16")));
  }
}

TEST_CASE("GDAL finds tiles in other folders, of any name, and after a move") {
  if (!HasGdal()) return test::Skip("no gdal_translate");
  const Folder folder;
  WriteFile("r.json", kTiled);
  RenderTiles("r.json -o whole.r16");
  const std::string whole = ReadAll("whole.r16");
  fs::create_directories("out/tiles & \"<1>");
  fs::create_directories("out/sub");
  fs::create_symlink("sub/real.vrt", "out/soft.vrt");
  fs::create_directories("in");
  const auto render = [](const std::string& tiles, const std::string& vrt) {
    const Outcome outcome = RunCobble(
        {"render", "r.json", "--quiet", "--no-sync", "-o", tiles, "--tiles", "2x2", "--vrt", vrt});
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  };
  render("out/tiles & \"<1>/t{x}{y} .png", "out/map.vrt");
  render("out/sub/t{x}{y}.png", "out/soft.vrt");
  render("in/{x}{y}.png", "out/sub/in.vrt");
  CHECK(fs::is_symlink("out/soft.vrt"));
  CHECK((SamplesOf("out/map.vrt") == whole));
  CHECK((SamplesOf("out/soft.vrt") == whole));
  CHECK((SamplesOf("out/sub/in.vrt") == whole));
  for (const std::string name : {"HDF5:{x}{y}.png", " {x}{y}.png", "{{\"a\"{x}{y}.png"}) {
    CAPTURE(name);
    render(name, "map.vrt");
    CHECK((SamplesOf("map.vrt") == whole));
  }
  fs::create_directories("moved");
  fs::rename("out", "moved/out");
  CHECK((SamplesOf("moved/out/map.vrt") == whole));
}

TEST_CASE("the dataset is written like every other output") {
  const SeriesFolder series;
  const std::string words = "good.json -o t.png --tiles 2x1 --vrt map.vrt ";
  CHECK(series.Render(words + "--dry-run").empty());
  CHECK(series.Render(words + "--depfile deps") ==
        Strings{"deps", "map.vrt", "t_x0_y0.png", "t_x1_y0.png"});
  CHECK(ReadAll("deps") ==
        "t_x0_y0.png \\\n  t_x1_y0.png \\\n  map.vrt: good.json\n\ngood.json:\n");
  const auto old = fs::last_write_time("map.vrt") - std::chrono::hours(100);
  fs::last_write_time("map.vrt", old);
  series.Render(words + "--seed 7 --if-changed --quiet");
  CHECK(fs::last_write_time("map.vrt") == old);
  series.Render("good.json --bits 8 -o t.png --tiles 2x1 --vrt map.vrt --if-changed --quiet");
  CHECK(fs::last_write_time("map.vrt") != old);
  test::CheckMessage(series.Refusal("-o u.png --tiles 2x1 --vrt map.vrt --no-clobber", 5),
                     "--vrt map.vrt");
  test::CheckMessage(series.Refusal("-o u.png --tiles 2x1 --vrt u_x1_y0.png"), "--vrt u_x1_y0.png");
  test::CheckMessage(series.Refusal("-o u.png --tiles 2x1 --vrt good.json"), "--vrt good.json");
  test::CheckMessage(series.Refusal("-o u.png --tiles 2x1 --vrt none/map.vrt", 5),
                     "--vrt none/map.vrt ... --mkdir");
}

TEST_CASE("a line of a batch can write a dataset") {
  const GoodFolder folder;
  WriteFile("jobs", "good.json -o t.png --tiles 2x1 --vrt a.vrt\ngood.json -o b.png\n");
  CHECK(RunCobble({"batch", "jobs", "--quiet"}).status == 0);
  CHECK(ReadAll("a.vrt").find(">t_x1_y0.png<") != std::string::npos);
}

TEST_CASE("faults of --vrt are refused") {
  const SeriesFolder series;
  test::CheckRefusals([&] { CHECK(series.Files().empty()); });
}

}  // namespace
}  // namespace cobble
