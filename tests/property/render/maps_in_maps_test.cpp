// Tests maps that name others and height, slope, ao and curvature: they equal what is computed from
// these maps' samples, with the same bits in any window, tile, thread and SIMD level.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "support/float_rows.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

constexpr const char* kNamingMaps[] = {"both", "dirt", "steep", "high", "paint"};

// In: keys, further ones of the recipe.
Recipe RecipeWith(const std::string& keys) {
  return ReadRecipe(R"json({"cobble": 1, "size": [150, 90], "noise": "fbm(perlin(3), 4)", )json" +
                        keys + R"json("ao": {"radius": 0.05}, "normal": {"strength": 0.3},
    "curvature": {"radius": 0.01, "scale": 0.3},
    "maps": {"rough": "0.5 + 0.3*simplex(4)", "both": "curvature*rough - 0.25*ao",
             "dirt": "1 - ao", "steep": "slope", "high": "height",
             "paint": "blend(#204080, #ffffff, clamp(dirt*4, 0, 1))"}})json",
                    "test");
}

// Recipes whose pictures are computed in every way: with several samples, flipped, tiled, with
// vertices, with a domain, and with the range that fits.
std::vector<Recipe> Recipes() {
  std::vector<Recipe> recipes;
  for (const char* keys :
       {"", R"("samples": 3, )", R"("flip": true, )",
        R"("tiling": true, "domain": {"extent": [1, 1]}, )",
        R"("domain": {"grid": "vertices", "slice": 0.3}, )",
        R"("domain": {"translate": [3, 1, 0], "rotate": [0, 0, 30], "scale": [2, 1, 1]}, )",
        R"("range": "fit", )", R"("range": [0.2, -0.1], )"})
    recipes.push_back(RecipeWith(keys));
  return recipes;
}

Image Rendered(const Recipe& recipe, const std::string& map, const RenderOptions& options = {},
               const std::string& level = {}) {
  CompileOptions compile = OptionsFor(recipe, {map});
  if (!level.empty()) compile.simd = level;
  return RenderImage(Program::Compile(recipe, compile), map, options);
}

TEST_CASE("formulas of maps have the samples of the maps that they name") {
  for (const Recipe& recipe : Recipes()) {
    CAPTURE(recipe.samples);
    const Image ao = Rendered(recipe, "ao"), curvature = Rendered(recipe, "curvature");
    const Image rough = Rendered(recipe, "rough"), slope = Rendered(recipe, "slope");
    const Image both = Rendered(recipe, "both"), dirt = Rendered(recipe, "dirt");
    for (std::size_t k = 0; k < both.samples.size(); ++k) {
      CHECK(dirt.samples[k] == doctest::Approx(1 - ao.samples[k]).epsilon(1e-6));
      // With several samples, a mean of products is the product of the means only if one is even.
      const double expected =
          double{curvature.samples[k]} * double{rough.samples[k]} - 0.25 * double{ao.samples[k]};
      CHECK(double{both.samples[k]} == doctest::Approx(expected).epsilon(1e-5));
    }
    if (recipe.samples > 1) continue;
    const Image steep = Rendered(recipe, "steep");
    for (std::size_t k = 0; k < steep.samples.size(); ++k) {
      const double x = double{slope.samples[2 * k]}, y = double{slope.samples[2 * k + 1]};
      CHECK(double{steep.samples[k]} == doctest::Approx(std::sqrt(x * x + y * y)).epsilon(1e-4));
    }
  }
}

TEST_CASE("height in a map is the height") {
  for (const Recipe& recipe : Recipes()) {
    const Image height = Rendered(recipe, "height"), high = Rendered(recipe, "high");
    for (std::size_t k = 0; k < high.samples.size(); ++k)
      CHECK(high.samples[k] == doctest::Approx(height.samples[k]).epsilon(2e-6));
  }
}

TEST_CASE("maps that name others have the same bits in windows, tiles, threads and levels") {
  Random random(71);
  for (const Recipe& recipe : Recipes())
    for (const char* map : kNamingMaps) {
      CAPTURE(map);
      const Image whole = Rendered(recipe, map);
      const auto width = static_cast<int64_t>(whole.width);
      const auto height = static_cast<int64_t>(whole.height);
      const Window window{random.Integer(0, width - 40), random.Integer(0, height - 30), 37, 29};
      const Image part = Crop(whole, window.x, window.y, window.width, window.height);
      for (const std::string& level : RunningLevels())
        for (const int threads : {1, 3})
          for (const int columns : {0, 1, 33}) {
            CAPTURE(level);
            RenderOptions options{.threads = threads, .tile_columns = columns};
            CHECK(SameBits(Rendered(recipe, map, options, level), whole));
            options.window = window;
            CHECK(SameBits(Rendered(recipe, map, options, level), part));
          }
    }
}

TEST_CASE("several maps in one pass have the bits of each alone") {
  const Recipe recipe = RecipeWith("");
  std::vector<PictureMap> maps;
  for (const char* name : {"both", "ao", "rough", "dirt", "lit", "curvature"})
    maps.push_back(*FindPictureMap(recipe, name));
  const Program program =
      Program::Compile(recipe, OptionsFor(recipe, {"both", "ao", "rough", "dirt", "lit"}));
  const Image all = RenderMaps(program, maps, {});
  int first = 0;
  for (const PictureMap& map : maps) {
    CAPTURE(map.name);
    const Image alone = Rendered(recipe, map.name);
    for (std::size_t pixel = 0; pixel < alone.samples.size() / map.channels; ++pixel)
      for (int c = 0; c < map.channels; ++c)
        REQUIRE(all.samples[pixel * all.channels + first + c] ==
                alone.samples[pixel * map.channels + c]);
    first += map.channels;
  }
}

}  // namespace
}  // namespace cobble::test
