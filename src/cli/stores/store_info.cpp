// Implements StoreText and StoreJson.
#include "cli/stores/store_info.h"

#include <fmt/format.h>

#include "cli/stores/shard_commands.h"
#include "core/suggest.h"
#include "output/picture.h"
#include "recipe/writing/recipe_tree.h"
#include "stores/range_parts.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

std::string_view FormatOf(const StorePlan& plan) {
  return kStoreKinds[static_cast<std::size_t>(plan.kind)];
}

std::string SizeText(const ChunkGrid& grid, int level) {
  return fmt::format("{} x {}", grid.WidthOf(level), grid.HeightOf(level));
}

std::string MapText(const StorePlan& plan, const StoreMap& map) {
  const int channels = map.map.channels;
  std::string text = fmt::format("{} bits{}", map.bits, map.bits == 32 ? " (float)" : "");
  if (channels > 1) text += fmt::format(", {} channels", channels);
  if (plan.elevation)
    text = fmt::format("{} to {} m as {}", plan.elevation->low, plan.elevation->high,
                       NameOf(plan.elevation->code));
  return text;
}

std::string RangeText(const std::optional<HeightRange>& range) {
  if (!range) return "fit; known when the range stage is done";
  return fmt::format("fit, {:.6g} to {:.6g}", range->low, range->high);
}

// The three bytes of an elevation are one number, but readers see three channels.
JsonTree MapJson(const StorePlan& plan, const StoreMap& map) {
  return {{"map", map.map.name},
          {"channels", plan.elevation ? 3 : map.map.channels},
          {"bits", map.bits},
          {"float", map.bits == 32}};
}

JsonTree LevelsJson(const ChunkGrid& grid) {
  JsonTree json = JsonTree::array();
  for (int level = 0; level < grid.levels(); ++level)
    json.push_back({{"width", grid.WidthOf(level)},
                    {"height", grid.HeightOf(level)},
                    {"chunks", grid.ChunksOf(level)}});
  return json;
}

}  // namespace

std::vector<LabelledText> StoreText(const ChunkStore& store) {
  const std::string name = StoreWordOrDir(store.name());
  const StorePlan& plan = store.plan();
  const ChunkGrid& grid = store.grid();
  std::vector<LabelledText> lines{
      {"store", Shown(store.name())},
      {"format", fmt::format("{}, compression {}", FormatOf(plan),
                             kCompressions[static_cast<std::size_t>(plan.compression)])},
      {"size", SizeText(grid, 0)},
      {"levels", plan.levels == 0
                     ? "1"
                     : fmt::format("{}, down to {}", grid.levels(), SizeText(grid, plan.levels))},
      {"chunks", fmt::format("{} of {} x {} pixels; cobble verify {} checks them", grid.ChunksOf(0),
                             plan.chunk, plan.chunk, name)},
      {"shards", fmt::format("{}", plan.shards)},
  };
  for (const StoreMap& map : plan.maps)
    lines.emplace_back("map " + Shown(map.map.name), MapText(plan, map));
  if (HasRangeStage(plan)) lines.emplace_back("range", RangeText(FindRange(store)));
  lines.emplace_back("recipe", "cobble show " + name + " prints it");
  return lines;
}

JsonTree StoreJson(const ChunkStore& store) {
  const StorePlan& plan = store.plan();
  JsonTree json = JsonTree::object();
  json["file"] = store.name();
  json["format"] = FormatOf(plan);
  json["width"] = plan.recipe.width;
  json["height"] = plan.recipe.height;
  json["compression"] = kCompressions[static_cast<std::size_t>(plan.compression)];
  json["chunk"] = plan.chunk;
  json["shards"] = plan.shards;
  json["levels"] = LevelsJson(store.grid());
  json["maps"] = JsonTree::array();
  for (const StoreMap& map : plan.maps) json["maps"].push_back(MapJson(plan, map));
  if (plan.elevation) {
    json["terrain"] = NameOf(plan.elevation->code);
    json["elevation"] = {plan.elevation->low, plan.elevation->high};
  }
  if (HasRangeStage(plan)) {
    const auto range = FindRange(store);
    json["range"] = range ? JsonTree({range->low, range->high}) : JsonTree();
  }
  json[std::string(kRecipeKeyword)] = TreeOf(RecipeTree(plan.recipe));
  return json;
}

}  // namespace cobble
