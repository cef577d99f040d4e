// Many pictures of one recipe: varied keys, frames of a loop, tiles, and the names of their files.
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

struct VariedKey {
  std::string path;  // as for RecipeLayers::AddSet: "seed", "noise.frequency", a knob's name
  std::vector<std::string> values;  // JSON, or text: "3", "[0, 1]", "ridge"; each once
  // They are all whole numbers from the first to the last, "6..30": a knob with a step takes only
  // its steps from the first on.
  bool is_range = false;
};

// Parses "PATH=VALUES". VALUES is a range of whole numbers, "1..16"; evenly spaced values and their
// number, "0..1:5"; or values separated by commas, "2,4,8", except for commas inside brackets,
// braces or quotation marks. Throws Error at "vary":
// kUsage if the text has another form, kLimit for more than 100 000 values.
COBBLE_EXPORT VariedKey ParseVariedKey(std::string_view text);

// A picture cut into tiles, each its own file.
struct TileGrid {
  int64_t columns = 1, rows = 1;  // 1 to 65 536 each; must divide the sides, less the overlap
  int overlap = 0;                // pixels that neighbours share: 0 or 1
};

// The frames of a loop in one picture, row by row from the upper left.
struct SpriteGrid {
  int64_t columns = 1, rows = 1;  // 1 to 65 536 each, at most 100 000 frames
};

// File names of a series have placeholders in braces, as in "rock_{seed}_{frame}.png"; "{{" and
// "}}" stand for braces. There is one for each varied key, by its path; for each knob of the
// recipe, by its name, also if there is no series; {frame}, the frame's number; {x} and {y}, the
// tile's column and row; {face}, px nx py ny pz or nz, of a cube; and {udim}, its number in DCC
// programs: 1001 + column + 10 * row, with
// rows from the bottom up. A width, as in {frame:04}, pads a whole number with zeros. In a set for
// an engine, {udim} ends the name: "rock.{udim}" makes "rock_Normal.1001.png".
struct Series {
  // All combinations are made; the last key changes fastest. At most 100 000 pictures.
  std::vector<VariedKey> vary = {};
  // Frames of a seamless loop through one period of z, with one range "fit": 1 to 100 000; 0: none.
  int frames = 0;
  int64_t frame_start = 0;  // number of the first: 0 to 10^9
  // Puts the frames into one picture. With `frames` 0, as many as fit.
  std::optional<SpriteGrid> sprites = {};
  // Without {x}, {y} or {udim} in their names, tiles are called NAME_x0_y0.png and so on.
  std::optional<TileGrid> tiles = {};
  // A file for each face of a cube, if its name has {face}. Windows and tiles are those of a face.
  bool faces = false;  // set where the series is made
};

// The texts that replace placeholders, by name.
using Placeholders = std::map<std::string, std::string, std::less<>>;

// Returns the file name with its placeholders replaced. Throws Error kUsage at "name" for a brace
// without its partner, a placeholder without a value, a value with a slash or a NUL, or a width for
// a value that is not a whole number.
COBBLE_EXPORT std::string ExpandName(std::string_view name, const Placeholders& values);

}  // namespace cobble

#endif  // COBBLE_SERIES_H_
