// The rows of the benchmarks: what is rendered, along which path, and how each is named.
#ifndef COBBLE_TESTS_BENCH_ROWS_H_
#define COBBLE_TESTS_BENCH_ROWS_H_

#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/recipe.h"

namespace cobble::bench {

enum class Path {
  kGrid,    // axes along the lattice's
  kAffine,  // rotated
  kTiled,   // a grid that repeats
  kWarp     // at points: one noise moved by two of its kind
};

// What a whole run writes.
struct PictureKind {
  std::string name, format;
  std::vector<Map> maps;
  int bits = 8;
};

struct Row {
  std::string noise;  // "perlin", or with its function, "voronoi-F1"
  int dimensions = 2;
  int cells = 8;  // along the picture's width
  int octaves = 1;
  bool slope = false;
  Path path = Path::kGrid;
  const PictureKind* picture = nullptr;  // null: samples that are thrown away
  std::string level = "auto";
  int threads = 1;

  // noise/dims/cells/slope/path/level/threads: "perlin/2d/8/value/grid/avx2/1t"; with octaves,
  // cells reads "8x8": 8 cells in the first of 8 octaves; what is written stands for the path.
  std::string Name() const;
};

// Every row, on each of the levels.
std::vector<Row> Rows(const std::vector<std::string>& levels);

// A square picture of `side` pixels.
Recipe RecipeOf(const Row& row, int side);

}  // namespace cobble::bench

#endif  // COBBLE_TESTS_BENCH_ROWS_H_
