// Tests worlds in recipes: reading, layers, writing, and the scales that follow.
#include "recipe/fields/world.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

std::string WorldText(const std::string& more) {
  return R"({"cobble": 1, "noise": {"type": "perlin"}, )" + more + "}";
}

const std::string kWorld = R"("range": [-1, 1], "world": {"width": 400, "heights": [20, 120]})";

Recipe ReadWorld(const std::string& more) { return ReadRecipe(WorldText(more), "f"); }

TEST_CASE("invalid worlds are refused, with what to write") { test::CheckRecipes(); }
TEST_CASE("flags of a world") { test::CheckRecipes(); }

TEST_CASE("the strength of normals follows from the world") {
  const Recipe recipe = ReadWorld(kWorld);
  REQUIRE(recipe.world.has_value());
  CHECK(recipe.world->width == 400);
  CHECK(recipe.world->heights == std::array{20.0, 120.0});
  CHECK(recipe.normal.strength == 0.25);
  CHECK(WriteRecipeLine(recipe).find("strength") == std::string::npos);
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  CHECK(WriteBriefRecipe(recipe).find("world") != std::string::npos);
  CHECK(ReadRecipe(WriteBriefRecipe(recipe), "f") == recipe);
  CHECK(ReadWorld(kWorld + R"(, "normal": {"strength": 0.25})") == recipe);
}

TEST_CASE("a recipe without a world is written without one") {
  const Recipe recipe = ReadWorld(R"("seed": 1)");
  CHECK_FALSE(recipe.world.has_value());
  CHECK(recipe.normal.strength == 0.1);
  CHECK(WriteRecipeLine(recipe).find("world") == std::string::npos);
  CHECK(WriteRecipeLine(recipe).find(R"("strength": 0.1)") != std::string::npos);
}

TEST_CASE("a recipe of code needs the strength of its world") {
  Recipe recipe = ReadWorld(R"("range": [-1, 1])");
  recipe.world = World{400, {20, 120}};
  CHECK_THROWS_WITH_AS(Validate(recipe), doctest::Contains("/normal/strength: "), Error);
  recipe.normal.strength = recipe.world->Strength();
  CHECK_NOTHROW(Validate(recipe));
  recipe.world->width = 0;
  CHECK_THROWS_WITH_AS(Validate(recipe), doctest::Contains("/world/width: "), Error);
}

TEST_CASE("scales are those of the whole picture") {
  const WorldScale pixels = *WorldScaleOf(ReadWorld(kWorld + R"(, "size": [800, 100])"));
  CHECK(pixels.step == 0.5);
  CHECK(pixels.base == 20);
  CHECK(pixels.rise == 100);
  const ValueScale values = *ValueScaleOf(ReadWorld(kWorld + R"(, "size": [800, 100])"));
  CHECK(values.InMetres(-1) == 20);
  CHECK(values.InMetres(1) == 120);
  const WorldScale vertices =
      *WorldScaleOf(ReadWorld(kWorld + R"(, "size": [401, 101], "domain": {"grid": "vertices"})"));
  CHECK(vertices.step == 1);
  CHECK_FALSE(WorldScaleOf(ReadWorld(R"("seed": 1)")).has_value());
}

TEST_CASE("the metres of values are known once the range fit is") {
  const Recipe recipe = ReadWorld(R"("range": "fit", "world": {"width": 9, "heights": [20, 120]})");
  CHECK_FALSE(ValueScaleOf(recipe).has_value());
  CHECK(ValueScaleOf(recipe, Bounds{-3, 2})->InMetres(1) == 100);
  CHECK_FALSE(ValueScaleOf(recipe, Bounds{2, 2}).has_value());
  CHECK(WorldScaleOf(recipe)->rise == 100);
}

TEST_CASE("fit decides about the metres of nodes without a strength of their own") {
  const auto measures = [](const std::string& range, const std::string& mask) {
    const std::string world = R"(, "world": {"width": 9, "heights": [20, 120]}, "maps": {"m": ")";
    return WaitsForFit(ReadWorld(R"("range": )" + range + world + mask + "\"}"));
  };
  CHECK(measures(R"("fit")", "1 - curvature-of(x)"));
  CHECK_FALSE(measures(R"("fit")", "1 - curvature-of(x, strength=1)"));
  CHECK_FALSE(measures(R"("fit")", "x"));
  CHECK_FALSE(measures("[0, 1]", "1 - curvature-of(x)"));
}

TEST_CASE("a unit of the noise is as many metres in all directions, or none are known") {
  const auto metres = [](const std::string& domain) {
    return MetresPerUnit(ReadWorld(kWorld + R"(, "size": [800, 200], "domain": {)" + domain + "}"));
  };
  CHECK(metres("") == 400);
  CHECK(metres(R"("scale": 2)") == 200);
  CHECK(metres(R"("scale": [2, -2], "extent": [4, 1])") == 50);
  CHECK(*metres(R"("rotate": 30)") == doctest::Approx(400));
  CHECK(*metres(R"("rotate": [180, 0, 10])") == doctest::Approx(400));
  CHECK_FALSE(metres(R"("scale": [2, 1])").has_value());
  CHECK_FALSE(metres(R"("rotate": [10, 0, 0])").has_value());
  CHECK_FALSE(metres(R"("extent": [1, 1])").has_value());
}

}  // namespace
}  // namespace cobble
