// Compares pictures and points with the float64 oracle, for every kind of frame and for trees of
// nodes, and the oracle's slopes with finite differences of its values.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr int64_t kWidth = 61, kHeight = 37;

// The oracle gives each sample's tolerance (OracleSample): the noises' errors times the slopes of
// the operations above, and for slopes also their change within those errors. Where it spans a fold
// or a step, the sample is a kink. A single tree may consist of kinks; all trees together may not.
void CheckPictures(uint64_t seed, const std::vector<RecipeWish>& wishes) {
  Tally all;
  ForEachRecipe(seed, wishes, [&](const Recipe& recipe, Random&) {
    const Window whole{0, 0, recipe.width, recipe.height};
    const Tally tally = PixelsAgainstOracle(recipe, Oracle(recipe), whole);
    CheckMisses(tally);
    all.Add(tally);
  });
  CheckMissesAndKinks(all);
}

void CheckPoints(uint64_t seed, const std::vector<RecipeWish>& wishes) {
  Tally all;
  ForEachRecipe(seed, wishes, [&](const Recipe& recipe, Random& random) {
    const Tally tally = PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 250, 3));
    CheckMisses(tally);
    all.Add(tally);
  });
  CheckMissesAndKinks(all);
}

std::vector<RecipeWish> Wishes(int count, RecipeWish::Rotation rotation, bool tiling) {
  std::vector<RecipeWish> wishes(
      static_cast<std::size_t>(count),
      {.width = kWidth, .height = kHeight, .tiling = tiling, .rotation = rotation});
  for (std::size_t k = 0; k < wishes.size(); k += 2) wishes[k].axes = true;
  return wishes;
}

TEST_CASE("grid pictures match the oracle") {
  CheckPictures(20, Wishes(60, RecipeWish::kNone, false));
  CheckPictures(21, Wishes(40, RecipeWish::kQuarterTurns, false));
}

TEST_CASE("rotated pictures match the oracle") {
  CheckPictures(22, Wishes(80, RecipeWish::kOdd, false));
}

TEST_CASE("tiled pictures match the oracle") {
  CheckPictures(23, Wishes(60, RecipeWish::kNone, true));
  CheckPictures(24, Wishes(40, RecipeWish::kQuarterTurns, true));
}

// Every second tree has phasor among its nodes, every third one images.
std::vector<RecipeWish> Trees(int count, int64_t width, int64_t height) {
  std::vector<RecipeWish> trees = MixedWishes(count, 30, width, height);
  for (std::size_t k = 0; k < trees.size(); k += 2) trees[k].phasor = true;
  for (std::size_t k = 1; k < trees.size(); k += 3) trees[k].images = true;
  return trees;
}

TEST_CASE("pictures of trees match the oracle") { CheckPictures(25, Trees(300, 35, 21)); }

TEST_CASE("points of noises match the oracle") { CheckPoints(26, MixedWishes(120, 1, 64, 48)); }

TEST_CASE("points of trees match the oracle") { CheckPoints(27, Trees(480, 64, 48)); }

bool Compiles(const Recipe& recipe) try {
  Program::Compile(recipe);
  return true;
} catch (const Error&) {
  return false;
}

// Trees with nodes that a sphere refuses do not count.
TEST_CASE("points of spheres match the oracle") {
  Tally all;
  int spheres = 0;
  ForEachRecipe(28, MixedWishes(400, 5, 64, 48), [&](const Recipe& given, Random& random) {
    Recipe recipe = given;
    recipe.tiling = recipe.loop = false;
    recipe.domain.surface = SurfaceShape::kEquirectangular;
    recipe.domain.extent = {1, 1};
    recipe.domain.slice = 0;
    recipe.width = 2 * recipe.height;
    if (!Compiles(recipe)) return;
    const Tally tally = PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 100, 3));
    CheckMisses(tally);
    all.Add(tally);
    ++spheres;
  });
  CheckMissesAndKinks(all);
  CHECK(spheres > 100);
}

// A single recipe may have many kinks.
TEST_CASE("windows beyond the picture match the oracle") {
  Tally all;
  ForEachRecipe(29, MixedWishes(90, 30, 64, 48), [&](const Recipe& recipe, Random& random) {
    const Oracle oracle(recipe);
    const int64_t x = random.Integer(-3000, 3000), y = random.Integer(-3000, 3000);
    const Tally tally = PixelsAgainstOracle(recipe, oracle, {x, y, 40, 25});
    CheckMisses(tally);
    all.Add(tally);
  });
  CheckMissesAndKinks(all);
}

// Beyond 2^40 cells, a position in a cell has too few bits. Only tiled planes wrap such pixels.
TEST_CASE("windows and points beyond the coordinate limits are rejected") {
  const auto render = [](const char* tiling, const Window& window) {
    const Recipe recipe = ReadRecipe(
        fmt::format(R"({{"cobble": 1, "size": 50, "tiling": {}, "noise": {{"type": "perlin"}}}})",
                    tiling),
        "far");
    return RenderImage(Program::Compile(recipe), Map::kValue, {.window = window});
  };
  constexpr int64_t kFar = 9'000'000'000'000'000, kLast = (int64_t{1} << 53) - 20;
  CHECK_THROWS_AS(render("false", {kFar, 0, 20, 20}), Error);
  CHECK_THROWS_AS(render("false", {0, -kFar, 20, 20}), Error);
  CHECK(SameBits(render("true", {kFar, -kFar, 20, 20}), render("true", {0, 0, 20, 20})));
  CHECK(SameBits(render("true", {kLast, 0, 20, 2}), render("true", {kLast % 50, 0, 20, 2})));

  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"}})", "far");
  const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
  for (const double x : {1e300, -1e15, HUGE_VAL, std::nan("")}) {
    INFO(x);
    CHECK_THROWS_AS(Sample(program, std::vector<Vec3>{{0, 0, 0}, {x, 0, 0}}), Error);
    CHECK_THROWS_AS(Sample(program, std::vector<Vec3>{{0, x, 0}}), Error);
  }
}

TEST_CASE("constants, and warps of and by constants, match the oracle") {
  for (const char* const noise :
       {R"({"type": "constant", "value": 0.25})", R"({"type": "add", "a": 0.5, "b": -0.75})",
        R"({"type": "warp", "source": {"type": "constant", "value": -3}, "by": [1, 2, 3],
            "amount": 2})",
        R"({"type": "warp", "source": {"type": "perlin"}, "by": [0.3, -0.7], "amount": 0.1})"}) {
    const std::string text = fmt::format(R"({{"cobble": 1, "size": [37, 5], "noise": {}}})", noise);
    INFO(text);
    const Recipe recipe = ReadRecipe(text, "constant");
    CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 37, 5}));
    Random random(30);
    CheckMissesAndKinks(PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 50, 2)));
  }
}

// Computes the slope at p by central differences of the oracle's values.
Vec3 Differences(const Oracle& oracle, const Vec3& p, double step) {
  Vec3 slope{};
  for (std::size_t a = 0; a < 3; ++a) {
    Vec3 before = p, after = p;
    before[a] -= step;
    after[a] += step;
    slope[a] = (oracle.At(after).value - oracle.At(before).value) / (2 * step);
  }
  return slope;
}

// Returns how many of 50 samples have a slope that differs from finite differences by more than a
// twentieth of the kernels' tolerance.
int WrongSlopes(const Recipe& recipe, Random& random) {
  const Oracle oracle(recipe);
  int wrong = 0;
  for (const Vec3& p : RandomPoints(random, 50, 3)) {
    const OracleSample sample = oracle.At(p);
    if (sample.kink || sample.jump) continue;
    const Vec3 near = Differences(oracle, p, 1e-7);
    bool agrees = true;
    for (std::size_t a = 0; a < 3; ++a)
      agrees &= std::abs(near[a] - sample.slope[a]) <= 1e-4 * sample.slope_slack + 1e-8;
    wrong += !agrees;
  }
  return wrong;
}

TEST_CASE("the oracle's slopes are the derivatives of its values") {
  std::vector<RecipeWish> wishes = MixedWishes(150, 30, 64, 48);
  for (RecipeWish& wish : wishes) wish.folds = false;
  ForEachRecipe(31, wishes, [](const Recipe& recipe, Random& random) {
    CHECK(WrongSlopes(recipe, random) == 0);
  });
}

TEST_CASE("the oracle's slopes are the derivatives of its values except at folds") {
  int wrong = 0;
  ForEachRecipe(32, MixedWishes(150, 30, 64, 48), [&](const Recipe& recipe, Random& random) {
    wrong += WrongSlopes(recipe, random);
  });
  CHECK(wrong <= 8);  // of 7500
}

}  // namespace
}  // namespace cobble::test
