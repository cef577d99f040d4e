// Implements the names and metadata of xyz tiles.
// Based on: TileJSON 3.0.0 (Mapbox, 2020).
#include "stores/tile_names.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "core/suggest.h"
#include "recipe/json.h"

namespace cobble {
namespace {

constexpr std::array<std::string_view, 3> kPlaceholders{"{z}", "{x}", "{y}"};

void Replace(std::string_view from, const std::string& to, std::string* text) {
  const std::size_t at = text->find(from);
  if (at != std::string::npos) text->replace(at, from.size(), to);
}

std::size_t CountOf(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size())
    ++count;
  return count;
}

}  // namespace

TilePath SplitTilePath(const std::string& path, const std::string& where) {
  const std::string hint = "write DIR/{z}/{x}/{y}.png";
  for (const std::string_view placeholder : kPlaceholders)
    if (const std::size_t count = CountOf(placeholder, path); count != 1)
      throw Error(ErrorKind::kUsage, where,
                  fmt::format("{} {}", count == 0 ? "lacks" : "repeats", placeholder), hint);
  if (CountOf("{", path) != kPlaceholders.size() || CountOf("}", path) != kPlaceholders.size())
    throw Error(ErrorKind::kUsage, where, "has a placeholder besides {z}, {x} and {y}", hint);
  const Format* const format = FormatOfPath(path);
  if (!format || format->name != "png")
    throw Error(ErrorKind::kUsage, where, "xyz tiles are PNG files", hint);
  const std::size_t slash = path.rfind('/', path.find('{'));
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

int ZoomOf(const StorePlan& plan, int level) {
  return std::countr_zero(static_cast<uint64_t>(plan.recipe.width / plan.chunk)) - level;
}

std::string FillTileName(const StorePlan& plan, const ChunkIndex& chunk) {
  std::string name = plan.tile_name;
  Replace("{z}", fmt::format("{}", ZoomOf(plan, chunk.level)), &name);
  Replace("{x}", fmt::format("{}", chunk.column), &name);
  Replace("{y}", fmt::format("{}", chunk.row), &name);
  return name;
}

std::string TilesetName(const StorePlan&) { return "tiles.json"; }

// TileJSON has no member for the encoding of elevations; "encoding" is what MapLibre's sources of
// type raster-dem call it, and so is "tileSize".
std::string TilesetText(const StorePlan& plan) {
  Json json = Json::ObjectOf();
  json.Add("tilejson", Json::Text("3.0.0"));
  Json tiles = Json::ListOf();
  tiles.list()->push_back(Json::Text(plan.tile_name));
  json.Add("tiles", std::move(tiles));
  json.Add("name", Json::Text(plan.maps.front().map.name));
  json.Add("scheme", Json::Text("xyz"));
  json.Add("tileSize", Json::Number(static_cast<double>(plan.chunk)));
  json.Add("minzoom", Json::Number(ZoomOf(plan, plan.levels)));
  json.Add("maxzoom", Json::Number(ZoomOf(plan, 0)));
  if (plan.elevation)
    json.Add("encoding", Json::Text(kTerrainCodes[static_cast<std::size_t>(plan.elevation->code)]));
  return WriteJson(json) + '\n';
}

}  // namespace cobble
