// Tests recipes of spheres: their sizes, their keys, and that they are written as they are read.
#include <doctest/doctest.h>

#include <string>

#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

TEST_CASE("keys that do not fit the surface are refused") { test::CheckRecipes(); }

Recipe ReadSphere(const std::string& members) {
  return ReadRecipe(R"json({"cobble": 1, "noise": "perlin(4) + voronoi(3)", )json" + members + "}",
                    "f");
}

TEST_CASE("one number is the height of a sphere's picture, and noises have 3 dimensions") {
  const Recipe globe = ReadSphere(R"("size": 300, "domain": {"surface": "equirectangular"})");
  CHECK(globe.width == 600);
  CHECK(globe.height == 300);
  CHECK(globe.noise.Input("a").Number("dimensions") == 3);
  const Recipe cube = ReadSphere(R"("size": 300, "domain": {"surface": "cube"})");
  CHECK(cube.width == 1800);
  const Recipe plane = ReadSphere(R"("size": 300)");
  CHECK(plane.noise.Input("a").Number("dimensions") == 2);
}

TEST_CASE("recipes of spheres are read as they are written") {
  for (const char* members :
       {R"("domain": {"surface": "cube"}, "normal": {"space": "object"})",
        R"("domain": {"surface": "equirectangular", "grid": "vertices"}, "size": 65)",
        R"("domain": {"surface": "cube"}, "range": [0, 1],
           "world": {"radius": 1737400, "heights": [-9000, 10000]})"}) {
    const Recipe recipe = ReadSphere(members);
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    CHECK(ReadRecipe(WriteBriefRecipe(recipe), "f") == recipe);
    CHECK_NOTHROW(Validate(recipe));
  }
  Recipe flat = ReadSphere(R"("domain": {"surface": "cube"})");
  flat.noise.inputs.find("a")->second.front().values["dimensions"] = 2.0;
  CHECK(ReadRecipe(WriteBriefRecipe(flat), "f") == flat);
}

TEST_CASE("the strength of a sphere is its relief in lengths of the equator") {
  const Recipe recipe = ReadSphere(R"("domain": {"surface": "cube"}, "range": [0, 1],
      "world": {"radius": 1000, "heights": [0, 62.83185307179586]})");
  CHECK(recipe.normal.strength == doctest::Approx(0.01));
}

}  // namespace
}  // namespace cobble
