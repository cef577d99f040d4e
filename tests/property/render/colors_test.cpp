// Tests random trees of colours: the same bits at every SIMD level and in any window, and bounds
// that hold. tests/property/nodes/colors_test compares the nodes with double.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "program/program_impl.h"
#include "property/property.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

std::vector<RecipeWish> ColorWishes(int count, int64_t width, int64_t height) {
  std::vector<RecipeWish> wishes = MixedWishes(count, 3, width, height);
  for (RecipeWish& wish : wishes) wish.colors = true;
  return wishes;
}

Program Compiled(const Recipe& recipe, const std::string& level = "auto") {
  CompileOptions options = OptionsFor(recipe, {"color", "slope"});
  options.simd = level;
  return Program::Compile(recipe, options);
}

TEST_CASE("colours are bit-identical at every SIMD level") {
  ForEachRecipe(71, ColorWishes(240, 67, 11), [](const Recipe& recipe, Random&) {
    for (const MapName map : {"color", "value", "slope"}) {
      const Image best = RenderImage(Compiled(recipe), map);
      for (const std::string& level : RunningLevels()) {
        INFO(level, ", map ", map.name);
        CHECK(SameBits(RenderImage(Compiled(recipe, level), map), best));
      }
    }
  });
}

TEST_CASE("colours are bit-identical in windows and tiles") {
  ForEachRecipe(72, ColorWishes(60, 90, 40), [](const Recipe& recipe, Random& random) {
    const Program program = Compiled(recipe);
    const Image whole = RenderImage(program, "color");
    const int64_t x = random.Integer(0, 80), y = random.Integer(0, 30);
    const Image part =
        RenderImage(program, "color", {.window = {x, y, 10, 10}, .threads = 3, .tile_columns = 7});
    CHECK(SameBits(part, Crop(whole, x, y, 10, 10)));
  });
}

TEST_CASE("colours are within their bounds") {
  ForEachRecipe(73, ColorWishes(240, 67, 31), [](const Recipe& recipe, Random&) {
    const Program program = Compiled(recipe);
    const cobble::Bounds bounds = program.impl().maps.front().bounds;
    const Image image = RenderImage(program, "color");
    const auto [low, high] = std::ranges::minmax(image.samples);
    const double rounding = 1e-6 * std::max(std::abs(bounds.low), std::abs(bounds.high));
    CHECK(static_cast<double>(low) >= bounds.low - rounding);
    CHECK(static_cast<double>(high) <= bounds.high + rounding);
  });
}

}  // namespace
}  // namespace cobble::test
