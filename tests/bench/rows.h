// The rows of the benchmarks: each row's recipe, render path and name.
#pragma once

#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/recipe.h"
#include "core/maps.h"

namespace cobble::bench {

enum class Path {
  kGrid,    // axes parallel to those of the lattice
  kAffine,  // rotated by 30 degrees; in 3D, about every axis
  kTiled,   // a grid that repeats
  kWarp     // moved by Perlin noises of 8 cells, one for each dimension
};

// What becomes of the samples of some maps: they are discarded or, if there is a format, written to
// one file.
struct Output {
  std::vector<PictureMap> maps;
  std::string format = {};
  int bits = 0;  // per channel of the file
};

struct Row {
  std::string preset = {};  // if it has a name, the row renders this preset; else, a noise:
  std::string noise = {};   // "perlin", or with its function, "voronoi-F1"
  int dimensions = 2;
  int cells = 8;  // across the width of the picture
  int octaves = 1;
  Path path = Path::kGrid;
  std::vector<Output> outputs = {};  // all discarded, or all files
  std::string file_kind = {};        // in rows that write files, the name of their kind: "png16"
  std::string level = "auto";
  int threads = 1;

  // Whether one of the maps needs slopes.
  bool NeedsSlope() const;
  // noise/dims/cells/slope/path/level/threads: "perlin/2d/8/value/grid/avx2/1t". With octaves,
  // cells is "8x8": 8 cells in the first of 8 octaves. In rows that write files, the path is the
  // kind of file. Rows of presets: "preset/marble/maps/avx2/2t", "preset/marble/png/avx2/2t".
  std::string Name() const;
};

// Returns all rows at each of the levels.
std::vector<Row> Rows(const std::vector<std::string>& levels);

// Returns the recipe of a square picture of side x side pixels.
Recipe RecipeOf(const Row& row, int side);

}  // namespace cobble::bench
