// Tests that the library's job lists and its encoder write the same files as cobble render.
#include "cobble/jobs.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/engines.h"
#include "cobble/recipe_io.h"
#include "output/formats.h"
#include "support/harness.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

RecipeLayers LayersOf(const std::string& preset) {
  RecipeLayers layers;
  layers.AddPreset(preset);
  return layers;
}

// Checks that the command writes into folder b the same files as `jobs` into folder a.
void CheckSame(const JobList& jobs, const std::string& words) {
  CAPTURE(words);
  fs::create_directories("a/Assets");
  fs::create_directories("b/Assets");
  jobs.Write();
  fs::current_path("b");
  const Outcome outcome = RunCobble(SplitWords("render --quiet " + words));
  fs::current_path("..");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator("b"))
    count += entry.is_regular_file() ? 1 : 0;
  for (const JobFile& file : jobs.Files())
    CHECK_MESSAGE(ReadAll(file.path) == ReadAll("b" + file.path.substr(1)), file.path);
  CHECK(count > 0);
  for (const auto& entry : fs::recursive_directory_iterator("a"))
    count -= entry.is_regular_file() ? 1 : 0;
  CHECK(count == 0);
  fs::remove_all("a");
  fs::remove_all("b");
}

TEST_CASE("the set of each engine") {
  const Folder folder;
  for (const Engine& engine : Engines()) {
    const std::string name(engine.name);
    RecipeLayers rust = LayersOf("rust");
    std::string words = "--preset rust --for " + name + " -o Assets/r";
    // They need a world or a sphere: see unit/c/set_test.cpp.
    if (name == "mujoco" || name == "gazebo" || name.ends_with("cubemap")) continue;
    const bool is_terrain = name.ends_with("terrain") || name.ends_with("landscape");
    if (!is_terrain) {
      rust.AddKey("size", "32");
      words += " --size 32";
    }
    if (is_terrain) {
      rust.AddKey("tiling", "false");
      words += " --no-tiling";
    }
    CheckSame(JobList::Set(rust, name, "a/Assets/r"), words);
  }
  RecipeLayers rust = LayersOf("rust");
  rust.AddSet("size", "64");
  const SetOptions set{.format = "png",
                       .bits = {{"", 16}},
                       .compression = "small",
                       .metadata = false,
                       .materialx = true,
                       .maps = {"curvature"}};
  CheckSame(JobList::Set(rust, "blender", "a/{seed}", set, {.vary = {{"seed", {"1", "2"}}}}),
            "--preset rust --set size=64 --for blender -o {seed} -o {seed}:curvature --format png "
            "--bits 16 "
            "--compression small --no-metadata --mtlx --vary seed=1,2");
}

TEST_CASE("pictures of variations, frames, sheets and tiles") {
  const Folder folder;
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "size": 64, "range": "fit",
                     "noise": {"type": "perlin", "dimensions": 3, "frequency": 4}})",
                 "r.json");
  fs::create_directory("b");
  const auto check = [&](const std::vector<OutputFile>& files, const Series& series,
                         const std::string& words, const JobOptions& options = {}) {
    fs::create_directory("b");
    WriteFile("b/r.json", R"({"cobble": 1, "size": 64, "range": "fit",
                     "noise": {"type": "perlin", "dimensions": 3, "frequency": 4}})");
    fs::create_directory("a");
    fs::copy_file("b/r.json", "a/r.json");
    CheckSame(JobList::Pictures(layers, files, series, options), "r.json " + words);
  };
  check({{.path = "a/h.png", .bits = 16},
         {.path = "a/n.exr", .maps = {"normal", "height"}, .bits = 16}},
        {}, "-o h.png -o normal,height=n.exr --bits 16");
  check({{.path = "a/z.exr", .compression = "zips"}}, {}, "-o z.exr --compression zips");
  check({{.path = "a/{octaves}_{seed}.tif", .compression = "small"}},
        {.vary = {ParseVariedKey("seed=1..3"), ParseVariedKey("octaves=1,2")}},
        "-o {octaves}_{seed}.tif --compression small --vary seed=1..3 --vary octaves=1,2");
  check({{.path = "a/{frame}.r16"}}, {.frames = 3}, "-o {frame}.r16 --frames 3 --window 8,8,16,16",
        {.window = {8, 8, 16, 16}});
  check({{.path = "a/s.png"}}, {.sprites = SpriteGrid{2, 2}}, "-o s.png --sprites 2x2");
  check({{.path = "a/t.tif", .vrt = "a/t.vrt"}},
        {.tiles = TileGrid{.columns = 9, .rows = 3, .overlap = 1}},
        "-o t.tif --tiles 9x3 --overlap 1 --vrt t.vrt");
}

constexpr std::string_view kMixed = R"({
  "cobble": 1, "description": "é", "size": [70, 50], "tiling": true,
  "domain": {"extent": [7, 5]}, "range": RANGE, "normal": {"strength": 0.3},
  "noise": {"type": "mix", "a": {"type": "perlin", "frequency": 2}, "b": 0.25,
            "by": {"type": "value", "frequency": 3, "octaves": 2}}})";

std::string WithRange(const std::string& range) {
  std::string text(kMixed);
  return text.replace(text.find("RANGE"), 5, range);
}

struct Case {
  std::string suffix;
  std::vector<MapName> maps;
  int bits;
  std::string words;  // the same options as arguments of cobble render
  Window window = {};
  std::string compression = "fast";
};

const std::vector<Case> kCases{
    {"png", {Map::kHeight}, 8, "--bits 8 -o "},
    {"png", {Map::kHeight}, 0, "-o "},
    {"png", {Map::kNormal}, 16, "--bits 16 -o normal="},
    {"png", {Map::kHeight}, 16, "--compression small -o ", {}, "small"},
    {"png", {Map::kHeight}, 0, "--window -9,3,31,20 -o ", {-9, 3, 31, 20}},
    {"exr", {Map::kHeight}, 0, "--window 70,50,140,50 -o ", {70, 50, 140, 50}},
    {"exr",
     {Map::kValue, Map::kNormal, Map::kHeight, Map::kSlope},
     16,
     "--bits 16 -o value,normal,height,slope="},
    {"tif", {Map::kHeight}, 16, "--window -9,3,31,20 -o ", {-9, 3, 31, 20}},
    {"tif", {Map::kSlope}, 0, "--compression small -o slope=", {}, "small"},
    {"r8", {Map::kNormal}, 0, "-o normal="},
    {"r16", {Map::kHeight}, 0, "-o "},
    {"r32", {Map::kSlope}, 0, "-o slope="},
    {"pfm", {Map::kNormal}, 0, "-o normal="},
    {"bmp", {Map::kHeight}, 0, "-o "},
};

void CheckCase(const Case& c, const Program& program) {
  const std::string mine = "mine." + c.suffix, theirs = "theirs." + c.suffix;
  const Outcome outcome = RunLine("render recipe.json --threads 3 " + c.words + theirs);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  EncodeOptions options{.maps = c.maps, .bits = c.bits, .compression = c.compression};
  WritePicture(program, mine, options, {.window = c.window, .threads = 1});
  CHECK(ReadAll(mine) == ReadAll(theirs));

  options.format = FormatOfPath(mine)->name;
  const EncodedPicture memory = EncodePicture(program, options, {.window = c.window, .threads = 2});
  CHECK(memory.bytes == ReadAll(theirs));
  CHECK(memory.sidecar.empty() == (c.suffix[0] != 'r'));
  if (memory.sidecar.empty()) return;
  CHECK(memory.sidecar == ReadAll(theirs + ".json"));
  CHECK(ReadAll(mine + ".json") == ReadAll(theirs + ".json"));
}

TEST_CASE("the library and cobble render write the same pictures byte for byte") {
  for (const std::string range : {"\"natural\"", "\"fit\"", "[-0.5, 0.25]"}) {
    const Folder folder;
    WriteFile("recipe.json", WithRange(range));
    const Program program = Program::Compile(ReadRecipe(WithRange(range), "recipe"));
    for (const Case& c : kCases) {
      CAPTURE(range);
      CAPTURE(c.words);
      CheckCase(c, program);
    }
  }
}

}  // namespace
}  // namespace cobble
