// Tests that the domain is a view: it moves, turns and scales any tree's picture, and does no more.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/affine.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr int64_t kWidth = 40, kHeight = 30;

Image ValuesIn(const Recipe& recipe, const Window& window) {
  return RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kValue, {.window = window});
}

// Compares pixel (i, j) with another picture's at the same position, with the oracle's tolerance.
void CheckSameView(const Recipe& recipe, const Image& got,
                   const std::function<float(int64_t i, int64_t j)>& want) {
  const Oracle oracle(recipe);
  Tally tally;
  for (int64_t j = 0; j < got.height; ++j)
    for (int64_t i = 0; i < got.width; ++i) {
      const OracleSample sample = oracle.AtPixel(i, j);
      if (sample.jump) continue;
      tally.Value(*got.Pixel(i, j), want(i, j), sample.value_slack,
                  fmt::format("pixel {}, {}", i, j));
    }
  CHECK(tally.samples > 0);
  CheckMisses(tally);
}

// Half of the trees have masks, which must not change with the view.
std::vector<RecipeWish> Wishes() {
  std::vector<RecipeWish> wishes = MixedWishes(72, 12, kWidth, kHeight);
  for (std::size_t k = wishes.size() / 2; k < wishes.size(); ++k) wishes[k].masks = true;
  return wishes;
}

// Coordinates, and gradients of tiled pictures, are limited to the picture, and differ beyond it.
bool HasCoordinates(const Recipe& recipe) {
  const std::string text = WriteRecipe(recipe);
  return text.find("\"coordinate\"") != text.npos ||
         (recipe.tiling && text.find("\"gradient\"") != text.npos);
}

TEST_CASE("translating by whole pixels shows the shifted window, for any other tree") {
  ForEachRecipe(41, Wishes(), [](const Recipe& recipe, Random& random) {
    if (HasCoordinates(recipe)) return;
    const int64_t x = random.Integer(-50, 50), y = random.Integer(-50, 50);
    Domain domain = recipe.domain;
    const Affine map = MakeDomain(domain.translate, domain.rotate, domain.scale);
    const Vector3 shift = map.Linear({static_cast<double>(x) * domain.extent[0] / kWidth,
                                      static_cast<double>(y) * domain.extent[1] / kHeight, 0});
    Recipe moved = recipe;
    for (std::size_t a = 0; a < 3; ++a) moved.domain.translate[a] += shift[a];
    const Image want = ValuesIn(recipe, {x, y, kWidth, kHeight});
    CheckSameView(moved, ValuesIn(moved, {0, 0, kWidth, kHeight}),
                  [&](int64_t i, int64_t j) { return *want.Pixel(i, j); });
  });
}

// At scale 3, pixel i is at pixel 3 i + 1 - W of the original.
TEST_CASE("scaling by three shows every third pixel, for any other tree") {
  std::vector<RecipeWish> wishes = Wishes();
  std::erase_if(wishes, [](const RecipeWish& wish) { return wish.tiling; });
  ForEachRecipe(42, wishes, [](const Recipe& recipe, Random&) {
    if (HasCoordinates(recipe)) return;
    Recipe scaled = recipe;
    for (std::size_t a = 0; a < 2; ++a) scaled.domain.scale[a] *= 3;
    const Image want = ValuesIn(recipe, {1 - kWidth, 1 - kHeight, 3 * kWidth - 2, 3 * kHeight - 2});
    CheckSameView(scaled, ValuesIn(scaled, {0, 0, kWidth, kHeight}),
                  [&](int64_t i, int64_t j) { return *want.Pixel(3 * i, 3 * j); });
  });
}

}  // namespace
}  // namespace cobble::test
