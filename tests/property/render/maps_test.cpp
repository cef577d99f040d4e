// Tests the maps of a picture: bounds, the four ranges, and normals.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

TEST_CASE("all samples are within the program's bounds") {
  ForEachRecipe(50, MixedWishes(120, 30, 64, 48), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    const Bounds bounds = Oracle(recipe).bounds();
    const double rounding = 1e-6 * (1 + std::abs(bounds.low) + std::abs(bounds.high));
    CHECK(program.low() == doctest::Approx(bounds.low).epsilon(1e-6));
    CHECK(program.high() == doctest::Approx(bounds.high).epsilon(1e-6));

    const int64_t x = random.Integer(-2000, 2000);
    const Image picture = RenderImage(program, Map::kValue, {.window = {x, 0, 200, 100}});
    const auto [minimum, maximum] = std::ranges::minmax(picture.samples);
    CHECK(minimum >= bounds.low - rounding);
    CHECK(maximum <= bounds.high + rounding);
    CHECK(std::ranges::none_of(picture.samples, [](float v) { return std::isnan(v); }));
  });
}

// Compares a recipe's height, slope and normal maps under `range` with the oracle.
void CheckRange(Recipe recipe, const Range& range) {
  recipe.range = range;
  INFO("range ", Name(range.mode), " ", range.low, " ", range.high);
  const Oracle oracle(recipe);
  Tally tally = PixelsAgainstOracle(recipe, oracle, {0, 0, recipe.width, recipe.height});

  const Image height = RenderImage(Program::Compile(recipe), Map::kHeight);
  const auto bounds = oracle.HeightRange();
  const double span = bounds ? std::abs(bounds->high - bounds->low) : 1;
  for (int64_t j = 0; j < height.height; ++j)
    for (int64_t i = 0; i < height.width; ++i) {
      const OracleSample sample = oracle.AtPixel(i, j);
      if (sample.jump) continue;
      tally.Value(*height.Pixel(i, j), oracle.Maps(sample, bounds).height,
                  sample.value_slack / std::min(span, 1.0) + 1, "height");
    }
  CheckMissesAndKinks(tally);
}

TEST_CASE("every range mode maps heights, slopes and normals as the oracle does") {
  ForEachRecipe(51, MixedWishes(24, 30, 35, 9), [](const Recipe& recipe, Random&) {
    CheckRange(recipe, {RangeMode::kNatural});
    CheckRange(recipe, {RangeMode::kNone});
    CheckRange(recipe, {RangeMode::kFixed, -0.3, 0.45});
    CheckRange(recipe, {RangeMode::kFixed, 0.9, -0.2});
  });
}

TEST_CASE("fit maps the picture's minimum to 0 and its maximum to 1") {
  ForEachRecipe(52, MixedWishes(72, 30, 61, 47), [](Recipe recipe, Random&) {
    recipe.range = {RangeMode::kFit};
    const Program program = Program::Compile(recipe);
    if (program.low() == program.high()) return;  // a constant
    const Image whole = RenderImage(program, Map::kHeight);
    const auto [minimum, maximum] = std::ranges::minmax(whole.samples);
    const bool flat = minimum == maximum;  // for example, one cell of tiled value noise
    CHECK(std::abs(minimum - (flat ? 0.5 : 0)) <= 1e-6);
    CHECK(std::abs(maximum - (flat ? 0.5 : 1)) <= 1e-6);

    // A window is fitted to the whole picture's range, not its own.
    const Image part = RenderImage(program, Map::kHeight, {.window = {11, 7, 20, 9}});
    CHECK(SameBits(part, Crop(whole, 11, 7, 20, 9)));
  });
}

// Rounding must not cut off the ends if values are far from 0 compared to their span.
TEST_CASE("fit reaches 0 and 1 even if all values are far from 0") {
  for (const double offset : {-1000.0, 50.0, 1e5}) {
    INFO("lifted by ", offset);
    Recipe recipe = ReadRecipe(
        R"({"cobble": 1, "size": 64, "range": "fit",
            "noise": {"type": "add", "a": {"type": "perlin"}, "b": 0}})",
        "fit");
    recipe.noise.inputs.at("b") = {Node::Constant(offset)};
    const Image whole = RenderImage(Program::Compile(recipe), Map::kHeight);
    const auto [minimum, maximum] = std::ranges::minmax(whole.samples);
    CHECK(std::abs(minimum) <= 1e-6);
    CHECK(std::abs(maximum - 1) <= 1e-6);
  }
}

TEST_CASE("a constant picture is fitted to 0.5 and is flat") {
  Recipe recipe;
  recipe.width = 20, recipe.height = 3;
  recipe.domain.extent = {1, 3.0 / 20};
  recipe.noise = Node::Constant(7);
  recipe.range = {RangeMode::kFit};
  const Program program = Program::Compile(recipe);
  for (const float h : RenderImage(program, Map::kHeight).samples) CHECK(h == 0.5f);
  for (const float s : RenderImage(program, Map::kSlope).samples) CHECK(s == 0);
  const Image normal = RenderImage(program, Map::kNormal);
  for (int64_t i = 0; i < 20; ++i) CHECK(normal.Pixel(i, 1)[2] == 1);
}

TEST_CASE("normals have length 1 and tilt downhill") {
  ForEachRecipe(53, MixedWishes(36, 30, 61, 47), [](const Recipe& recipe, Random&) {
    const Program program = Program::Compile(recipe);
    const Image normal = RenderImage(program, Map::kNormal);
    const Image slope = RenderImage(program, Map::kSlope);
    const float y = recipe.normal.y == NormalY::kUp ? 1 : -1;
    int wrong = 0;
    for (int64_t j = 0; j < normal.height; ++j)
      for (int64_t i = 0; i < normal.width; ++i) {
        const float *n = normal.Pixel(i, j), *h = slope.Pixel(i, j);
        wrong += !(std::abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-6f);
        wrong += !(n[2] > 0) || n[0] * h[0] > 0 || y * n[1] * h[1] < 0;
      }
    CHECK(wrong == 0);
  });
}

}  // namespace
}  // namespace cobble::test
