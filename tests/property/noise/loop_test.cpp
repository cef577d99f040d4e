// Tests loops: slices whole periods apart have equal bits, without a seam, and x and y are free.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

Recipe Read(const std::string& members) {
  return ReadRecipe(R"({"cobble": 1, "loop": true, )" + members + "}", "recipe");
}

Image SliceOf(Recipe recipe, double slice, Map map) {
  recipe.domain.slice = slice;
  return RenderImage(Program::Compile(recipe), map);
}

std::vector<RecipeWish> LoopWishes(int count, int nodes) {
  std::vector<RecipeWish> wishes = MixedWishes(count, nodes, 50, 31);
  for (RecipeWish& wish : wishes) wish.loop = true;
  return wishes;
}

// Noises and white noise, which is not in the table of noises.
std::vector<std::string> Noises3D() {
  std::vector<std::string> noises{R"({"type": "white", "dimensions": 3, "frequency": 5})"};
  for (const NodeSpec* const spec : NoiseSpecs())
    noises.push_back(fmt::format(
        R"({{"type": "{}", "dimensions": 3, "frequency": 3, "octaves": 3}})", spec->name));
  return noises;
}

TEST_CASE("slice 1 is slice 0, and slice 0.5 is another, in every noise") {
  for (const std::string& noise : Noises3D())
    for (const char* const domain :
         {"{}", R"({"rotate": 33, "translate": [1e4, -2.3, 0.7], "scale": [1.3, 0.7, -2]})",
          R"({"rotate": [180, 0, 12], "extent": [3, 2]})"}) {
      const Recipe recipe =
          Read(R"("size": [40, 30], "domain": )" + std::string(domain) + R"(, "noise": )" + noise);
      for (const Map map : {Map::kValue, Map::kNormal, Map::kAo}) {
        INFO(noise, " ", domain, " ", Name(map));
        const Image first = SliceOf(recipe, 0, map);
        for (const double slice : {1.0, -1.0, 7.0})
          CHECK(SameBits(SliceOf(recipe, slice, map), first));
        CHECK(SameBits(SliceOf(recipe, 1.25, map), SliceOf(recipe, -0.75, map)));
        if (noise.find("white") == std::string::npos || map != Map::kNormal)
          CHECK_FALSE(SameBits(SliceOf(recipe, 0.5, map), first));
      }
    }
}

TEST_CASE("slice 1 is slice 0 in trees") {
  ForEachRecipe(90, LoopWishes(60, 20), [](const Recipe& recipe, Random&) {
    for (const Map map : {Map::kValue, Map::kNormal})
      CHECK(SameBits(SliceOf(recipe, 1, map), SliceOf(recipe, 0, map)));
  });
}

TEST_CASE("points of loops match the oracle") {
  ForEachRecipe(91, LoopWishes(90, 12), [](const Recipe& recipe, Random& random) {
    CheckMisses(PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 300, 3)));
  });
}

TEST_CASE("a loop has no seam") {
  std::vector<RecipeWish> wishes = LoopWishes(60, 8);
  for (RecipeWish& wish : wishes) wish.folds = false;  // the slope may jump anywhere at folds
  ForEachRecipe(92, wishes, [](const Recipe& recipe, Random& random) {
    constexpr double kStep = 1e-3;
    std::vector<Vec3> across, inside;
    for (int k = 0; k < 400; ++k) {
      const double x = random.Uniform(-1, 1), y = random.Uniform(-1, 1);
      across.insert(across.end(), {{x, y, 1 - kStep / 2}, {x, y, kStep / 2}});
      for (int s = 0; s < 16; ++s) {
        const double z = random.Uniform(0, 1 - kStep);
        inside.insert(inside.end(), {{x, y, z}, {x, y, z + kStep}});
      }
    }
    const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
    const Steps seam = MaxSteps(Sample(program, across)), other = MaxSteps(Sample(program, inside));
    CHECK(seam.value <= 1.5 * other.value + 1e-5);
    CHECK(seam.slope <= 1.5 * other.slope + 1e-2);
  });
}

TEST_CASE("loops are bit-identical at every SIMD level and in any window") {
  ForEachRecipe(93, LoopWishes(54, 12), [](const Recipe& recipe, Random& random) {
    for (const Map map : {Map::kValue, Map::kSlope}) {
      const Image whole =
          RenderImage(Program::Compile(recipe), map, {.window = {-20, -30, 120, 90}});
      for (const std::string& level : RunningLevels()) {
        const int64_t x = random.Integer(0, 80), y = random.Integer(0, 60);
        INFO(level);
        CHECK(SameBits(RenderImage(Program::Compile(recipe, {.simd = level}), map,
                                   {.window = {x - 20, y - 30, 40, 30}, .tile_columns = 13}),
                       Crop(whole, x, y, 40, 30)));
      }
    }
  });
}

// Far from the origin, indices along x and y wrap to 32 bits while z repeats.
TEST_CASE("simplex noise in a loop matches the oracle far from the origin") {
  for (const char* const type : {"simplex", "simplex-value"})
    for (const char* const translate : {"[-3e9, 2e9, 0]", "[4e8, 5e8, 1e6]", "[-2e9, -2e9, -7]"}) {
      INFO(type, " ", translate);
      const Recipe recipe =
          Read(fmt::format(R"("size": [50, 40], "domain": {{"translate": {}, "slice": 0.4}},
              "noise": {{"type": "{}", "dimensions": 3, "frequency": 2, "octaves": 2}})",
                           translate, type));
      CheckMisses(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 50, 40}));
      Random random(94);
      CheckMisses(PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 300, 2)));
    }
}

TEST_CASE("a tiled picture may be a loop, with the same bits") {
  for (const std::string& noise : Noises3D()) {
    Recipe recipe = Read(R"("size": [50, 40], "tiling": true, "domain": {"extent": [1, 1]},
                            "noise": )" +
                         noise);
    const Image loop = SliceOf(recipe, 0.3, Map::kNormal);
    CHECK(SameBits(SliceOf(recipe, 1.25, Map::kNormal), SliceOf(recipe, 0.25, Map::kNormal)));
    recipe.loop = false;
    CHECK(SameBits(SliceOf(recipe, 0.3, Map::kNormal), loop));
  }
}

TEST_CASE("a loop changes only noises of 3 dimensions") {
  const std::string flat = R"({"type": "simplex", "frequency": 4.3})",
                    deep = R"({"type": "simplex", "dimensions": 3, "frequency": 4})";
  const Recipe loop =
      Read(R"("size": 40, "nodes": {"flat": )" + flat +
           R"(}, "noise": {"type": "add", "a": {"ref": "flat"}, "b": )" + deep + "}");
  Recipe plain = loop;
  plain.loop = false;
  const auto of = [](const Recipe& recipe, const char* map) {
    return RenderImage(Program::Compile(recipe, OptionsFor(recipe, {map})), map);
  };
  CHECK(SameBits(of(loop, "@flat"), of(plain, "@flat")));
  CHECK_FALSE(SameBits(of(loop, "value"), of(plain, "value")));
}

}  // namespace
}  // namespace cobble::test
