// Tests the names and the metadata of xyz tiles.
#include "stores/tile_names.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

StorePlan TilePlan(int levels) {
  return XyzPlan(R"("size": [2048, 2048], "noise": {"type": "perlin"})", {"height", 16}, 256,
                 levels);
}

TEST_CASE("a path is split into the folder of all tiles and the name of a tile in it") {
  struct Case {
    std::string path, folder, name;
  };
  for (const Case& c : {Case{"{z}/{x}/{y}.png", "", "{z}/{x}/{y}.png"},
                        Case{"map/{z}/{x}/{y}.png", "map/", "{z}/{x}/{y}.png"},
                        Case{"/a/b c/{y}-{x}-{z}.PNG", "/a/b c/", "{y}-{x}-{z}.PNG"},
                        Case{"/{z}/{x}/{y}.png", "/", "{z}/{x}/{y}.png"},
                        Case{"a/z{z}/{x}/{y}.png", "a/", "z{z}/{x}/{y}.png"}}) {
    const TilePath split = SplitTilePath(c.path, "-o");
    CHECK(split.folder == c.folder);
    CHECK(split.name == c.name);
  }
}

TEST_CASE("paths that do not name each tile once are refused") {
  const auto error = [](const std::string& path) {
    return ErrorOf([&] { SplitTilePath(path, "-o"); });
  };
  const std::string hint = "; write DIR/{z}/{x}/{y}.png", in_map = "; write map/{z}/{x}/{y}.png";
  CHECK(error("map/{z}/{x}.png") == "2 -o: lacks {y}" + in_map);
  CHECK(error("map/{x}/{y}.png") == "2 -o: lacks {z}" + in_map);
  for (const char* path : {"map", "map/", "map.png"})
    CHECK(error(path) == "2 -o: lacks {z}" + in_map);
  CHECK(error("{z}/{z}/{x}/{y}.png") == "2 -o: repeats {z}" + hint);
  CHECK(error("{s}/{z}/{x}/{y}.png") == "2 -o: has a placeholder besides {z}, {x} and {y}" + hint);
  CHECK(error("{z}/{x}/{y}}.png") == "2 -o: has a placeholder besides {z}, {x} and {y}" + hint);
  CHECK(error("{z}/{x}/{y}.jpg") == "2 -o: xyz tiles are PNG files" + hint);
  CHECK(error("{z}/{x}/{y}") == "2 -o: xyz tiles are PNG files" + hint);
}

TEST_CASE("the picture is the deepest zoom, and the level of one tile is zoom 0") {
  const StorePlan plan = TilePlan(3);
  CHECK(ZoomOf(plan, 0) == 3);
  CHECK(ZoomOf(plan, 3) == 0);
  CHECK(FillTileName(plan, {0, 5, 7}) == "3/7/5.png");
  CHECK(FillTileName(plan, {3, 0, 0}) == "0/0/0.png");
  StorePlan other = plan;
  other.tile_name = "{y}_{x}_{z}.png";
  CHECK(FillTileName(other, {1, 2, 3}) == "2_3_2.png");
}

TEST_CASE("entries of the folder that may hold tiles are known by their names") {
  StorePlan plan = TilePlan(2);  // zooms 1 to 3
  for (const char* name : {"1", "2", "3"}) CHECK(HoldsTiles(plan, name));
  for (const char* name : {"0", "4", "2024", "", "1a", "a1", "index.html", "1.png"})
    CHECK(!HoldsTiles(plan, name));
  plan.tile_name = "{y}_{x}_{z}.png";
  for (const char* name : {"0_0_1.png", "700_12_3.png"}) CHECK(HoldsTiles(plan, name));
  for (const char* name : {"0_0_0.png", "0_0_1.jpg", "0_1.png", "0_0_1.png.txt", "a_0_1.png"})
    CHECK(!HoldsTiles(plan, name));
  plan.tile_name = "tiles-{z}/{x}-{y}.png";
  CHECK(HoldsTiles(plan, "tiles-2"));
  CHECK(!HoldsTiles(plan, "tiles-"));
}

TEST_CASE("TileJSON has the name, the scheme and the zooms of the tiles") {
  StorePlan plan = TilePlan(2);
  const auto json = nlohmann::json::parse(TilesetText(plan));
  CHECK(kTilesetName == "tiles.json");
  CHECK(json == nlohmann::json::parse(R"({"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png"],
      "name": "height", "scheme": "xyz", "tileSize": 256, "minzoom": 1, "maxzoom": 3})"));
  plan.elevation = {TerrainCode::kMapbox, 0, 100};
  CHECK(nlohmann::json::parse(TilesetText(plan)).at("encoding") == "mapbox");
  plan.elevation = {TerrainCode::kTerrarium, 0, 100};
  CHECK(nlohmann::json::parse(TilesetText(plan)).at("encoding") == "terrarium");
}

}  // namespace
}  // namespace cobble
