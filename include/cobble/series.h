// What makes many pictures of one recipe: values that its keys take in turn, the frames of a loop,
// tiles; and the names of their files.
#ifndef COBBLE_SERIES_H_
#define COBBLE_SERIES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// A key and the values that it takes in turn.
struct VariedKey {
  std::string path;                 // as for RecipeLayers::AddSet: "seed", "noise.frequency"
  std::vector<std::string> values;  // JSON, or text: "3", "[0, 1]", "ridge"; each once
};

// Parses "PATH=VALUES", where VALUES is a range of whole numbers, "1..16", or values separated by
// commas, "2,4,8"; a comma inside brackets, braces or quotation marks separates nothing. Throws
// Error at "vary": kUsage if the text has another form, kLimit for more than 100 000 values.
COBBLE_EXPORT VariedKey ParseVariedKey(std::string_view text);

// A picture that is cut into tiles, each a file of its own.
struct TileGrid {
  int64_t columns = 1, rows = 1;  // 1 to 65 536 each; must divide the sides, less the overlap
  int overlap = 0;                // pixels that neighbours share: 0 or 1
};

// The frames of a loop in one picture, row by row from the upper left.
struct SpriteGrid {
  int64_t columns = 1, rows = 1;  // 1 to 65 536 each, at most 100 000 frames
};

// File names of a series have placeholders, names in braces, as in "rock_{seed}_{frame}.png"; "{{"
// and "}}" are braces. There is one for each varied key, by its path; {frame}, the number of the
// frame; {x} and {y}, the column and row of the tile; and {udim}, the tile's number as DCCs count
// them: 1001 + column + 10 * row, with rows from the bottom up. A whole number with a width, as in
// {frame:04}, has leading zeros. In a set for an engine, {udim} ends the name: "rock.{udim}" makes
// "rock_Normal.1001.png".
struct Series {
  // All combinations are made; the last key changes fastest. At most 100 000 pictures.
  std::vector<VariedKey> vary = {};
  // Frames of a seamless loop, through one period of z: 1 to 100 000; 0: no loop. They share the
  // range "fit".
  int frames = 0;
  int64_t frame_start = 0;  // the number of the first: 0 to 10^9
  // Puts the frames into one picture. `frames` may be 0: as many as the sheet holds.
  std::optional<SpriteGrid> sprites = {};
  // Without {x}, {y} and {udim} in their name, tiles are called NAME_x0_y0.png and so on.
  std::optional<TileGrid> tiles = {};
};

// The texts that replace placeholders, by name.
using Placeholders = std::map<std::string, std::string, std::less<>>;

// Returns the file name with its placeholders replaced. Throws Error kUsage at "name" for a brace
// without its partner, a placeholder without a value, or a value that cannot be part of a file name
// because it has a slash or a NUL, or because it has a width and is no whole number.
COBBLE_EXPORT std::string ExpandName(std::string_view name, const Placeholders& values);

}  // namespace cobble

#endif  // COBBLE_SERIES_H_
