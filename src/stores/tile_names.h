// Names and metadata of xyz tiles.
#pragma once

#include <string>
#include <string_view>

#include "stores/chunk_grid.h"
#include "stores/store_plan.h"

namespace cobble {

// Returns whether a path has {z}, {x} and {y}.
bool HasTilePlaceholders(std::string_view path);

// The parts of a path with the placeholders {z}, {x} and {y}: "map/" and "{z}/{x}/{y}.png".
struct TilePath {
  std::string folder;  // "" or ending in a slash; has no placeholder
  std::string name;
};
// Throws Error kUsage at `where` if a placeholder is missing or repeated, if there is another one,
// or if the file is not a PNG.
TilePath SplitTilePath(const std::string& path, const std::string& where);

// Returns the zoom of a level: level 0 is the deepest.
int ZoomOf(const StorePlan& plan, int level);

// Returns a tile's path below the store's folder.
std::string FillTileName(const StorePlan& plan, const ChunkIndex& chunk);

// Returns whether an entry of the store's folder is named like a tile or a folder of tiles.
bool HoldsTiles(const StorePlan& plan, std::string_view entry);

// The name of the TileJSON 3.0.0 file that describes the tiles, and its text.
inline constexpr std::string_view kTilesetName = "tiles.json";
std::string TilesetText(const StorePlan& plan);

}  // namespace cobble
