// Tests stores of recipes that show images: elevation models as terrain tiles, shards that are
// given the image again, and the commands that have it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/readers/png.h"
#include "support/small_tiff.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr int kSide = 512;

// Metres, from below the sea to mountains.
int16_t GroundAt(int64_t x, int64_t y) {
  const double dx = static_cast<double>(x) - 300, dy = static_cast<double>(y) - 200;
  return static_cast<int16_t>(
      std::lround(2900 * std::exp(-(dx * dx + dy * dy) / 2e4) - 350 + 20 * std::sin(0.2 * dx)));
}

void WriteModel(const std::string& path) {
  std::vector<int16_t> samples;
  for (int64_t y = 0; y < kSide; ++y)
    for (int64_t x = 0; x < kSide; ++x) samples.push_back(GroundAt(x, y));
  const test::SmallTiff tiff{.width = kSide,
                             .height = kSide,
                             .format = 2,
                             .samples = test::BytesOf(samples),
                             .more = test::PlaceTags(30, 5e5, 52e5, 32632)};
  WriteFile(path, tiff.Bytes());
}

// The formulas of the formats' documentation.
double MetresAt(const std::string& name, const PngPicture& tile, int64_t x, int64_t y) {
  const uint8_t* const rgb = &tile.bytes[static_cast<std::size_t>(3 * (y * tile.width + x))];
  if (name == "mapbox") return -10000 + (rgb[0] * 65536 + rgb[1] * 256 + rgb[2]) * 0.1;
  return rgb[0] * 256 + rgb[1] + rgb[2] / 256.0 - 32768;
}

TEST_CASE("terrain tiles of an elevation model have its metres") {
  const Folder folder;
  WriteModel("dem.tif");
  for (const auto& [name, step] : {std::pair{"mapbox", 0.1}, std::pair{"terrarium", 1 / 256.0}}) {
    const std::string store = name;
    CAPTURE(store);
    Done("render --preset from-height --image height=dem.tif --tile-scheme xyz --terrain " + store +
         " -o " + store + "/{z}/{x}/{y}.png");
    double worst = 0;
    for (int64_t tile_y = 0; tile_y < 2; ++tile_y)
      for (int64_t tile_x = 0; tile_x < 2; ++tile_x) {
        const PngPicture tile =
            ReadPng(store + "/1/" + std::to_string(tile_x) + '/' + std::to_string(tile_y) + ".png");
        REQUIRE(tile.width == 256);
        REQUIRE(tile.channels == 3);
        for (int64_t y = 0; y < 256; ++y)
          for (int64_t x = 0; x < 256; ++x)
            worst = std::max(worst, std::abs(MetresAt(name, tile, x, y) -
                                             GroundAt(256 * tile_x + x, 256 * tile_y + y)));
      }
    CHECK(worst <= step / 2 + 1e-3);
    const json info = json::parse(Done("info --json " + store));
    CHECK(info["cobble:recipe"]["world"]["width"] == 30 * kSide);
    CHECK(info["terrain"] == name);
    CHECK(Done("info " + store).find("image height  checksum ") != std::string::npos);
  }
}

constexpr std::string_view kShown = "--image 'a=the rock.png' --noise 'blur(image(a), 0.01)' ";

// The image "a" of the stores of this file, and another.
void WriteImages() {
  Render("--preset marble --size 64 --range fit -o rock.png");
  Render("--preset marble --size 64 --range fit --seed 2 -o other.png");
  WriteFile("the rock.png", ReadAll("rock.png"));
}

std::string Plan(const std::string& flags) {
  const std::string line = "cobble plan " + std::string(kShown) +
                           "--size 100x80 --range fit --chunk 32 --levels 2 --no-sync --quiet " +
                           flags;
  const Outcome outcome = RunCommands(line);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return outcome.out;
}

// Makes s.zarr in two shards.
void MakeShards() {
  const std::string range = Plan("--shards 2 -o height,normal=s.zarr");
  REQUIRE(SplitLines(range).size() == 2);
  CHECK(Contains(range, " --image "));
  REQUIRE(RunCommands(range).status == 0);
  for (const std::string stage : {"render", "pyramid"}) {
    const Outcome plan =
        RunCobble({"plan", "s.zarr", "--stage", stage, "--image", "a=the rock.png", "--no-sync"});
    REQUIRE(plan.status == 0);
    CHECK(Contains(plan.out, "--image") == (stage == "render"));
    REQUIRE(RunCommands(plan.out).status == 0);
  }
}

TEST_CASE("two shards that are given the image make the files of one run") {
  const Folder folder;
  WriteImages();
  MakeShards();
  const Outcome whole = RunCommands("cobble render " + std::string(kShown) +
                                    "--size 100x80 --range fit --chunk 32 --levels 2 --no-sync "
                                    "-o height,normal=one.zarr");
  REQUIRE_MESSAGE(whole.status == 0, whole.err);
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
  for (const auto& [path, bytes] : FilesBelow("one.zarr"))
    if (path.find("/.cobble/") == path.npos) CHECK((ReadAll("s" + path.substr(3)) == bytes));
  // What the image is called does not count, only its pixels; nor does a run that has nothing to
  // do.
  CHECK(Run("verify s.zarr --recompute 100% --image a=rock.png --quiet").status == 0);
  CHECK(Done("render --plan s.zarr --shard 1/2 --image a=rock.png") == "");
  CHECK(Done("plan s.zarr --stage pyramid") != "");
  CHECK(Done("render --plan s.zarr --stage pyramid --shard 1/2") == "");
}

TEST_CASE("what the image shows is in the store, as in a picture") {
  const Folder folder;
  WriteImages();
  const std::string recipe = "--image a=rock.png --noise image(a) --size 512 -o ";
  Done("render " + recipe + "t/{z}/{x}/{y}.png --tile-scheme xyz");
  Done("render " + recipe + "whole.png");
  const PngPicture whole = ReadPng("whole.png"), tile = ReadPng("t/1/1/0.png");
  REQUIRE(tile.bits == 16);
  for (std::size_t y = 0; y < 256; ++y)
    REQUIRE(std::equal(tile.bytes.begin() + static_cast<std::ptrdiff_t>(512 * y),
                       tile.bytes.begin() + static_cast<std::ptrdiff_t>(512 * (y + 1)),
                       whole.bytes.begin() + static_cast<std::ptrdiff_t>(1024 * y + 512)));
}

TEST_CASE("verify finds a damaged chunk, and the commands that it prints have the image") {
  const Folder folder;
  WriteImages();
  MakeShards();
  const std::string hash = HashOf("s.zarr");
  FlipBit("s.zarr/height/0/1/2");
  const Outcome found = RunCobble({"verify", "s.zarr", "--image", "a=the rock.png"});
  CHECK(found.status == 1);
  CHECK(Contains(found.out, " --image "));
  CHECK(Contains(found.err, "s.zarr/height/0/1/2"));
  // Without the image, there are no commands that would fail.
  const Outcome without = RunCobble({"verify", "s.zarr"});
  CHECK(without.status == 1);
  CHECK(without.out == "");
  CHECK(Contains(without.err, "s.zarr/height/0/1/2"));
  CHECK(Contains(without.err, " chunks is missing or damaged\n"));
  CHECK(Contains(without.err, "use --image a=FILE, and run cobble verify again"));
  REQUIRE(RunCommands(found.out).status == 0);
  CHECK(HashOf("s.zarr") == hash);
  // Coarser levels are made from chunks.
  FlipBit("s.zarr/height/2/0/0");
  const Outcome coarse = RunCobble({"verify", "s.zarr"});
  CHECK(!Contains(coarse.out, "--image"));
  REQUIRE(RunCommands(coarse.out).status == 0);
  CHECK(HashOf("s.zarr") == hash);
}

TEST_CASE("a chunk of another image is found when chunks are rendered again") {
  const Folder folder;
  WriteImages();
  MakeShards();
  const std::string hash = HashOf("s.zarr");
  REQUIRE(RunCommands("cobble render --image a=other.png --noise 'blur(image(a), 0.01)' --size "
                      "100x80 --range fit --chunk 32 --levels 2 -o height,normal=other.zarr")
              .status == 0);
  CopyChunk("other.zarr", "s.zarr", {0, 1, 1});
  CHECK(HashOf("s.zarr") != hash);
  const Outcome found = Run("verify s.zarr --recompute 100% --image a=rock.png");
  CHECK(found.status == 1);
  CHECK(Contains(found.err, "s.zarr/normal/0/0/1/1 is not what the recipe gives"));
  REQUIRE(RunCommands(found.out).status == 0);
  CHECK(HashOf("s.zarr") == hash);
}

TEST_CASE("scripts of schedulers have the image in every command that needs it") {
  const Folder folder;
  WriteImages();
  const std::string image = "--image 'a=the rock.png'";
  for (const std::string scheduler : {"slurm", "make"}) {
    CAPTURE(scheduler);
    const std::string script = Plan("--shards 2 -o s.zarr --scheduler " + scheduler);
    for (const std::string command : {"cobble render --plan s.zarr --stage range ",
                                      "cobble render --plan s.zarr ", "cobble verify s.zarr "})
      CHECK_MESSAGE(Contains(script, command + image), script);
    CHECK(Contains(script, "cobble render --plan s.zarr --stage pyramid --no-sync --shard"));
  }
  CHECK(Contains(Plan("--shards 2 -o s.zarr --scheduler kubernetes"), image));
}

TEST_CASE("an image that is missing, or another one, is refused by its name and checksum") {
  const Folder folder;
  WriteImages();
  REQUIRE(RunCommands(Plan("--shards 2 -o s.zarr")).status == 0);
  RunCobble({"render", "--image", "a=rock.png", "--noise", "image(a)", "--size", "256",
             "--tile-scheme", "xyz", "-o", "t/{z}/{x}/{y}.png"});
  const std::string sum = json::parse(Done("info --json s.zarr"))["cobble:recipe"].dump();
  CHECK(Contains(Run("render --plan s.zarr --shard 1/2").err,
                 sum.substr(sum.find("sha256") + 9, 64)));
  CheckRefused();
}

}  // namespace
}  // namespace cobble
