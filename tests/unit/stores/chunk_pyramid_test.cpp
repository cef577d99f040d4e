// Tests that coarser levels are the means of the levels below.
#include "stores/chunks.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/simd_level.h"
#include "stores/level_mean.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kPyramidMaps =
    R"("nodes": {"n": {"type": "perlin", "frequency": 9}},
       "maps": {"color": {"type": "ramp", "source": {"ref": "n"},
                          "stops": [[0, "#fc2"], [1, "#037"]]}},
       "pack": {"tint": ["color", "height"], "mixed": [0.3, "color"], "two": ["height", "ao"],
                "shaded": ["ao", "normal"]},
       "noise": {"type": "simplex", "octaves": 3, "frequency": 4})";

// In: specs, each map's means, independent of the recipe. level_mean_test.cpp tests them.
void CheckLevels(const StorePlan& plan, const std::vector<MeanSpec>& specs) {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", plan);
  MakeStore(store);
  for (std::size_t map = 0; map < plan.maps.size(); ++map) {
    for (int level = 1; level <= plan.levels; ++level) {
      CAPTURE(plan.maps[map].map.name);
      CAPTURE(plan.maps[map].bits);
      CAPTURE(level);
      CHECK(IsSame(LevelOf(store, level, map), Halved(LevelOf(store, level - 1, map), specs[map])));
    }
  }
}

const MeanSpec kNormals{.kind = PixelKind::kNormal};

TEST_CASE("each level is the mean of the one below, for all maps and depths") {
  const std::string members = std::string(R"("size": [70, 45], "range": "fit", )") + kPyramidMaps;
  for (const int bits : {8, 16, 32}) {
    const auto srgb = [&](uint32_t channels) {
      return MeanSpec{.kind = PixelKind::kScalars, .srgb_channels = bits == 32 ? 0 : channels};
    };
    CheckLevels(ZarrPlan(members,
                         {{"height", bits},
                          {"normal", bits},
                          {"color", bits},
                          {"tint", bits},
                          {"mixed", bits},
                          {"two", bits},
                          {"shaded", bits},
                          {"@n", bits}},
                         32, 4),
                {{},
                 kNormals,
                 srgb(0b111),
                 srgb(0b0111),
                 srgb(0b1110),
                 {},
                 {.kind = PixelKind::kNormal, .normal_channel = 1},
                 {}});
  }
}

TEST_CASE("levels go down to a single pixel, at any odd size") {
  for (const std::string size : {"[33, 1]", "[1, 17]", "[31, 32]", "[17, 33]"})
    CheckLevels(ZarrPlan("\"size\": " + size + ", " + kPyramidMaps, {{"height", 16}, {"normal", 8}},
                         4, size == "[31, 32]" || size == "[1, 17]" ? 5 : 6),
                {{}, kNormals});
}

TEST_CASE("levels of tiles are means, also of elevations") {
  const std::string members = std::string(R"("size": [512, 512], )") + kPyramidMaps;
  CheckLevels(XyzPlan(members, {"height", 16}, 256, 1), {{}});
  CheckLevels(XyzPlan(members, {"color", 8}, 256, 1),
              {{.kind = PixelKind::kScalars, .srgb_channels = 0b111}});
  StorePlan plan = XyzPlan(members, {"height", 16}, 256, 1);
  plan.elevation = {TerrainCode::kTerrarium, -500, 3000};
  CheckLevels(plan, {{.kind = PixelKind::kCode}});
}

TEST_CASE("a coarse chunk needs all of its parts, whole") {
  const TemporaryFolder folder;
  const ChunkStore store(
      folder / "a.zarr",
      ZarrPlan(std::string(R"("size": [32, 32], )") + kPyramidMaps, {{"height", 16}}, 16, 1));
  const ChunkIndex coarse{1, 0, 0}, part{0, 1, 1};
  const std::string path = store.PathOf(part, 0);
  const auto error = [&] {
    return ErrorOf([&] { MakeCoarseChunk(store, coarse, FindSimdLevel("auto")->target, [] {}); });
  };
  MakeStore(store);
  const auto files = ReadersFilesIn(folder / "a.zarr");
  CHECK(ArePartsThere(store, coarse));
  CHECK(MakeCoarseChunk(store, coarse, FindSimdLevel("auto")->target, [] {}).front().bytes ==
        ReadFile(store.PathOf(coarse, 0)));

  FlipBit(path, 100);
  CHECK(ArePartsThere(store, coarse));
  CHECK(error().starts_with("5 " + path + ": is damaged"));
  std::filesystem::remove(path);
  CHECK(!ArePartsThere(store, coarse));
  CHECK(error().starts_with("5 " + path + ": is missing"));
  std::filesystem::remove(store.InternalPath("chunks/0/1/1"));
  CHECK(error().starts_with("5 " + path + ": has no record"));
  MakeStore(store);
  CHECK(ReadersFilesIn(folder / "a.zarr") == files);
}

}  // namespace
}  // namespace cobble
