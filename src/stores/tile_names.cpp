// Implements the names and metadata of xyz tiles.
// Based on: TileJSON 3.0.0 (Mapbox, 2020).
#include "stores/tile_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::array<std::string_view, 3> kPlaceholders{"{z}", "{x}", "{y}"};

std::size_t CountOf(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size())
    ++count;
  return count;
}

// Returns a path of tiles in the folder that `path`, which is not one, seems to mean.
std::string TilePathLike(const std::string& path) {
  const std::size_t brace = path.find('{');
  std::string folder = path;
  if (brace != std::string::npos) {
    folder = FolderOf(path.substr(0, brace));
  } else if (FormatOfPath(path)) {
    folder.resize(path.size() - SuffixOfName(path).size());
  }
  while (EndsInSeparator(folder)) folder.pop_back();
  return Shown(folder.empty() ? "DIR" : folder) + "/{z}/{x}/{y}.png";
}

// Returns why names are not allowed: two tiles may share one, or they leave the folder. Else empty.
std::string WhyBadNames(const std::string& name) {
  for (std::size_t end = name.find('}'); end != std::string::npos; end = name.find('}', end + 1)) {
    const std::string between = name.substr(end + 1, name.find('{', end) - end - 1);
    if (name.find('{', end) != std::string::npos &&
        between.find_first_not_of("0123456789") == std::string::npos)
      return "needs a character other than a digit between placeholders, so that each tile has its "
             "own name";
  }
  for (const std::string_view part : PiecesOf(name, "/"))
    if (part.empty() || part == "." || part == "..")
      return fmt::format("has the part {} after a placeholder", Quoted(part));
  const bool has_control =
      std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  return has_control ? "has a control character" : "";
}

}  // namespace

bool HasTilePlaceholders(std::string_view path) {
  return std::ranges::all_of(kPlaceholders,
                             [&](std::string_view text) { return path.find(text) < path.size(); });
}

TilePath SplitTilePath(const std::string& path, const std::string& where) {
  // Before the path, `where` names maps: "-o lit=foo".
  const std::string shown = Shown(path);
  const std::size_t maps = where.ends_with(shown) ? where.rfind(' ') + 1 : where.npos;
  const std::string prefix =
      maps < where.size() ? where.substr(maps, where.size() - shown.size() - maps) : "";
  const auto refuse = [&](const std::string& message) {
    throw Error(ErrorKind::kUsage, where, message, "write " + prefix + TilePathLike(path));
  };
  for (const std::string_view placeholder : kPlaceholders)
    if (const std::size_t count = CountOf(placeholder, path); count != 1)
      refuse(fmt::format("{} {}", count == 0 ? "lacks" : "repeats", placeholder));
  if (CountOf("{", path) != kPlaceholders.size() || CountOf("}", path) != kPlaceholders.size())
    refuse("has a placeholder besides {z}, {x} and {y}");
  const Format* const format = FormatOfPath(path);
  if (!format || format->name != "png") refuse("xyz tiles are PNG files");
  const std::string folder = FolderOf(path.substr(0, path.find('{')));
  const std::string name = WithSlashes(path.substr(folder.size()));
  if (const std::string why = WhyBadNames(name); !why.empty()) refuse(why);
  return {folder, name};
}

int ZoomOf(const StorePlan& plan, int level) {
  return std::countr_zero(static_cast<uint64_t>(plan.recipe.width / plan.chunk)) - level;
}

std::string FillTileName(const StorePlan& plan, const ChunkIndex& chunk) {
  return fmt::format(fmt::runtime(plan.tile_name), fmt::arg("z", ZoomOf(plan, chunk.level)),
                     fmt::arg("x", chunk.column), fmt::arg("y", chunk.row));
}

// Placeholders stand for numbers, which other characters separate (CheckNames).
bool HoldsTiles(const StorePlan& plan, std::string_view entry) {
  std::string_view pattern = plan.tile_name;
  pattern = pattern.substr(0, pattern.find('/'));
  while (!pattern.empty()) {
    if (pattern.front() != '{') {
      if (!entry.starts_with(pattern.front())) return false;
      pattern.remove_prefix(1);
      entry.remove_prefix(1);
      continue;
    }
    const std::size_t digits = std::min(entry.find_first_not_of("0123456789"), entry.size());
    const auto number = ParseInteger(entry.substr(0, digits));
    const bool is_zoom = pattern.starts_with("{z}");
    if (!number || (is_zoom && (*number < ZoomOf(plan, plan.levels) || *number > ZoomOf(plan, 0))))
      return false;
    pattern.remove_prefix(kPlaceholders[0].size());
    entry.remove_prefix(digits);
  }
  return entry.empty();
}

// TileJSON has no member for the encoding of elevations or the size of tiles. "encoding" and
// "tileSize" are the names in MapLibre's sources of type raster-dem.
std::string TilesetText(const StorePlan& plan) {
  JsonTree json = JsonTree::object();
  json["tilejson"] = "3.0.0";
  const bool has_slash = plan.base_url.empty() || plan.base_url.ends_with('/');
  json["tiles"] = JsonTree::array({plan.base_url + (has_slash ? "" : "/") + plan.tile_name});
  json["name"] = plan.maps.front().map.name;
  json["scheme"] = "xyz";
  json["tileSize"] = plan.chunk;
  json["minzoom"] = ZoomOf(plan, plan.levels);
  json["maxzoom"] = ZoomOf(plan, 0);
  if (plan.elevation) json["encoding"] = NameOf(plan.elevation->code);
  return PrintJson(json) + '\n';
}

}  // namespace cobble
