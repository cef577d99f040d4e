// Tests --tile-scheme xyz: tiles are windows of the whole picture, elevations decode to metres by
// the published formulas, and tiles.json is a TileJSON.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string TileName(int z, int64_t x, int64_t y) {
  return "t/" + std::to_string(z) + '/' + std::to_string(x) + '/' + std::to_string(y) + ".png";
}

// All tiles of a zoom as one picture, read by libpng.
PngPicture Mosaic(int z) {
  const int64_t count = int64_t{1} << z;
  PngPicture whole;
  for (int64_t y = 0; y < count; ++y)
    for (int64_t x = 0; x < count; ++x) {
      const PngPicture tile = ReadPng(TileName(z, x, y));
      REQUIRE(tile.ok);
      REQUIRE(tile.width == tile.height);
      if (whole.bytes.empty()) {
        whole = tile;
        whole.width = whole.height = count * tile.width;
        whole.bytes.assign(tile.bytes.size() * static_cast<std::size_t>(count * count), 0);
      }
      REQUIRE(tile.width * count == whole.width);
      const std::size_t row = tile.bytes.size() / static_cast<std::size_t>(tile.height);
      for (int64_t j = 0; j < tile.height; ++j)
        std::memcpy(
            &whole.bytes[(static_cast<std::size_t>((y * tile.height + j) * count + x)) * row],
            &tile.bytes[static_cast<std::size_t>(j) * row], row);
    }
  return whole;
}

struct TileKind {
  std::string map, bits;
};

TEST_CASE("tiles of the deepest zoom are windows of the whole picture, of every kind and side") {
  for (const std::string side : {"256", "512"})
    for (const TileKind& kind :
         {TileKind{"height", "8"}, TileKind{"height", "16"}, TileKind{"normal", "8"},
          TileKind{"normal", "16"}, TileKind{"rgba", "8"}, TileKind{"two", "16"}}) {
      CAPTURE(side);
      CAPTURE(kind.map);
      CAPTURE(kind.bits);
      const StoreFolder folder;
      const std::string words = "render r.json --size 1024 --bits " + kind.bits;
      Done(words + " --tile-scheme xyz --chunk " + side + " -o " + kind.map + "=t/{z}/{x}/{y}.png");
      Done(words + " -o " + kind.map + "=whole.png");
      const PngPicture whole = ReadPng("whole.png"), tiles = Mosaic(side == "256" ? 2 : 1);
      CHECK(tiles.width == 1024);
      CHECK(tiles.bits == whole.bits);
      CHECK(tiles.channels == whole.channels);
      CHECK((tiles.bytes == whole.bytes));
      CHECK(HashOf("t").size() == 17);
    }
}

// Returns the 24-bit number in the colour of pixel (x, y).
int CodeOf(const PngPicture& picture, int64_t x, int64_t y) {
  const uint8_t* const rgb = &picture.bytes[static_cast<std::size_t>(3 * (y * picture.width + x))];
  return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

// Checks that `coarse` has the exact means of `fine`'s codes, rounded half up.
void CheckMean(const PngPicture& fine, const PngPicture& coarse) {
  REQUIRE(2 * coarse.width == fine.width);
  int64_t faults = 0;
  for (int64_t y = 0; y < coarse.height; ++y)
    for (int64_t x = 0; x < coarse.width; ++x) {
      const int sum = CodeOf(fine, 2 * x, 2 * y) + CodeOf(fine, 2 * x + 1, 2 * y) +
                      CodeOf(fine, 2 * x, 2 * y + 1) + CodeOf(fine, 2 * x + 1, 2 * y + 1);
      faults += CodeOf(coarse, x, y) != (sum + 2) / 4;
    }
  CHECK(faults == 0);
}

struct Terrain {
  std::string name;
  double low, high;
  double step;  // metres per code
};

// The formulas of the formats' documentation, as in MapLibre's decoders.
double MetresOf(const std::string& name, int code) {
  const int red = code >> 16, green = code >> 8 & 255, blue = code & 255;
  if (name == "mapbox") return -10000 + (red * 256 * 256 + green * 256 + blue) * 0.1;
  return red * 256 + green + blue / 256.0 - 32768;
}

TEST_CASE("elevations decode to metres within half a code, and zooms are exact means of codes") {
  for (const Terrain& terrain :
       {Terrain{"mapbox", 0, 2500, 0.1}, Terrain{"mapbox", -9000.5, 8848.25, 0.1},
        Terrain{"terrarium", 0, 2500, 1 / 256.0}, Terrain{"terrarium", 300, -11000, 1 / 256.0}}) {
    CAPTURE(terrain.name);
    CAPTURE(terrain.low);
    const StoreFolder folder;
    const std::string elevation = std::to_string(terrain.low) + ',' + std::to_string(terrain.high);
    Done("render r.json --size 512 -o t/{z}/{x}/{y}.png --tile-scheme xyz --terrain " +
         terrain.name + " --elevation=" + elevation);
    Done("render r.json --size 512 -o whole.r32");
    const std::string whole = ReadAll("whole.r32");
    const PngPicture tiles = Mosaic(1);
    REQUIRE(tiles.channels == 3);
    double worst = 0;
    for (int64_t y = 0; y < 512; ++y)
      for (int64_t x = 0; x < 512; ++x) {
        float height = 0;
        std::memcpy(&height, whole.data() + (y * 512 + x) * 4, 4);
        const double metres =
            terrain.low + std::clamp(double{height}, 0.0, 1.0) * (terrain.high - terrain.low);
        worst = std::max(worst, std::abs(metres - MetresOf(terrain.name, CodeOf(tiles, x, y))));
      }
    CHECK(worst <= terrain.step / 2 + 1e-6);
    CHECK(worst > terrain.step / 4);
    CheckMean(tiles, Mosaic(0));
    CHECK(json::parse(ReadAll("t/tiles.json"))["encoding"] == terrain.name);
  }
}

TEST_CASE("tiles.json is a TileJSON of the zooms that exist") {
  const StoreFolder folder;
  Done("render r.json --size 1024 --levels 1 -o t/{z}/{x}-{y}.png --tile-scheme xyz");
  const json tileset = json::parse(ReadAll("t/tiles.json"));
  CHECK(tileset["tilejson"] == "3.0.0");
  CHECK(tileset["tiles"] == json{"{z}/{x}-{y}.png"});
  CHECK(tileset["scheme"] == "xyz");
  CHECK(tileset["minzoom"] == 1);
  CHECK(tileset["maxzoom"] == 2);
  CHECK(!tileset.contains("encoding"));
  CHECK(fs::exists("t/2/3-0.png"));
  CHECK(fs::exists("t/1/1-1.png"));
  CHECK(!fs::exists("t/0"));
}

TEST_CASE("tiles are planned, shared, verified and repaired as other stores are") {
  const StoreFolder folder;
  Done("render r.json --size 1024 -o one/{z}/{x}/{y}.png --tile-scheme xyz");
  const Outcome plan =
      Run("plan r.json --size 1024 -o t/{z}/{x}/{y}.png --tile-scheme xyz --shards 5 --quiet");
  REQUIRE(plan.status == 0);
  CHECK(RunCommands(plan.out).err == "");
  CHECK(RunCommands(Done("plan t --stage pyramid")).err == "");
  CHECK(HashOf("t") == HashOf("one"));
  fs::remove("t/1/0/1.png");
  FlipBit("t/2/3/3.png");
  const Outcome verdict = Run("verify t --quiet");
  CHECK(verdict.status == 1);
  CHECK(RunCommands(verdict.out).status == 0);
  CHECK(HashOf("t") == HashOf("one"));
}

TEST_CASE("a folder that tiles share with other files is theirs, too") {
  const StoreFolder folder;
  fs::create_directories("t");
  WriteFile("t/index.html", "x");
  Done("render r.json --size 256 -o t/{z}/{x}/{y}.png --tile-scheme xyz");
  CHECK(ReadAll("t/index.html") == "x");
  test::CheckMessage(
      Run("render r.json --size 512 --levels 0 -o t/{z}/{x}/{y}.png --tile-scheme xyz").err,
      "... t: already holds");
}

TEST_CASE("a folder or file that is called like an option keeps its name in messages") {
  const StoreFolder folder;
  const auto render = [](const std::string& name, const std::string& size) {
    return Run("render r.json --levels 0 --tile-scheme xyz -o " + name +
               "/{z}/{x}/{y}.png --size " + size);
  };
  REQUIRE(render("tiles", "256").status == 0);
  CHECK(render("tiles", "512").err.starts_with("cobble: tiles: already holds another store: "));
  for (const std::string name : {"chunk", "range", "levels"}) {
    WriteFile(name, "x");
    CHECK(render(name, "256").err ==
          "cobble: " + name + ": is a file, not a folder; remove it, or choose another name\n");
  }
}

TEST_CASE("tiles of another program are refused, wherever they are") {
  const StoreFolder folder;
  for (const std::string path : {"t/1/1/1.png", "u/0/0/0.png", "v/tiles.json"}) {
    fs::create_directories(fs::path(path).parent_path());
    WriteFile(path, "precious");
    const std::string store = path.substr(0, 1);
    const Outcome outcome =
        Run("render r.json --size 512 --tile-scheme xyz -o " + store + "/{z}/{x}/{y}.png");
    CHECK(outcome.status == 2);
    const std::string entry = path.substr(0, path.find('/', 2));
    CHECK(outcome.err == "cobble: " + entry +
                             ": already exists and may hold tiles of another program; remove it, "
                             "or choose another name\n");
    CHECK(ReadAll(path) == "precious");
  }
}

TEST_CASE("elevations that are few steps of the code are a warning") {
  const StoreFolder folder;
  const std::string words =
      "render r.json --size 256 --tile-scheme xyz --dry-run -o t/{z}/{x}/{y}.png --terrain ";
  CHECK(Run(words + "mapbox --elevation 0,2.5")
            .err.starts_with(
                "cobble: warning: --elevation: a range of 2.5 m has only 25 steps of 0.1 m, "));
  const std::string plan =
      "cobble: would write t: height, 256 x 256 pixels, 24 bits, 196608 bytes of "
      "samples\n";
  CHECK(Run(words + "mapbox --elevation 0,25.6").err.starts_with(plan));
  CHECK(Run(words + "terrarium --elevation 2,1").err.starts_with(plan));
  CHECK(Run(words + "terrarium --elevation 1.5,1").err.find("128 steps of 0.00391 m") <
        std::string::npos);
}

TEST_CASE("faults of xyz tiles are refused, and nothing is written") {
  const StoreFolder folder;
  CheckRefused();
}

TEST_CASE("--base-url names the tiles by their address") {
  const StoreFolder folder;
  const std::string words = " -o t/{z}/{x}/{y}.png --tile-scheme xyz";
  for (const std::string url : {"https://example.org/xyz", "https://example.org/xyz/"}) {
    Done("render r.json --size 512 --base-url " + url + words);
    CHECK(json::parse(ReadAll("t/tiles.json"))["tiles"] ==
          json{"https://example.org/xyz/{z}/{x}/{y}.png"});
    fs::remove_all("t");
  }
  // Shards and repairing write the same address, and the pixels do not depend on it.
  Done("plan r.json --size 512 --levels 0 --shards 1 --quiet --base-url http://a.b" + words);
  fs::remove("t/tiles.json");
  Done("render --plan t --shard 1/1");
  CHECK(json::parse(ReadAll("t/tiles.json"))["tiles"] == json{"http://a.b/{z}/{x}/{y}.png"});
  Done("plan r.json --size 512 --levels 0 --shards 1 --quiet --base-url http://a.b" + words);
  CHECK(json::parse(ReadAll("t/tiles.json"))["tiles"] == json{"http://a.b/{z}/{x}/{y}.png"});
  const std::string hash = Done("verify t");
  Done("render r.json --size 512 --levels 0 -o u/{z}/{x}/{y}.png --tile-scheme xyz");
  CHECK(Done("verify u") == hash);
  const auto refused = [&](const std::string& url) {
    const Outcome outcome = RunCobble(
        {"render", "r.json", "--base-url", url, "-o", "t/{z}/{x}/{y}.png", "--tile-scheme", "xyz"});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  for (const std::string url : {"example.org/x", "/tiles", "ftp://x", "https://"})
    test::CheckMessage(refused(url), "--base-url ... http:// or https:// ... " + url);
  for (const std::string url : {"http://h/a b", "https://a.b/?k=1", "https://a.b/{s}"})
    test::CheckMessage(refused(url), "--base-url ... ? # \\ { } < > ... " + url);
  CHECK(Run("render r.json -o s.zarr --base-url https://a.b").status == 2);
}

}  // namespace
}  // namespace cobble
