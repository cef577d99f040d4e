// Tests of --vrt: GDAL reads the tiles as one raster with the samples of the whole picture.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/render/series.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool HasGdal() { return RunShell("command -v gdalinfo gdal_translate >/dev/null").status == 0; }

void RenderTiles(const std::string& line) {
  const Outcome outcome = RunLine("render --quiet --no-sync " + line);
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
}

// Returns all samples of a raster as GDAL reads them: little-endian, channels interleaved.
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

// Returns the types and colors of the bands.
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
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
