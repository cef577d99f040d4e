// The rows of the benchmarks, and their recipes as JSON.
#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "cobble/recipe_io.h"

namespace cobble::bench {
namespace {

constexpr std::string_view kPathNames[] = {"grid", "affine", "warp", "png"};

struct Cells {
  int cells, octaves;
};
constexpr Cells kCells[] = {{8, 1}, {64, 1}, {512, 1}, {8, 8}};

// What stands for a noise in the rows' names, and which one that is.
struct Kind {
  std::string_view name, type;
  std::string_view options = {};  // of the noise's own, as JSON after a comma
  bool all = true;                // every path and number of octaves, or grids of one octave alone
};
constexpr Kind kKinds[] = {
    {"value", "value"},
    {"perlin", "perlin"},
    {"voronoi-F1", "voronoi"},
    {"voronoi-F2-F1", "voronoi", R"(, "function": "F2-F1")", false},
    {"voronoi-cell-id", "voronoi", R"(, "function": "cell-id")", false},
    {"voronoi-edge", "voronoi", R"(, "function": "edge")", false},
    {"voronoi-lse", "voronoi", R"(, "smooth": "lse")", false},
    {"voronoi-poly", "voronoi", R"(, "smooth": "poly")", false},
};

const Kind& KindOf(const Row& row) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [&](const Kind& kind) { return kind.name == row.noise; });
}

std::string NoiseText(const Row& row) {
  const Kind& kind = KindOf(row);
  return fmt::format(R"({{"type": "{}", "dimensions": {}, "frequency": {}, "octaves": {}{}}})",
                     kind.type, row.dimensions, row.cells, row.octaves, kind.options);
}

std::string NodeText(const Row& row) {
  const std::string noise = NoiseText(row);
  if (row.path != Path::kWarp) return noise;
  return fmt::format(R"({{"type": "warp", "source": {0}, "by": [{0}, {0}], "amount": 0.01}})",
                     noise);
}

}  // namespace

std::string Row::Name() const {
  const std::string cells_text =
      octaves == 1 ? std::to_string(cells) : fmt::format("{}x{}", cells, octaves);
  return fmt::format("{}/{}d/{}/{}/{}/{}/{}t", noise, dimensions, cells_text,
                     slope ? "slope" : "value", kPathNames[static_cast<int>(path)], level, threads);
}

std::vector<Row> Rows(const std::vector<std::string>& levels) {
  std::vector<Row> rows;
  for (const Kind& kind : kKinds)
    for (const int dimensions : {2, 3})
      for (const auto [cells, octaves] : kCells)
        for (const bool slope : {false, true})
          for (const Path path : {Path::kGrid, Path::kAffine, Path::kWarp, Path::kPng}) {
            // A PNG of slopes is a PNG of normals, at 8 bits: another matter.
            if (path == Path::kPng && slope) continue;
            if (!kind.all && (path != Path::kGrid || octaves > 1)) continue;
            for (const std::string& level : levels)
              for (const int threads : {1, 2})
                rows.push_back({std::string(kind.name), dimensions, cells, octaves, slope, path,
                                level, threads});
          }
  return rows;
}

Recipe RecipeOf(const Row& row, int side) {
  const char* const rotate = row.path == Path::kAffine ? "[20, 30, 40]" : "[0, 0, 0]";
  const std::string text = fmt::format(
      R"({{"cobble": 1, "size": {}, "seed": 1, "domain": {{"rotate": {}, "slice": 0.37}},
         "noise": {}}})",
      side, rotate, NodeText(row));
  return ReadRecipe(text, row.Name());
}

}  // namespace cobble::bench
