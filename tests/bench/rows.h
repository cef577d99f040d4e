// The benchmarks' rows: each row's recipe, render path and name.
#pragma once

#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/recipe.h"
#include "core/maps.h"

namespace cobble::bench {

enum class Path {
  kGrid,    // axes parallel to the lattice's
  kAffine,  // rotated by 30 degrees; in 3D, about every axis
  kTiled,   // a grid that repeats
  kWarp     // moved by Perlin noises of 8 cells, one for each dimension
};

// Samples of some maps: written to one file or, without a format, discarded.
struct Output {
  std::vector<PictureMap> maps;
  std::string format = {};
  int bits = 0;  // per channel of the file
};

struct Row {
  std::string preset = {};  // if not empty, the row renders this preset; else a noise:
  std::string noise = {};   // "perlin", or with its function, "voronoi-F1"
  int dimensions = 2;
  int cells = 8;  // across the width of the picture
  int octaves = 1;
  Path path = Path::kGrid;
  std::vector<Output> outputs = {};  // all discarded, or all files
  std::string file_kind = {};        // if the row writes files, their kind: "png16"
  std::string level = "auto";
  int threads = 1;

  bool NeedsSlope() const;
  // noise/dims/cells/slope/path/level/threads: "perlin/2d/8/value/grid/avx2/1t". With octaves,
  // cells is "8x8": 8 cells in the first of 8 octaves. If the row writes files, path is their kind.
  // Rows of presets: "preset/marble/maps/avx2/2t", "preset/marble/png/avx2/2t".
  std::string Name() const;
};

// Returns all rows at each level.
std::vector<Row> Rows(const std::vector<std::string>& levels);

// Returns the recipe of a square picture of side x side pixels.
Recipe RecipeOf(const Row& row, int side);

}  // namespace cobble::bench
