// Tests that level 0 of a store is the whole picture, bit for bit.
#include "stores/chunks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "stores/store_program.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

// Maps of all kinds: with halos, packed, colours, nodes.
constexpr const char* kManyMaps =
    R"("nodes": {"n": {"type": "perlin", "frequency": 3}},
       "maps": {"color": {"type": "ramp", "source": {"ref": "n"},
                          "stops": [[0, "#fc2"], [1, "#037"]]},
                "roughness": {"type": "value"}},
       "pack": {"orm": ["ao", "invert:roughness", 0.25], "mixed": ["normal", "height"],
                "tint": ["color", "curvature"]},
       "noise": {"type": "simplex", "octaves": 3})";

std::vector<MapBits> AllMaps(int bits) {
  std::vector<MapBits> maps;
  for (const char* map :
       {"height", "normal", "curvature", "ao", "color", "roughness", "orm", "mixed", "tint"})
    maps.push_back({map, bits});
  maps.push_back({"@n", bits});
  if (bits == 32)
    for (const char* map : {"slope", "value"}) maps.push_back({map, bits});
  return maps;
}

void CheckLevel0(const StorePlan& plan, int threads = 1) {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", plan);
  ShardRules rules = QuickRules();
  rules.threads = threads;
  MakeStore(store, rules);
  for (std::size_t map = 0; map < plan.maps.size(); ++map)
    CHECK_MESSAGE(IsSame(LevelOf(store, 0, map), WholePicture(plan, map)),
                  plan.maps[map].map.name << ", " << plan.maps[map].bits);
}

TEST_CASE("all maps at all depths are those of the whole picture") {
  for (const int bits : {8, 16, 32})
    CheckLevel0(ZarrPlan(std::string(R"("size": [70, 45], )") + kManyMaps, AllMaps(bits), 32));
}

TEST_CASE("pictures of all kinds are cut without a seam") {
  const std::vector<MapBits> maps{{"height", 16}, {"normal", 8}, {"ao", 8}, {"tint", 16}};
  for (const std::string members :
       {R"("range": "fit")", R"("range": [-0.25, 0.5])", R"("samples": 3)", R"("flip": true)",
        R"("domain": {"grid": "vertices"})", R"("tiling": true, "domain": {"extent": [1, 1]})",
        R"("range": "fit", "flip": true)",
        R"("tiling": true, "domain": {"extent": [1, 1], "grid": "vertices"}, "flip": true,
           "range": "fit")",
        R"("tiling": true, "domain": {"extent": [1, 1]}, "samples": 2, "range": "fit",
           "ao": {"radius": 0.2})",
        R"("curvature": {"radius": 0.1}, "ao": {"radius": 0.01})"}) {
    CAPTURE(members);
    CheckLevel0(ZarrPlan(R"("size": [70, 45], )" + members + ", " + kManyMaps, maps, 32, 0, 3));
  }
}

TEST_CASE("heights that are not mapped to 0..1 are kept in floats") {
  CheckLevel0(ZarrPlan(std::string(R"("size": [40, 30], "range": "none", )") + kManyMaps,
                       {{"height", 32}, {"value", 32}}, 16));
}

TEST_CASE("a chunk may be one pixel, or larger than the picture") {
  CheckLevel0(ZarrPlan(std::string(R"("size": [5, 3], )") + kManyMaps, {{"height", 16}}, 1, 0, 4));
  CheckLevel0(ZarrPlan(std::string(R"("size": [5, 3], )") + kManyMaps, {{"normal", 8}}, 64));
  CheckLevel0(ZarrPlan(std::string(R"("size": [1, 1], )") + kManyMaps, {{"height", 32}}, 1));
}

TEST_CASE("chunks rendered by several threads are the same") {
  CheckLevel0(ZarrPlan(std::string(R"("size": [70, 45], "range": "fit", )") + kManyMaps,
                       {{"height", 16}, {"ao", 8}}, 16, 0, 2),
              4);
}

TEST_CASE("tiles are those of the whole picture") {
  for (const MapBits& map : {MapBits{"height", 16}, MapBits{"height", 8}, MapBits{"normal", 8},
                             MapBits{"color", 8}, MapBits{"tint", 16}, MapBits{"orm", 8}}) {
    StorePlan plan = XyzPlan(
        R"("size": [512, 512], "range": "fit", "ao": {"radius": 0.005}, )" + std::string(kManyMaps),
        map, 256, 0, 3);
    CheckLevel0(plan);
  }
}

TEST_CASE("what the poll throws ends the rendering of a chunk") {
  const ChunkStore store(
      "store", ZarrPlan(std::string(R"("size": [64, 64], )") + kManyMaps, {{"height", 16}}, 64));
  const Program program = CompileStore(store.plan(), "auto");
  CHECK_THROWS_AS(RenderChunk(store, program, {}, {0, 0, 0}, 1, [] { throw StoppedEarly{}; }),
                  StoppedEarly);
}

}  // namespace
}  // namespace cobble
