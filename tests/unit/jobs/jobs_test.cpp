// Tests the library's lists of jobs: what they write, and what they refuse.
#include "cobble/jobs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cobble/engines.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

RecipeLayers Layers(const std::string& members = R"("noise": {"type": "perlin"})") {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "size": 32, )" + members + "}", "f");
  return layers;
}

Names PathsOf(const JobList& jobs) {
  Names paths;
  for (const JobFile& file : jobs.Files()) paths.push_back(file.path);
  return paths;
}

// Returns the error of a list of pictures of the plain recipe.
std::string Refused(const std::vector<OutputFile>& files, const Series& series = {},
                    const JobOptions& options = {}) {
  return ErrorOf([&] { JobList::Pictures(Layers(), files, series, options); });
}

std::string RefusedSet(const std::string& engine, const std::string& path,
                       const SetOptions& set = {}, const Series& series = {},
                       const RecipeLayers& layers = Layers()) {
  return ErrorOf([&] { JobList::Set(layers, engine, path, set, series); });
}

TEST_CASE("a set lists its files before it writes them") {
  const TemporaryFolder folder;
  RecipeLayers rust;
  rust.AddPreset("rust");
  rust.AddKey("size", "32");
  const JobList jobs = JobList::Set(rust, "unity-hdrp", folder / "a", {.bits = {{"normal", 16}}});
  CHECK(folder.Names().empty());
  const auto files = jobs.Files();
  REQUIRE(files.size() == 8);
  CHECK(files[1].path == folder / "a_Normal.png");
  CHECK(files[1].maps == Names{"normal"});
  CHECK(files[1].format == "png");
  CHECK(files[1].bits == 16);
  CHECK(files[1].window == Window{0, 0, 32, 32});
  CHECK(files[2].maps == Names{"unity-mask-map"});
  CHECK(files[7].path == folder / "a_Height.png.meta");
  CHECK(files[7].maps.empty());
  double last = 0;
  jobs.Write({.threads = 2, .progress = [&](double done) { last = done; }});
  CHECK(last == 1);
  Names names;
  for (const JobFile& file : files) names.push_back(fs::path(file.path).filename().string());
  std::ranges::sort(names);
  CHECK(folder.Names() == names);
}

TEST_CASE("a list of PNG files may have metres as colours") {
  const TemporaryFolder folder;
  const std::vector<OutputFile> files{{.path = folder / "a_{x}_{y}.png"},
                                      {.path = folder / "n_{x}_{y}.png", .maps = {Map::kNormal}}};
  const Series tiles{.tiles = TileGrid{2, 1, 0}};
  const auto sums = [&](const JobOptions& options) {
    JobList::Pictures(Layers(), files, tiles, options).Write();
    return std::pair(ReadFile(folder / "a_1_0.png"), ReadFile(folder / "n_1_0.png"));
  };
  const auto plain = sums({}), metres = sums({.terrain = "mapbox", .elevation = {0, 2500}});
  CHECK(plain.first != metres.first);
  CHECK(plain.second == metres.second);
  CHECK(Refused(files, tiles, {.terrain = "mapbox"}).starts_with("2 terrain: needs `elevation`"));
  CHECK(Refused(files, tiles, {.terrain = "mapbo"}).starts_with("2 terrain: "));
  CHECK(Refused(files, tiles, {.elevation = {0, 1}}).starts_with("2 elevation: needs `terrain`"));
  CHECK(
      Refused(files, tiles, {.terrain = "mapbox", .elevation = {0}}).starts_with("2 elevation: "));
}

TEST_CASE("a list may be written again, with the same bytes") {
  const TemporaryFolder folder;
  const JobList jobs = JobList::Set(Layers(), "gltf", folder / "a");
  CHECK(PathsOf(jobs) == Names(2, folder / "a.glb"));  // the pictures that it contains
  REQUIRE(jobs.Warnings().size() == 1);
  CHECK(jobs.Warnings()[0].Text() ==
        "engine=gltf: the recipe has no map \"color\", \"roughness\" or \"metallic\"; written "
        "instead: no color, roughness 1, metallic 0");
  jobs.Write();
  const std::string first = ReadFile(folder / "a.glb");
  jobs.Write();
  CHECK(ReadFile(folder / "a.glb") == first);
}

TEST_CASE("a list warns of samples that its formats clamp") {
  RecipeLayers layers;
  layers.AddKey("noise", "x+1");
  layers.AddKey("range", "0,1");
  const auto warnings = [&](const std::string& path, int bits) {
    return JobList::Pictures(layers, {{.path = path, .bits = bits}}).Warnings();
  };
  REQUIRE(warnings("a.png", 8).size() == 1);
  CHECK(warnings("a.png", 8)[0].Text() ==
        "path=a.png: 50 % of height is outside 0..1, and stored as black or white; use "
        "`range=0.5,1.5` or `range=fit`");
  CHECK(warnings("a.tif", 16).size() == 1);
  CHECK(warnings("a.tif", 32).empty());
  layers.AddKey("range", "fit");
  CHECK(warnings("a.png", 8).empty());
}

TEST_CASE("variations, frames and tiles are named by template") {
  const TemporaryFolder folder;
  const Series series{.vary = {ParseVariedKey("seed=1..2")},
                      .tiles = TileGrid{.columns = 2, .rows = 1}};
  const JobList jobs = JobList::Pictures(
      Layers(), {{.path = folder / "{seed}.png"}, {.path = folder / "{seed}_{x}.pfm"}}, series);
  CHECK(PathsOf(jobs) == Names{folder / "1_x0_y0.png", folder / "1_0.pfm", folder / "1_x1_y0.png",
                               folder / "1_1.pfm", folder / "2_x0_y0.png", folder / "2_0.pfm",
                               folder / "2_x1_y0.png", folder / "2_1.pfm"});
  CHECK(jobs.Files()[6].window == Window{16, 0, 16, 32});
  jobs.Write();
  CHECK(folder.Names().size() == 8);
  const auto wave = Layers(R"("noise": {"type": "perlin", "dimensions": 3})");
  CHECK(PathsOf(JobList::Pictures(wave, {{.path = "{frame}.r16"}}, {.frames = 2})) ==
        Names{"0.r16", "0.r16.json", "1.r16", "1.r16.json"});
  const JobList sheet = JobList::Pictures(wave, {{.path = folder / "s.png"}},
                                          {.sprites = SpriteGrid{.columns = 2, .rows = 2}});
  CHECK(sheet.Files().size() == 1);
  sheet.Write();
}

TEST_CASE("lists are values: they can be copied and joined, and a moved-from list is empty") {
  const TemporaryFolder folder;
  JobList a = JobList::Pictures(Layers(), {{.path = folder / "a.png"}});
  const JobList b = JobList::Pictures(Layers(), {{.path = folder / "b.png"}});
  JobList both = a;
  both.Append(b);
  CHECK(PathsOf(a).size() == 1);
  CHECK(PathsOf(both) == Names{folder / "a.png", folder / "b.png"});
  both.Write();
  CHECK(folder.Names() == Names{"a.png", "b.png"});
  both.Append(both);
  CHECK(ErrorOf([&] { both.Write(); }) ==
        "2 " + folder / "a.png" + ": is the same file as " + folder / "a.png");
  const JobList moved = std::move(a);
  CHECK(a.Files().empty());  // NOLINT: that is what is tested
  CHECK(a.Warnings().empty());
  a.Write();
  a.Append(moved);
  CHECK(PathsOf(a).size() == 1);
}

TEST_CASE("pictures that cannot be are refused") {
  CHECK(Refused({}) == "2 files: must name at least one picture");
  CHECK(Refused({{.path = "a.png", .maps = {"hight"}}}) ==
        "2 maps: unknown map \"hight\"; did you mean \"height\"?");
  CHECK(Refused({{.path = "a"}}).starts_with("2 path=a: has no suffix, so its format is unknown"));
  CHECK(Refused({{.path = std::string("a\0.png", 6)}}) == "2 path: contains a NUL byte");
  CHECK(Refused({{.path = "a.png"}}, {}, {.window = {0, 0, -1, 4}}).starts_with("2 "));
  CHECK(Refused({{.path = "a.png"}}, {}, {.window = {INT64_MAX, 0, 4, 4}}).starts_with("2 window"));
  CHECK(Refused({{.path = "a.png"}}, {}, {.simd = "MMX"}).starts_with("2 simd: "));
  CHECK(Refused({{.path = "a.png"}}, {}, {.limits = {.max_pixels = 1023}}).starts_with("4 f:1:"));
  CHECK(
      Refused({{.path = "a.png"}}, {}, {.limits = {.max_pixels = -1}}).starts_with("2 max_pixels"));
  const JobList jobs = JobList::Pictures(Layers(), {{.path = "a.png"}});
  CHECK(ErrorOf([&] { jobs.Write({.threads = -1}); }).starts_with("2 "));
}

TEST_CASE("a series that cannot be is refused") {
  const auto refused = [](const std::string& path, const Series& series) {
    return Refused({{.path = path}}, series);
  };
  CHECK(refused("a.png", {.vary = {{"seed", {"1", "2"}}}}) ==
        "2 path=a.png: seed=1 and seed=2 have the same name; write `path=a_{seed}.png`");
  CHECK(refused("{sed}.png", {.vary = {{"seed", {"1", "2"}}}}) ==
        "2 path={sed}.png: unknown placeholder \"{sed}\"; did you mean \"{seed}\"?");
  CHECK(refused("{seed.png", {.vary = {{"seed", {"1"}}}}).starts_with("2 path={seed.png: has a {"));
  CHECK(refused("{seed}.png", {.vary = {{"seed", {}}}}) == "2 vary=seed: has no values");
  CHECK(refused("{seed}.png", {.vary = {{"", {"1"}}}}) == "2 vary: has no path");
  CHECK(refused("{seed}.png", {.vary = {{"seed", {"1", "1"}}}}) ==
        "2 vary=seed: has the value \"1\" twice");
  CHECK(refused("{seed}.png", {.vary = {{"seed", {"-1"}}}}).starts_with("2 vary=seed=-1: "));
  CHECK(refused("{seed}.png", {.vary = {{"noise.octaves", {"1"}}, {"octaves", {"2"}}}})
            .starts_with("2 vary=octaves: is the same key as noise.octaves"));
  CHECK(refused("a.png", {.frames = -1}) == "2 frames: must be from 0 to 100000, got -1");
  CHECK(refused("{frame}.png", {.frames = 2}).starts_with("2 frames: needs a noise with 3 dim"));
  CHECK(refused("a.png", {.tiles = TileGrid{.columns = 0}}) ==
        "2 tiles: must be from 1 to 65536, got 0");
  CHECK(refused("a.png", {.tiles = TileGrid{.overlap = 2}}) ==
        "2 overlap: must be from 0 to 1, got 2");
  CHECK(refused("a.png", {.tiles = TileGrid{.columns = 5}}).starts_with("2 tiles: 5 tiles do not"));
  CHECK(refused("a.png", {.sprites = SpriteGrid{}, .tiles = TileGrid{}}) ==
        "2 sprites: is mutually exclusive with `tiles`");
  CHECK(refused("a.png", {.frames = 3, .sprites = SpriteGrid{2, 2}}) ==
        "2 sprites: 2x2 holds 4 frames, not `frames=3`; the numbers must agree; "
        "`sprites` alone sets both");
}

TEST_CASE("a virtual dataset is of the tiles of one picture") {
  const auto refused = [](std::vector<OutputFile> files, const Series& series) {
    return ErrorOf([&] { JobList::Pictures(Layers(), files, series); });
  };
  const OutputFile file{.path = "a.png", .vrt = "a.vrt"};
  const TileGrid tiles{.columns = 2};
  CHECK(refused({file}, {}) == "2 vrt: needs `tiles`");
  CHECK(refused({file, {.path = "b.png"}}, {.tiles = tiles}) ==
        "2 vrt: needs exactly one `path`, not 2");
  CHECK(refused({file}, {.vary = {{"seed", {"1"}}}, .tiles = tiles}) ==
        "2 vrt: is mutually exclusive with `vary`");
  CHECK(refused({file}, {.frames = 2, .tiles = tiles}) ==
        "2 vrt: is mutually exclusive with `frames`");
}

TEST_CASE("a set that cannot be is refused") {
  const TemporaryFolder folder;
  CHECK(RefusedSet("unite", "a").starts_with("2 engine: must be one of unreal, "));
  CHECK(RefusedSet("unite", "a").ends_with("; did you mean \"unity\"?"));
  CHECK(RefusedSet("unity", "a.png") ==
        "2 path=a.png: `engine=unity` adds the suffixes itself; write `path=a`");
  CHECK(RefusedSet("unity", "") == "2 path: is a folder; write `path=NAME`");
  CHECK(RefusedSet("unity", "a\nb").starts_with("2 path=a\\x0Ab: must be UTF-8"));
  CHECK(RefusedSet("unity", "a", {.format = "exr"}) ==
        "2 format=exr: `engine=unity` takes png or tga");
  CHECK(RefusedSet("unity", "a", {.format = "gif"}).starts_with("2 format: must be one of png, "));
  CHECK(RefusedSet("unity", "a", {.bits = {{"", 32}}})
            .starts_with("2 bits=32: contradicts `engine=unity`, whose normal has 8 or 16 bits"));
  CHECK(RefusedSet("unity", "a", {.bits = {{"cloud", 8}}}).starts_with("2 bits: must be one of "));
  CHECK(RefusedSet("unity", "a", {.compression = "none"}) ==
        "2 compression=none: png files are always compressed; only EXR files, Zarr arrays and raw "
        "files are stored uncompressed");
  CHECK(RefusedSet("gltf", "a", {.materialx = true}) ==
        "2 materialx: `engine=gltf` keeps its pictures in one .glb file; use another engine, as "
        "in `engine=blender`");
  CHECK(RefusedSet("unity", "a", {}, {.sprites = SpriteGrid{2, 2}}) ==
        "2 sprites: is mutually exclusive with `engine`");
  CHECK(RefusedSet("unity", "a", {}, {.tiles = TileGrid{.columns = 32, .rows = 1}}) == "none");
  RecipeLayers down = Layers();
  down.AddKey("normal.y", "down");
  CHECK(RefusedSet("unity", "a", {}, {}, down) ==
        "2 normal.y: contradicts `engine=unity`, which needs normal.y \"up\", got \"down\"; "
        "leave it out");
  RecipeLayers odd = Layers();
  odd.AddSet("size", "33");
  CHECK(RefusedSet("unity", "a", {}, {}, odd).ends_with("got 33 x 33; try `size=32`"));
  CHECK(folder.Names().empty());
}

TEST_CASE("files that cannot be written are refused before anything is rendered") {
  const TemporaryFolder folder;
  const JobList none = JobList::Set(Layers(), "unity", folder / "none/a");
  CHECK(ErrorOf([&] { none.Write(); }) == "5 " + folder / "none/a_Normal.png" + ": the folder " +
                                              folder / "none" + " does not exist; make it first");
  WriteFile(folder / "b_Height.png", "old");
  const JobList clobber =
      JobList::Set(Layers(), "unity", folder / "b", {}, {}, {.no_clobber = true});
  CHECK(ErrorOf([&] { clobber.Write(); }) ==
        "5 " + folder / "b_Height.png" + ": cannot create (`no_clobber`): File exists");
  CHECK(folder.Names() == Names{"b_Height.png"});
  CHECK(ReadFile(folder / "b_Height.png") == "old");
  const JobList stopped = JobList::Set(Layers(), "unity", folder / "c");
  const auto stop = [](double) { throw std::runtime_error("stopped"); };
  CHECK_THROWS_AS(stopped.Write({.progress = stop}), std::runtime_error);
  CHECK(folder.Names() == Names{"b_Height.png"});
}

TEST_CASE("names are expanded from values") {
  CHECK(ExpandName("a_{seed}_{{x}}.png", {{"seed", "3"}, {"frame", "0"}}) == "a_3_{x}.png");
  CHECK(ErrorOf([] { ExpandName("a_{seed}", {}); }).starts_with("2 name=a_{seed}: unknown"));
  CHECK(ErrorOf([] { ExpandName("{", {}); }).starts_with("2 name={: has a { without"));
  CHECK(ErrorOf([] {
          ExpandName("{a}", {{"a", "b/c"}});
        }) == "2 name={a}: {a} is \"b/c\", which cannot be part of a file name");
}

TEST_CASE("engines say what they import") {
  const auto engines = Engines();
  const auto unity = std::ranges::find(engines, "unity", &Engine::name);
  REQUIRE(unity != engines.end());
  CHECK(unity->sizes == "sides that are powers of two, at most 16384");
  REQUIRE(unity->sides.size() == 1);
  CHECK(unity->sides[0].kind == SideRule::kPowersOfTwo);
  CHECK(unity->sides[0].minimum == 1);
  CHECK(unity->sides[0].maximum == 16384);
  CHECK_FALSE(unity->is_square);
  REQUIRE(unity->pictures.size() == 5);
  const EnginePicture& metallic = unity->pictures[2];
  CHECK(metallic.suffix == "_MetallicSmoothness");
  CHECK(metallic.maps == std::vector<std::string_view>{"metallic", "roughness"});
  CHECK(metallic.formats == std::vector<std::string_view>{"png", "tga"});
  CHECK(metallic.bits == std::vector<int>{8});
}

}  // namespace
}  // namespace cobble
