// The rows of the benchmarks: each row's recipe, render path and name.
#ifndef COBBLE_TESTS_BENCH_ROWS_H_
#define COBBLE_TESTS_BENCH_ROWS_H_

#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/recipe.h"

namespace cobble::bench {

enum class Path {
  kGrid,    // axes parallel to those of the lattice
  kAffine,  // rotated
  kTiled,   // a grid that repeats
  kWarp     // at points: one noise displaced by two of the same
};

// A kind of picture to write.
struct PictureKind {
  std::string name, format;
  std::vector<Map> maps;
  int bits = 8;
};

struct Row {
  std::string noise;  // "perlin", or with its function, "voronoi-F1"
  int dimensions = 2;
  int cells = 8;  // across the width of the picture
  int octaves = 1;
  bool slope = false;
  Path path = Path::kGrid;
  const PictureKind* picture = nullptr;  // null: samples are discarded
  std::string level = "auto";
  int threads = 1;

  // noise/dims/cells/slope/path/level/threads: "perlin/2d/8/value/grid/avx2/1t". With octaves,
  // cells is "8x8": 8 cells in the first of 8 octaves. In rows that write files, the path is the
  // kind of picture.
  std::string Name() const;
};

// Returns all rows at each of the levels.
std::vector<Row> Rows(const std::vector<std::string>& levels);

// Returns the recipe of a square picture of side x side pixels.
Recipe RecipeOf(const Row& row, int side);

}  // namespace cobble::bench

#endif  // COBBLE_TESTS_BENCH_ROWS_H_
