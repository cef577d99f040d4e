// Tests rotated lattice noise, whose rows are split at cell borders: cells of every width, rows
// through corners and along faces, tiles that start anywhere.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

constexpr int kColumns = 300, kRows = 12;

// About all axes; about one axis by 45 degrees, so that rows pass through corners; by almost
// nothing; and such that columns leave the plane.
constexpr const char* kRotations[] = {"[20, 30, 40]",  "[-110, 65, 200]", "[0, 0, 45]",
                                      "[0, 0, -135]",  "[0, 0, 1e-7]",    "[90, 0, 45]",
                                      "[0, 45, 1e-5]", "[0, 90, 0]",      "[0, 89.9999, 10]"};
// Cells across the picture, from cells wider than many tiles to cells of two pixels.
constexpr double kCellsPerUnit[] = {0.01, 0.7, 3, 19, 37.5, 75, 130};

Recipe Rotated(const std::string& noise, double cells, const char* rotation, double translate) {
  return ReadRecipe(
      fmt::format(R"({{"cobble": 1, "size": [{}, {}], "seed": 3,
                       "domain": {{"rotate": {}, "translate": [{}, {}, {}], "slice": 0.25}},
                       "noise": {{"frequency": {}, {}}}}})",
                  kColumns, kRows, rotation, translate, -translate, translate / 2, cells, noise),
      "rotated");
}

std::vector<std::string> LatticeNoises() {
  std::vector<std::string> noises;
  for (const char* const type : {"value", "perlin"})
    for (const int dimensions : {2, 3})
      noises.push_back(fmt::format(R"("type": "{}", "dimensions": {})", type, dimensions));
  noises.push_back(R"("type": "perlin", "dimensions": 3, "octaves": 4, "turbulence": "smooth")");
  noises.push_back(R"("type": "value", "octaves": 5, "turbulence": "absolute")");
  return noises;
}

template <typename Test>
void ForEachRotated(const Test& test) {
  Random random(91);
  for (const std::string& noise : LatticeNoises())
    for (const char* const rotation : kRotations)
      for (const double cells : kCellsPerUnit) {
        INFO(noise, ", ", cells, " cells, rotate ", std::string(rotation));
        test(noise, cells, rotation, random);
      }
}

TEST_CASE("rotated lattice noise matches the oracle") {
  ForEachRotated([](const std::string& noise, double cells, const char* rotation, Random& random) {
    const Recipe recipe =
        Rotated(noise, cells, rotation, static_cast<double>(random.Integer(-3, 3)) / cells);
    const Oracle oracle(recipe);
    CheckMisses(PixelsAgainstOracle(recipe, oracle, {0, 0, kColumns, 4}));
    const int64_t x = random.Integer(-1'000'000, 1'000'000),
                  y = random.Integer(-1'000'000, 1'000'000);
    CheckMisses(PixelsAgainstOracle(recipe, oracle, {x, y, 80, 4}));
  });
}

TEST_CASE("rotated lattice noise matches the oracle far from the origin") {
  ForEachRotated([](const std::string& noise, double cells, const char* rotation, Random&) {
    const Recipe recipe = Rotated(noise, cells, rotation, 1e6);
    CheckMisses(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, kColumns, 4}));
  });
}

TEST_CASE("rotated lattice noise is bit-identical in every tile and window") {
  ForEachRotated([](const std::string& noise, double cells, const char* rotation, Random& random) {
    const Program program = Program::Compile(Rotated(noise, cells, rotation, 0.1));
    for (const Map map : {Map::kValue, Map::kNormal}) {
      const Image whole = RenderImage(program, map);
      for (const int columns : {1, 13, 100})
        CHECK(SameBits(RenderImage(program, map, {.tile_columns = columns}), whole));
      const int64_t x = random.Integer(0, kColumns - 1), y = random.Integer(0, kRows - 1);
      const Window window{x, y, random.Integer(1, kColumns - x), random.Integer(1, kRows - y)};
      CHECK(SameBits(RenderImage(program, map, {.window = window}),
                     Crop(whole, x, y, window.width, window.height)));
    }
  });
}

TEST_CASE("rotated lattice noise is bit-identical at every SIMD level") {
  ForEachRotated([](const std::string& noise, double cells, const char* rotation, Random&) {
    const Recipe recipe = Rotated(noise, cells, rotation, 0.1);
    const Image best = RenderImage(Program::Compile(recipe), Map::kNormal);
    for (const std::string& level : RunningLevels()) {
      INFO(level);
      CHECK(SameBits(RenderImage(Program::Compile(recipe, {.simd = level}), Map::kNormal), best));
    }
  });
}

}  // namespace
}  // namespace cobble::test
