// Makes and reads the stores.
#include "unit/stores/stores.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "cobble/encode.h"
#include "cobble/recipe_io.h"
#include "recipe/fields/picture_maps.h"
#include "stores/chunks.h"
#include "stores/store_program.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

StorePlan PlanWith(StoreKind kind, std::string_view members, const std::vector<MapBits>& maps) {
  StorePlan plan;
  plan.kind = kind;
  plan.recipe = ReadRecipe(fmt::format(R"({{"cobble": 1, {}}})", members), "f");
  plan.recipe.origins.clear();
  for (const MapBits& map : maps) {
    auto found = FindPictureMap(plan.recipe, map.map);
    REQUIRE_MESSAGE(found, map.map);
    SetNodeScale(map.bits == 32 ? NodeScale::kValues : NodeScale::kBounds, &*found);
    plan.maps.push_back({*std::move(found), map.bits});
  }
  return plan;
}

}  // namespace

StorePlan ZarrPlan(std::string_view members, const std::vector<MapBits>& maps, int64_t chunk,
                   int levels, int64_t shards) {
  StorePlan plan = PlanWith(StoreKind::kZarr, members, maps);
  plan.chunk = chunk;
  plan.levels = levels;
  plan.shards = shards;
  return plan;
}

StorePlan XyzPlan(std::string_view members, const MapBits& map, int64_t chunk, int levels,
                  int64_t shards) {
  StorePlan plan = PlanWith(StoreKind::kXyz, members, {map});
  plan.tile_name = "{z}/{x}/{y}.png";
  plan.chunk = chunk;
  plan.levels = levels;
  plan.shards = shards;
  return plan;
}

ShardRules QuickRules() {
  ShardRules rules;
  rules.files.sync = false;
  return rules;
}

void RunStage(const ChunkStore& store, StoreStage stage, const ShardRules& rules) {
  for (int64_t shard = 0; shard < store.plan().shards; ++shard)
    RunShard(store, stage, shard, rules);
}

void MakeStore(const ChunkStore& store, const ShardRules& rules) {
  store.Create(rules.files);
  for (const StoreStage stage : StagesOf(store.plan())) RunStage(store, stage, rules);
}

std::vector<ChunkIndex> AllChunks(const ChunkGrid& grid) {
  std::vector<ChunkIndex> chunks;
  for (int level = 0; level < grid.levels(); ++level)
    for (int64_t row = 0; row < grid.RowsOf(level); ++row)
      for (int64_t column = 0; column < grid.ColumnsOf(level); ++column)
        chunks.push_back({level, row, column});
  return chunks;
}

std::map<std::string, std::string> FilesIn(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with(".cobble-"))
      files[entry.path().lexically_relative(folder).generic_string()] =
          ReadFile(entry.path().string());
  return files;
}

std::map<std::string, std::string> ReadersFilesIn(const std::string& folder) {
  auto files = FilesIn(folder);
  std::erase_if(files, [](const auto& file) { return file.first.starts_with(".cobble/"); });
  return files;
}

ChunkPixels LevelOf(const ChunkStore& store, int level, std::size_t map) {
  const ChunkGrid& grid = store.grid();
  ChunkPixels whole = StoredPixels(store.plan(), map, grid.WidthOf(level), grid.HeightOf(level));
  const auto pixel = static_cast<int64_t>(whole.channels * (whole.bits / 8));
  for (const ChunkIndex& chunk : AllChunks(grid)) {
    if (chunk.level != level) continue;
    const auto record = store.FindRecord(chunk);
    REQUIRE(record);
    const Window window = grid.WindowOf(chunk);
    const ChunkPixels part =
        DecodeChunk(store, chunk, map, store.ReadChunkFile(chunk, map, (*record)[map]));
    for (int64_t y = 0; y < window.height; ++y)
      std::memcpy(whole.samples.data() + ((window.y + y) * whole.width + window.x) * pixel,
                  part.samples.data() + y * window.width * pixel,
                  static_cast<std::size_t>(window.width * pixel));
  }
  return whole;
}

ChunkPixels WholePicture(const StorePlan& plan, std::size_t map) {
  const StoreMap& wanted = plan.maps[map];
  EncodeOptions options;
  options.format = fmt::format("r{}", wanted.bits);
  options.bits = wanted.bits;
  options.maps = {wanted.map.name};
  const std::string bytes = EncodePicture(CompileStore(plan, "auto"), options).bytes;
  ChunkPixels pixels;
  pixels.width = plan.recipe.width;
  pixels.height = plan.recipe.height;
  pixels.channels = wanted.map.channels;
  pixels.bits = wanted.bits;
  pixels.is_float = wanted.bits == 32;
  pixels.samples.resize(bytes.size());
  std::memcpy(pixels.samples.data(), bytes.data(), bytes.size());
  return pixels;
}

bool IsSame(const ChunkPixels& a, const ChunkPixels& b) {
  return a.width == b.width && a.height == b.height && a.channels == b.channels &&
         a.bits == b.bits && a.is_float == b.is_float && a.samples == b.samples;
}

void FlipBit(const std::string& path, std::size_t bit) {
  std::string bytes = ReadFile(path);
  REQUIRE(bit / 8 < bytes.size());
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  WriteFile(path, bytes);
}

}  // namespace cobble
