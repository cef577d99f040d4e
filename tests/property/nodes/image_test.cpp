// Tests what is special to image: tiling, each pixel in its place, colours.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"
#include "support/random/test_image.h"

namespace cobble::test {
namespace {

const std::vector<std::string>& Images() {
  static const std::vector<std::string> images{
      R"({"type": "image", "name": "b"})",
      R"({"type": "image", "name": "b", "filter": "b-spline"})",
      R"({"type": "image", "name": "a", "edges": "clamp", "channel": "green", "encoding": "srgb"})",
      R"({"type": "image", "name": "a", "edges": "clamp", "filter": "b-spline",
          "channel": "alpha"})",
      R"({"type": "image", "name": "c", "edges": "clamp"})"};
  return images;
}

TEST_CASE("an image that fits repeats with a tiled picture") {
  for (const std::string& image : Images())
    for (const char* tree : {"{}",
                             R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1],
                                  "translate": [0.113, 7.13], "source": {}}})",
                             R"({{"type": "warp", "amount": 0.05,
                                  "by": [{{"type": "perlin"}}, 0.7], "source": {}}})"}) {
      const Recipe recipe =
          ReadNode(Below(tree, image), R"("tiling": true, "domain": {"extent": [1, 1], )"
                                       R"("translate": [0.0137, 0.0071]}, )");
      CheckRepeats(recipe);
      if (recipe.noise == ReadNode(image).noise) CompareWithOracle(recipe);
    }
}

Recipe OwnSize(const std::string& members, const std::shared_ptr<const SourceImage>& image) {
  RecipeLayers layers;
  layers.AddText(
      R"({"cobble": 1, "range": "none", "noise": {"type": "image", "name": "x")" + members + "}}",
      "own");
  layers.AddImage("x", image);
  return layers.Resolve();
}

TEST_CASE("catmull-rom returns each pixel at its own size") {
  for (const int64_t width : {1, 2, 7, 64, 999})
    for (const int64_t height : {1, 5, 128})
      for (const char* edges : {"wrap", "clamp"}) {
        CAPTURE(width);
        CAPTURE(height);
        const auto image = TestImage(width, height, 1);
        const Recipe recipe = OwnSize(std::string(R"(, "edges": ")") + edges + '"', image);
        CHECK(recipe.width == width);
        CHECK(recipe.height == height);
        const Image shown = RenderImage(Program::Compile(recipe), Map::kValue);
        CHECK(shown.samples == image->pixels().samples);
      }
}

// An image of one pixel, or of equal ones, is flat.
TEST_CASE("an image of equal pixels has no slope") {
  const auto image =
      std::make_shared<const SourceImage>(Image{3, 3, 1, {std::vector<float>(9, 0.7f)}});
  for (const char* filter : {R"(, "filter": "b-spline")", ""}) {
    const Program program = Program::Compile(OwnSize(filter, image));
    const Image value = RenderImage(program, Map::kValue, {.window = {-9, -9, 33, 33}});
    const Image slope = RenderImage(program, Map::kSlope, {.window = {-9, -9, 33, 33}});
    CHECK(std::ranges::all_of(value.samples, [](float x) { return x == 0.7f; }));
    CHECK(std::ranges::all_of(slope.samples, [](float x) { return std::abs(x) < 1e-5f; }));
  }
}

TEST_CASE("the slope of an image is continuous, across pixels and its edges") {
  constexpr double kStep = 1e-7;
  for (const std::string& image : Images())
    for (int k = -30; k < 40; ++k) {
      const double x = k / 32.0,
                   y = 0.3 + 0.01 * k;  // on pixels of "b" and between them
      const At before = SampleAt(image, x - kStep, y), after = SampleAt(image, x + kStep, y);
      CHECK(std::abs(after.value - before.value) < 1e-4);
      CHECK(std::abs(after.dx - before.dx) < 1e-3);
      CHECK(std::abs(after.dy - before.dy) < 1e-3);
    }
}

TEST_CASE("the values of an image are within its bounds, and come near both") {
  for (const std::string& node : Images()) {
    const Program program = Program::Compile(ReadNode(node, R"("domain": {"scale": 0.7}, )"));
    const Image image = RenderImage(program, Map::kValue);
    const auto [low, high] = std::ranges::minmax(image.samples);
    CHECK(double{low} >= program.low());
    CHECK(double{high} <= program.high());
    CHECK(double{high} - double{low} > 0.2 * (program.high() - program.low()));
  }
}

TEST_CASE("colours are decoded, numbers are not, unless the node says otherwise") {
  const auto render = [](const std::string& members) {
    const std::string image =
        R"({"type": "image", "name": "a", "edges": "clamp", "channel": "color")" + members + "}";
    for (const char* channel : {"red", "green", "blue"})
      CompareWithOracle(ReadNode(R"({"type": "channel", "channel": ")" + std::string(channel) +
                                 R"(", "source": )" + image + "}"));
    return RenderNamed(ReadNode(R"({"type": "white"})", R"("maps": {"color": )" + image + "}, "),
                       {"color"})
        .samples;
  };
  const auto decoded = render(""), also = render(R"(, "encoding": "srgb")"),
             data = render(R"(, "encoding": "data")");
  CHECK(decoded == also);
  CHECK(decoded != data);
}

// A hand-painted mask: black, then white.
TEST_CASE("an image mixes two materials") {
  RecipeLayers layers;
  layers.AddText(R"json({"cobble": 1, "size": [64, 16], "range": "none",
      "nodes": {"mask": "image(mask, filter=b-spline, edges=clamp)"},
      "noise": "mix(perlin(4, seed=1), voronoi(4, seed=2), mask)",
      "maps": {"color": "blend(#800000, #008000, mask)"}})json",
                 "mix");
  layers.AddImage("mask", std::make_shared<const SourceImage>(Image{4, 1, 1, {0, 0, 1, 1}}));
  const Recipe recipe = layers.Resolve();
  const auto alone = [&](const char* noise) {
    Recipe one = recipe;
    one.noise = ReadRecipe(std::string(R"({"cobble": 1, "noise": ")") + noise + "\"}", "one").noise;
    return RenderImage(Program::Compile(one), Map::kValue);
  };
  const Image mixed = RenderImage(Program::Compile(recipe), Map::kValue);
  const Image perlin = alone("perlin(4, seed=1)"), voronoi = alone("voronoi(4, seed=2)");
  int between = 0;
  for (int64_t y = 0; y < 16; ++y) {
    for (int64_t x = 0; x < 8; ++x) CHECK(*mixed.Pixel(x, y) == *perlin.Pixel(x, y));
    for (int64_t x = 56; x < 64; ++x)
      CHECK(*mixed.Pixel(x, y) == doctest::Approx(*voronoi.Pixel(x, y)).epsilon(1e-6));
    for (int64_t x = 24; x < 40; ++x)
      if (*mixed.Pixel(x, y) != *perlin.Pixel(x, y) && *mixed.Pixel(x, y) != *voronoi.Pixel(x, y))
        ++between;
  }
  CHECK(between > 200);
  const Image color = RenderNamed(recipe, {"color"});
  CHECK(color.Pixel(0, 0)[1] == 0);
  CHECK(color.Pixel(63, 15)[0] == 0);
  CHECK(color.Pixel(63, 15)[1] > 0.2f);
}

}  // namespace
}  // namespace cobble::test
