// Tests that steps without a say are skipped, and that this changes no bit.
#include "program/branches.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "render/render_bands.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

// Makes a program run every step everywhere.
void DropBranches(const Program& program) {
  auto& impl = const_cast<Program::Impl&>(program.impl());
  std::erase_if(impl.steps,
                [](const Step& step) { return std::holds_alternative<BranchStep>(step); });
}

int CountBranches(const Program& program) {
  return static_cast<int>(std::ranges::count_if(program.impl().steps, [](const Step& step) {
    return std::holds_alternative<BranchStep>(step);
  }));
}

// Checks a picture's value, slopes and maps at every SIMD level, in tiles that cut its segments
// elsewhere, too. Returns the number of branches.
int CheckSkipping(const Recipe& recipe, const Window& window) {
  std::vector<PictureMap> maps{Map::kValue, Map::kSlope};
  for (const auto& [name, node] : recipe.maps) maps.push_back(*FindPictureMap(recipe, name));
  int branches = 0;
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    const Program program = Program::Compile(
        recipe, {.simd = level, .slopes = true, .maps = ProgramMapsOf(recipe, maps)});
    branches = CountBranches(program);
    const Image skipped = RenderMaps(program, maps, {.window = window});
    CHECK(SameBits(RenderMaps(program, maps, {.window = window, .tile_columns = 37}), skipped));
    DropBranches(program);
    CHECK(SameBits(RenderMaps(program, maps, {.window = window}), skipped));
  }
  return branches;
}

TEST_CASE("skipping steps changes no bit of a preset") {
  int with_branches = 0;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    recipe.height = 1024;
    recipe.width = recipe.domain.IsSphere() ? 2048 : 1024;
    with_branches += CheckSkipping(recipe, {300, 500, 700, 6}) > 0 ? 1 : 0;
  }
  CHECK(with_branches > 20);
}

// Returns the recipe with its noise masked by itself, in two ways.
std::string Masked(const std::string& text) {
  auto recipe = nlohmann::json::parse(text);
  const nlohmann::json noise = recipe["noise"], mask = {{"ref", "mask"}};
  recipe["nodes"]["mask"] = noise;
  const auto moved = [&](double by) {
    return nlohmann::json{{"type", "warp"}, {"source", noise}, {"by", {by, mask}}, {"amount", 0.1}};
  };
  const auto step = [&](double low, double high) {
    return nlohmann::json{{"type", "smoothstep"}, {"source", mask}, {"low", low}, {"high", high}};
  };
  recipe["noise"] = {{"type", "mix"},
                     {"a", moved(0.3)},
                     {"b", {{"type", "multiply"}, {"a", moved(0.7)}, {"b", step(0.1, 0.4)}}},
                     {"by", step(-0.2, 0.2)}};
  return recipe.dump();
}

TEST_CASE("skipping steps changes no bit of random recipes") {
  Random random(30);
  int with_branches = 0;
  for (RecipeWish wish : WithWaves(MixedWishes(60, 8, 300, 9))) {
    wish.images = false;
    const std::string text = Masked(RandomRecipe(random, wish));
    CAPTURE(text);
    with_branches += CheckSkipping(ReadRecipe(text, "masked"), {-40, 0, 300, 9}) > 0 ? 1 : 0;
  }
  CHECK(with_branches > 50);
}

TEST_CASE("skipping steps changes no bit of points") {
  Random random(31);
  for (const RecipeWish& wish : MixedWishes(30, 8, 64, 48)) {
    const Recipe recipe = ReadRecipe(Masked(RandomRecipe(random, wish)), "masked");
    const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
    std::vector<Vec3> points = RandomPoints(random, 600, 1);
    std::ranges::sort(points, {}, [](const Vec3& point) { return point[0]; });
    const Points skipped = Sample(program, points);
    DropBranches(program);
    const Points all = Sample(program, points);
    CHECK(SameBits(skipped.value, all.value));
    CHECK(SameBits(skipped.dx, all.dx));
    CHECK(SameBits(skipped.dy, all.dy));
    CHECK(SameBits(skipped.dz, all.dz));
  }
}

// Returns the value and slope of a mix of two noises, of seeds `a` and `b`.
Image Mixed(int a, int b) {
  const auto noise = [](int seed) {
    return R"({"type": "simplex", "frequency": 8, "seed": )" + std::to_string(seed) + "}";
  };
  const std::string weight = R"({"type": "smoothstep", "high": 0.1, "source":
                                 {"type": "perlin", "frequency": 3, "seed": 1}})";
  const Recipe recipe =
      ReadMembers(R"("size": 128, "noise": {"type": "mix", "by": )" + weight + R"(, "a": )" +
                  (a < 0 ? "0" : noise(a)) + R"(, "b": )" + (b < 0 ? "1" : noise(b)) + "}");
  return RenderMaps(Program::Compile(recipe, {.slopes = true}),
                    std::vector<PictureMap>{Map::kValue, Map::kSlope}, {});
}

TEST_CASE("mix gives an input itself where the other has no weight") {
  const Image weight = Mixed(-1, -1), mixed = Mixed(2, 3), first = Mixed(2, 2),
              second = Mixed(3, 3);
  int ends[2] = {};
  for (int64_t j = 0; j < weight.height; ++j)
    for (int64_t i = 0; i < weight.width; ++i) {
      const float at = *weight.Pixel(i, j);
      if (at != 0 && at != 1) continue;
      ++ends[at == 1 ? 1 : 0];
      const Image& expected = at == 1 ? second : first;
      const auto channels = static_cast<std::size_t>(mixed.channels);
      CHECK(SameBits(std::span(mixed.Pixel(i, j), channels),
                     std::span(expected.Pixel(i, j), channels)));
    }
  CHECK(ends[0] > 1000);
  CHECK(ends[1] > 1000);
}

}  // namespace
}  // namespace cobble::test
