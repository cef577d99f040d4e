// Tests errors about lattices with a frequency per axis: they name the axis's key.
#include "program/tiling.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"

namespace cobble {
namespace {

const std::string kPointer = "/noise";

// A wall of bricks, as nodes with separate keys for columns and rows define it.
struct Wall {
  Recipe recipe;
  NoiseType type;
  Site site;
  Lattice lattice{.frequency = {4, 8, 1}, .frequency_keys = {"columns", "rows", "rows"}};

  explicit Wall(const std::string& members)
      : recipe(ReadRecipe(R"({"cobble": 1, "size": [192, 108], )" + members +
                              R"("noise": {"type": "perlin", "octaves": 9, "lacunarity": 7}})",
                          "wall")) {}

  NoiseContext Context() const {
    return {recipe, recipe.noise, type, kPointer, site, site.bound, lattice};
  }
  std::string Error() const {
    try {
      MakeOctaves(Context());
    } catch (const cobble::Error& error) {
      return error.issues().front().Text();
    }
    return "nothing is wrong";
  }
};

const std::string kTiled = "\"tiling\": true, ";

TEST_CASE("each axis has its own frequency and period, in one octave") {
  Wall wall(kTiled + R"("domain": {"extent": [1, 0.5]}, )");
  wall.lattice.frequency[0] = 4.000000001;  // rounded
  const std::vector<Octave> octaves = MakeOctaves(wall.Context());
  REQUIRE(octaves.size() == 1);
  CHECK(octaves[0].amplitude == 1);
  CHECK(octaves[0].frequency[0] == 4);
  CHECK(octaves[0].frequency[1] == 8);
  CHECK(octaves[0].period[0] == 4);
  CHECK(octaves[0].period[1] == 4);
}

TEST_CASE("an error about a period names the key of its axis, and what fits") {
  Wall wall(kTiled);
  const std::string rows = "wall:1:60: /noise/rows: ", columns = "wall:1:60: /noise/columns: ";
  const std::string message = "a tiled picture needs a whole number of cells along every axis";
  CHECK(wall.Error() ==
        rows + message +
            R"(, got 4 x 4.5; use "extent": [2,1.125] in "domain" (8 x 9 cells), or )"
            R"("rows": 8.888888889 (4 x 5 cells), or "extent": [1,1] in "domain" (stretched))");
  wall.lattice.frequency = {4.5, 15, 1};
  CHECK(wall.Error() ==
        columns + message +
            R"(, got 4.5 x 8.4375; use "extent": [16,9] in "domain" (72 x 135 cells), or )"
            R"("columns": 5 and "rows": 14.222222222 (5 x 8 cells), or "extent": [1,1] in )"
            R"("domain" and "columns": 5)");
  wall.lattice.frequency = {3e9, 16, 1};
  CHECK(wall.Error() ==
        columns + "a tiled picture can have at most 2147483647 cells per period, got 3000000000");
  const auto set_multiples = [&](auto multiples) { wall.type.cell_multiples = multiples; };
  set_multiples([](const Node&) { return std::array{1, 2}; });
  wall.lattice.frequency = {4, 16, 1};
  CHECK(wall.Error() ==
        rows + message +
            R"( (an even number along y), got 4 x 9; use "extent": [2,1.125] in "domain" )"
            R"((8 x 18 cells), or "rows": 17.777777778 (4 x 10 cells), or "extent": [1,1] in )"
            R"("domain" (stretched))");
  set_multiples([](const Node&) { return std::array{4, 4}; });
  CHECK(wall.Error() ==
        rows + message +
            R"( (a multiple of 4 along x and y), got 4 x 9; use "extent": [4,2.25] in "domain" )"
            R"((16 x 36 cells), or "rows": 14.222222222 (4 x 8 cells), or "extent": [1,1] in )"
            R"("domain" (stretched))");
  set_multiples([](const Node&) { return std::array{3, 1}; });
  CHECK(wall.Error() ==
        columns + message +
            R"( (a multiple of 3 along x), got 4 x 9; use "extent": [3,1.6875] in "domain" )"
            R"((12 x 27 cells), or "columns": 3 (3 x 9 cells))");
  set_multiples([](const Node&) { return std::array{3, 2}; });
  CHECK(wall.Error() ==
        columns + message +
            R"( (a multiple of 3 along x, an even number along y), got 4 x 9; use "extent": )"
            R"([6,3.375] in "domain" (24 x 54 cells), or "columns": 3 and "rows": 17.777777778 )"
            R"((3 x 10 cells))");
}

TEST_CASE("an error about far positions names the key of the axis") {
  Wall wall("");
  wall.lattice.frequency = {4, 1e13, 1};
  const auto field = [&] {
    return FieldToReduce(wall.Context(), MakeOctaves(wall.Context()), {0.5, 0.28, 0});
  };
  CHECK(field() == "/noise/rows");
  wall.lattice.frequency = {1e13, 4, 1};
  CHECK(field() == "/noise/columns");
}

std::string CompileErrorOf(const std::string& members) {
  try {
    Program::Compile(ReadRecipe(R"({"cobble": 1, "size": 64, )" + members + "}", "f"));
  } catch (const cobble::Error& error) {
    REQUIRE(error.issues().size() == 1);
    return error.issues().front().Text();
  }
  return "nothing is wrong";
}

TEST_CASE("an error names the scale that is in the way, and the nearest that fits") {
  const std::string tiled = "a tiled picture needs a whole number of cells along every axis, got ";
  CHECK(
      CompileErrorOf(R"("tiling": true, "noise": {"type": "transform", "scale": [1, 1.3],
      "source": {"type": "perlin", "frequency": 4}})") ==
      "f:1:83: /noise/scale: " + tiled +
          "4 x 5.2 of the noise at /noise/source; use the scale [1,1.25], or \"extent\": [5,5] in "
          "\"domain\" (20 x 26 cells), or \"frequency\": 10 (10 x 13 cells)");
  CHECK(CompileErrorOf(R"("tiling": true, "domain": {"scale": 1.1}, "noise": {"type": "perlin",
      "frequency": 4})")
            .starts_with("f:1:63: /domain/scale: " + tiled +
                         "4.4 x 4.4 of the noise at /noise; use \"scale\": [1,1,1.1] in "
                         "\"domain\", or "));
  CHECK(
      CompileErrorOf(R"("loop": true, "domain": {"scale": [1, 1, 0.3]}, "noise": {"type":
      "perlin", "frequency": 4, "dimensions": 3})")
          .starts_with("f:1:61: /domain/scale: a loop needs a whole number of cells along z, got "
                       "1.2 of the noise at /noise; use \"scale\": [1,1,0.25] in \"domain\", or "));
  // A frequency that does not fit without the scale is at fault.
  CHECK(CompileErrorOf(R"("tiling": true, "domain": {"scale": 3}, "noise": {"type": "perlin",
      "frequency": 4.1})")
            .find("/noise/frequency: ") < 20);
}

TEST_CASE("where a knob gives the cells, an error names its nearest value that fits") {
  const std::string error =
      CompileErrorOf(R"json("tiling": true, "knobs": {"rows": {"value": 8, "range": [3, 42]}},
      "noise": "bricks(rows/3, rows)")json");
  CHECK(error.find(R"(; use "value": 6 in the knob "rows" (2 x 6 cells), or "extent": [3,3] in )"
                   R"("domain" (8 x 24 cells), or )") != error.npos);
  CHECK(error.find(R"("columns": 3)") == error.npos);
}

TEST_CASE("an error names the rotation that is in the way") {
  const std::string rule =
      "a tiled picture can only be rotated by 180 degrees about any axis, or by 90 or 270 degrees "
      "about z, got ";
  const auto rotated = [](const std::string& domain, const std::string& inner) {
    return CompileErrorOf(R"("tiling": true, "domain": {"rotate": )" + domain +
                          R"(}, "noise": {"type": "transform", "rotate": )" + inner +
                          R"(, "source": {"type": "perlin", "frequency": 4}})");
  };
  CHECK(rotated("90", "270") == "nothing is wrong");
  CHECK(rotated("90", "45").find("/noise/rotate: " + rule + "[0, 0, 45]") < 20);
  CHECK(rotated("45", "45") == "nothing is wrong");
  CHECK(rotated("45", "45.1").find("/domain/rotate: " + rule) < 20);
  CHECK(rotated("45", "90").find("/domain/rotate: " + rule + "[0, 0, 45]") < 20);
}

TEST_CASE("a node without cells has no limits and fits any period") {
  Wall wall(kTiled);
  wall.lattice = {.has_cells = false};
  CHECK(wall.Error() == "nothing is wrong");
  CHECK(PositionLimitsOf(wall.Context(), MakeOctaves(wall.Context())).empty());
  CHECK(TiledNoise(wall.Context()).Fits({0.3, 0.7}));
  CHECK(MakeOctaves(wall.Context()).front().frequency[0] == 1);
}

}  // namespace
}  // namespace cobble
