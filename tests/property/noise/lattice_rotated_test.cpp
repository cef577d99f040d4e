// What is particular to rotated pictures of lattice noise, whose rows are cut where they pass from
// one cell into the next: cells of every width, rows through corners and along faces, tiles that
// begin anywhere.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

constexpr int kWidth = 300, kHeight = 12;

// Turns about all axes; about one, by half of a right angle, so that rows lead through corners, by
// next to nothing, and so that the columns leave the plane.
constexpr const char* kTurns[] = {"[20, 30, 40]",  "[-110, 65, 200]", "[0, 0, 45]",
                                  "[0, 0, -135]",  "[0, 0, 1e-7]",    "[90, 0, 45]",
                                  "[0, 45, 1e-5]", "[0, 90, 0]",      "[0, 89.9999, 10]"};
// Cells across the picture: from one for many tiles to more than share anything.
constexpr double kCells[] = {0.01, 0.7, 3, 19, 37.5, 75, 130};

Recipe Rotated(const std::string& noise, double cells, const char* turns, double translate) {
  return ReadRecipe(
      fmt::format(R"({{"cobble": 1, "size": [{}, {}], "seed": 3,
                       "domain": {{"rotate": {}, "translate": [{}, {}, {}], "slice": 0.25}},
                       "noise": {{"frequency": {}, {}}}}})",
                  kWidth, kHeight, turns, translate, -translate, translate / 2, cells, noise),
      "rotated");
}

std::vector<std::string> Noises() {
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
  for (const std::string& noise : Noises())
    for (const char* const turns : kTurns)
      for (const double cells : kCells) {
        INFO(noise, ", ", cells, " cells, rotate ", std::string(turns));
        test(noise, cells, turns, random);
      }
}

TEST_CASE("rotated lattice noise is the oracle's") {
  ForEachRotated([](const std::string& noise, double cells, const char* turns, Random& random) {
    const Recipe recipe =
        Rotated(noise, cells, turns, static_cast<double>(random.Whole(-3, 3)) / cells);
    const Oracle oracle(recipe);
    JudgeMisses(PixelsAgainstOracle(recipe, oracle, {0, 0, kWidth, 4}));
    // Columns and rows far from the picture's own.
    const int64_t x = random.Whole(-1'000'000, 1'000'000), y = random.Whole(-1'000'000, 1'000'000);
    JudgeMisses(PixelsAgainstOracle(recipe, oracle, {x, y, 80, 4}));
  });
}

TEST_CASE("rotated lattice noise is itself far from the origin") {
  ForEachRotated([](const std::string& noise, double cells, const char* turns, Random&) {
    const Recipe recipe = Rotated(noise, cells, turns, 1e6);
    JudgeMisses(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, kWidth, 4}));
  });
}

TEST_CASE("rotated lattice noise is the same bits in every tile and window") {
  ForEachRotated([](const std::string& noise, double cells, const char* turns, Random& random) {
    const Program program = Program::Compile(Rotated(noise, cells, turns, 0.1));
    for (const Map map : {Map::kValue, Map::kNormal}) {
      const Image whole = RenderImage(program, map);
      for (const int columns : {1, 13, 100})
        CHECK(SameBits(RenderImage(program, map, {.tile_columns = columns}), whole));
      const int64_t x = random.Whole(0, kWidth - 1), y = random.Whole(0, kHeight - 1);
      const Window window{x, y, random.Whole(1, kWidth - x), random.Whole(1, kHeight - y)};
      CHECK(SameBits(RenderImage(program, map, {.window = window}),
                     Crop(whole, x, y, window.width, window.height)));
    }
  });
}

TEST_CASE("rotated lattice noise is the same bits on every SIMD level") {
  ForEachRotated([](const std::string& noise, double cells, const char* turns, Random&) {
    const Recipe recipe = Rotated(noise, cells, turns, 0.1);
    const Image best = RenderImage(Program::Compile(recipe), Map::kNormal);
    for (const std::string& level : RunningLevels()) {
      INFO(level);
      CHECK(SameBits(RenderImage(Program::Compile(recipe, {.simd = level}), Map::kNormal), best));
    }
  });
}

}  // namespace
}  // namespace cobble::test
