// Tests that a flipped picture mirrors the unflipped one, bit for bit, with the y of slopes and
// normals negated: in every map, window, band, number of threads and width of tiles.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/bands.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "render/render_bands.h"
#include "support/float_rows.h"

namespace cobble::test {
namespace {

// Reverses the rows, and negates some channels of every pixel.
Image Mirrored(const Image& image, const std::vector<int>& channels) {
  Image out{image.width, image.height, image.channels, {}};
  for (int64_t j = image.height; j-- > 0;) {
    const float* const row = image.Pixel(0, j);
    out.samples.insert(out.samples.end(), row, row + image.width * image.channels);
  }
  for (std::size_t k = 0; k < out.samples.size(); ++k)
    if (std::ranges::count(channels, static_cast<int>(k) % image.channels) > 0)
      out.samples[k] = -out.samples[k];
  return out;
}

// Returns the channels whose sign changes with y.
std::vector<int> ChannelsAlongY(std::string_view map) {
  if (map == "bumpslopes") return {2, 5};  // dh/dt, and its product with dh/ds
  if (map == "slope" || map == "normal" || map == "surface") return {1};
  return {};
}

// The sun does not turn with the picture: in the mirror image it is on the other side.
Recipe Flipped(Recipe recipe) {
  recipe.flip = !recipe.flip;
  recipe.lit.azimuth = 180 - recipe.lit.azimuth;
  return recipe;
}

// Returns the window of the unflipped picture with the same pixels.
Window Below(const Recipe& recipe, const Window& window) {
  return {window.x, recipe.height - window.y - window.height, window.width, window.height};
}

void CheckMirrored(const Recipe& recipe, const std::string& map, const Window& window,
                   Random& random) {
  INFO(map, " of ", window.x, ", ", window.y, ", ", window.width, ", ", window.height);
  const CompileOptions options = OptionsFor(recipe, {map});
  const Image plain = RenderImage(Program::Compile(recipe, options), map,
                                  {.window = Below(recipe, window), .threads = 1});
  const Image flipped = RenderImage(Program::Compile(Flipped(recipe), options), map,
                                    {.window = window,
                                     .threads = static_cast<int>(random.Integer(1, 4)),
                                     .tile_columns = static_cast<int>(random.OneOf({0, 7, 33}))});
  CHECK(SameBits(flipped, Mirrored(plain, ChannelsAlongY(map))));
}

TEST_CASE("a flipped picture is the mirror image in every map and window") {
  std::vector<RecipeWish> wishes = WithGrids(MixedWishes(60, 12, 61, 47));
  for (RecipeWish& wish : wishes) wish.flip = false;
  for (std::size_t k = 0; k < wishes.size(); k += 3) wishes[k].colors = true;
  ForEachRecipe(80, wishes, [](Recipe recipe, Random& random) {
    recipe.curvature.radius = random.Uniform(0, 0.1);
    recipe.ao.radius = random.Uniform(0, 0.2);
    recipe.ao.directions = static_cast<int>(random.Integer(8, 16));
    recipe.packs["surface"] = {{.map = "normal"}, {.map = "ao"}};
    if (recipe.domain.grid == Grid::kPixels)
      recipe.samples = static_cast<int>(random.Integer(1, 3));
    for (const std::string_view map : PictureMapNames(recipe)) {
      if (map == "elevation") continue;  // of a world
      CheckMirrored(recipe, std::string(map), {0, 0, 61, 47}, random);
      CheckMirrored(recipe, std::string(map),
                    {random.Integer(-90, 90), random.Integer(-90, 90), 40, random.Integer(1, 40)},
                    random);
    }
  });
}

// Several bands, the last of which is lower than the others.
TEST_CASE("bands of a flipped picture follow each other from the bottom of the noise") {
  Random random(81);
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": [300, 1000], "range": "fit", "curvature": {"radius": 0.1},
          "noise": {"type": "simplex", "frequency": 9, "octaves": 3},
          "world": {"width": 300, "heights": [-5, 20]}})",
      "tall");
  REQUIRE(BandRows(300, 1000) < 500);
  REQUIRE(1000 % BandRows(300, 1000) != 0);
  for (const char* const map :
       {"value", "height", "elevation", "normal", "slope", "curvature", "ao"}) {
    CheckMirrored(recipe, map, {0, 0, 300, 1000}, random);
    CheckMirrored(recipe, map, {-20, 333, 300, 1009}, random);
  }
  const Recipe flipped = Flipped(recipe);
  CHECK_FALSE(SameBits(RenderImage(Program::Compile(flipped), Map::kValue),
                       RenderImage(Program::Compile(recipe), Map::kValue)));
}

TEST_CASE("windows of a flipped picture hold what the whole holds, beyond its edges too") {
  ForEachRecipe(82, MixedWishes(36, 8, 70, 50), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(Flipped(recipe));
    for (const Map map : {Map::kValue, Map::kNormal, Map::kCurvature, Map::kAo}) {
      const Image all = RenderImage(program, map, {.window = {-70, -50, 210, 150}});
      const int64_t x = random.Integer(-70, 100), y = random.Integer(-50, 70);
      CHECK(SameBits(RenderImage(program, map, {.window = {x, y, 40, 30}}),
                     Crop(all, x + 70, y + 50, 40, 30)));
      if (!recipe.tiling) continue;
      CHECK(SameBits(Crop(all, 0, 0, 70, 50), Crop(all, 70, 50, 70, 50)));
    }
  });
}

TEST_CASE("flip does not change the statistics, nor points") {
  ForEachRecipe(83, MixedWishes(24, 8, 300, 200), [](const Recipe& recipe, Random& random) {
    const auto statistics = [](const Recipe& of) {
      return RenderBands(Program::Compile(of), {}, {.threads = 3, .statistics = true}, {})
          .statistics;
    };
    const Statistics plain = statistics(recipe), flipped = statistics(Flipped(recipe));
    CHECK(flipped.minimum == plain.minimum);
    CHECK(flipped.maximum == plain.maximum);
    CHECK(flipped.mean == doctest::Approx(plain.mean));
    const std::vector<Vec3> points = RandomPoints(random, 50, 1);
    const CompileOptions options{.positions = CompileOptions::kPoints};
    const Points a = Sample(Program::Compile(recipe, options), points);
    const Points b = Sample(Program::Compile(Flipped(recipe), options), points);
    CHECK(SameBits(a.value, b.value));
    CHECK(SameBits(a.dy, b.dy));
  });
}

TEST_CASE("the range fit of a flipped picture is that of the whole") {
  Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": [40, 90], "range": "fit", "noise": {"type": "perlin"}})", "fit");
  const HeightRange plain = ResolveRange(Program::Compile(recipe), {});
  const HeightRange flipped = ResolveRange(Program::Compile(Flipped(recipe)), {});
  CHECK(flipped.low == plain.low);
  CHECK(flipped.high == plain.high);
}

TEST_CASE("a window of a flipped picture is checked where its noise is") {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": [40, 90], "flip": true, "noise": {"type": "perlin"}})", "far");
  const Program program = Program::Compile(recipe);
  const int64_t far = int64_t{1} << 53;
  CHECK_NOTHROW(CheckWindow(program, {0, 1'000'000, 8, 8}, {}));
  CHECK_THROWS_AS(CheckWindow(program, {0, far - 8, 8, 8}, {}), Error);
  CHECK_THROWS_AS(CheckWindow(program, {0, -far, 8, 8}, {}), Error);
  const Program tiled = Program::Compile(ReadRecipe(
      R"({"cobble": 1, "size": 64, "flip": true, "tiling": true, "noise": {"type": "perlin"}})",
      "far"));
  const Image whole = RenderImage(tiled, Map::kNormal);
  for (const int64_t y : {far - 64, -far})
    CHECK(SameBits(RenderImage(tiled, Map::kNormal, {.window = {0, y, 64, 64}}), whole));
}

}  // namespace
}  // namespace cobble::test
