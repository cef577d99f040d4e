// Tests what is special to image: tiling, each pixel in its place, colours.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
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
      for (const char* edges : {"wrap", "clamp", "extend"}) {
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

// The image of a plane, a x + b y + c in pixels.
std::shared_ptr<const SourceImage> PlaneImage(int64_t width, int64_t height, double a, double b) {
  Image pixels{width, height, 1, {}};
  for (int64_t j = 0; j < height; ++j)
    for (int64_t i = 0; i < width; ++i)
      pixels.samples.push_back(
          static_cast<float>(0.3 + a * static_cast<double>(i) + b * static_cast<double>(j)));
  return std::make_shared<const SourceImage>(std::move(pixels));
}

constexpr const char* kExtended[] = {R"(, "edges": "extend")",
                                     R"(, "edges": "extend", "filter": "b-spline")",
                                     R"(, "edges": "auto", "fit": "contain")"};

TEST_CASE("a plane goes on as a plane beyond the edges of an image that extends") {
  constexpr double kA = 0.01, kB = -0.007;
  for (const char* const members : kExtended) {
    CAPTURE(members);
    const Program program = Program::Compile(OwnSize(members, PlaneImage(24, 17, kA, kB)));
    // One width and height to each side, less the two pixels where the plane ends.
    const Window window{-21, -14, 24 + 42, 17 + 28};
    const Image value = RenderImage(program, Map::kValue, {.window = window});
    const Image slope = RenderImage(program, Map::kSlope, {.window = window});
    for (int64_t j = 0; j < window.height; ++j)
      for (int64_t i = 0; i < window.width; ++i) {
        const double x = static_cast<double>(i + window.x), y = static_cast<double>(j + window.y);
        REQUIRE(double{*value.Pixel(i, j)} ==
                doctest::Approx(0.3 + kA * x + kB * y).epsilon(1e-6).scale(1));
        REQUIRE(double{slope.Pixel(i, j)[0]} == doctest::Approx(24 * kA).epsilon(1e-5));
        REQUIRE(double{slope.Pixel(i, j)[1]} == doctest::Approx(24 * kB).epsilon(1e-5));
      }
  }
}

TEST_CASE("a plane has the same normal, ao and curvature up to the borders, and blurred, too") {
  for (const char* const members : kExtended)
    for (const bool is_blurred : {false, true}) {
      const std::string node = R"({"type": "image", "name": "x")" + std::string(members) + "}";
      RecipeLayers layers;
      layers.AddText(
          R"({"cobble": 1, "range": "none", "size": [64, 48], "ao": {"radius": 0.2},
                         "normal": {"strength": 1}, "noise": )" +
              (is_blurred ? R"({"type": "blur", "radius": 0.1, "source": )" + node + "}" : node) +
              "}",
          "plane");
      layers.AddImage("x", PlaneImage(64, 48, 0.01, 0.004));
      const Program program = Program::Compile(layers.Resolve());
      for (const Map map : {Map::kNormal, Map::kAo, Map::kCurvature}) {
        CAPTURE(Name(map));
        const Image image = RenderImage(program, map);
        for (std::size_t k = 0; k < image.samples.size(); ++k)
          REQUIRE(std::abs(image.samples[k] - image.samples[k % image.channels]) < 2e-4f);
      }
    }
}

// Differences of neighbours are central within the image, and one-sided at its border.
TEST_CASE("the slope at the border of an image is near that of the surface it was made of") {
  const auto f = [](double x) { return std::sin(2.3 * x + 0.4); };
  const auto rate = [](double x) { return 2.3 * std::cos(2.3 * x + 0.4); };
  for (const int64_t width : {16, 64, 256}) {
    Image pixels{width, 1, 1, {}};
    const auto place = [&](int64_t i) {
      return (static_cast<double>(i) + 0.5) / static_cast<double>(width) - 0.5;
    };
    for (int64_t i = 0; i < width; ++i) pixels.samples.push_back(static_cast<float>(f(place(i))));
    const auto image = std::make_shared<const SourceImage>(std::move(pixels));
    const auto slope_at = [&](const char* edges, int64_t i) {
      const std::string members = std::string(R"(, "edges": ")") + edges + '"';
      return double{*RenderImage(Program::Compile(OwnSize(members, image)), Map::kSlope,
                                 {.window = {i, 0, 1, 1}})
                         .Pixel(0, 0)};
    };
    const double pixel = 1 / static_cast<double>(width);
    for (const int64_t i : {int64_t{0}, width - 1}) {
      CAPTURE(i);
      const double exact = rate(place(i));
      CHECK(std::abs(slope_at("extend", i) - exact) < 0.5 * 2.3 * 2.3 * pixel + 1e-4);
      CHECK(std::abs(slope_at("clamp", i) - exact / 2) < 0.5 * 2.3 * 2.3 * pixel + 1e-4);
    }
  }
}

// Rows of pixels and what extends them, one by one, without the mirrored positions of the kernel.
TEST_CASE("an image that extends is the spline through its pixels and their mirror images") {
  const auto image = TestImage(11, 1, 1);
  const std::vector<float>& pixels = image->pixels().samples;
  const auto sample = [&](int k) -> double {
    const auto at = [&](int j) { return double{pixels[static_cast<std::size_t>(j)]}; };
    if (k < 0) return 2 * at(0) - at(-k);
    return k > 10 ? 2 * at(10) - at(20 - k) : at(k);
  };
  const std::string node = R"({"type": "image", "name": "x", "edges": "extend"})";
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "range": "none", "size": [110, 1], "noise": )" + node + "}", "f");
  layers.AddImage("x", image);
  const Program program = Program::Compile(layers.Resolve());
  const Window window{-85, 0, 280, 1};  // to nine pixels of the image on each side
  const Image value = RenderImage(program, Map::kValue, {.window = window});
  const Image slope = RenderImage(program, Map::kSlope, {.window = window});
  for (int64_t i = 0; i < window.width; ++i) {
    const double c = (static_cast<double>(i + window.x) + 0.5) / 10 - 0.5, t = c - std::floor(c);
    const int k = static_cast<int>(std::floor(c));
    const double a = sample(k - 1), b = sample(k), d = sample(k + 1), e = sample(k + 2);
    const double c1 = (d - a) / 2, c2 = a - 2.5 * b + 2 * d - e / 2,
                 c3 = 1.5 * (b - d) + (e - a) / 2;
    CAPTURE(c);
    REQUIRE(double{*value.Pixel(i, 0)} ==
            doctest::Approx(b + t * (c1 + t * (c2 + t * c3))).epsilon(1e-5).scale(1));
    REQUIRE(double{*slope.Pixel(i, 0)} ==
            doctest::Approx(11 * (c1 + t * (2 * c2 + t * 3 * c3))).epsilon(1e-5).scale(11));
  }
}

TEST_CASE("beyond one width an image that extends is constant") {
  const auto image = TestImage(9, 1, 1);
  const std::vector<float>& pixels = image->pixels().samples;
  const Image value = RenderImage(Program::Compile(OwnSize(kExtended[0], image)), Map::kValue,
                                  {.window = {-30, 0, 69, 1}});
  for (int64_t i = 0; i < 21; ++i)
    CHECK(*value.Pixel(i, 0) == doctest::Approx(2 * pixels[0] - pixels[8]));
  for (int64_t i = 48; i < 69; ++i)
    CHECK(*value.Pixel(i, 0) == doctest::Approx(2 * pixels[8] - pixels[0]));
}

TEST_CASE("auto wraps in a tiled picture, and extends in others") {
  const auto image = TestImage(16, 16, 1);
  const auto pixels = [&](const std::string& edges, const std::string& tiling) {
    RecipeLayers layers;
    layers.AddText(R"({"cobble": 1, "range": "none", "noise": {"type": "image", "name": "x",
                       "edges": ")" +
                       edges + R"("}, "tiling": )" + tiling + "}",
                   "f");
    layers.AddImage("x", image);
    return RenderImage(Program::Compile(layers.Resolve()), Map::kSlope,
                       {.window = {-4, -4, 24, 24}})
        .samples;
  };
  CHECK(pixels("auto", "true") == pixels("wrap", "true"));
  CHECK(pixels("auto", "false") == pixels("extend", "false"));
  CHECK(pixels("auto", "true") != pixels("auto", "false"));
}

// Returns where the picture shows the value 0.5 first and last, along x or y of its middle, in
// picture widths from the middle. The image is 0, but 1 between its borders.
std::array<double, 2> ShownSides(const std::string& fit, const std::string& size, int64_t width,
                                 int64_t height, bool is_y) {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "range": "none", "size": )" + size +
                     R"(, "noise": {"type": "image", "name": "x", "edges": "clamp", "fit": ")" +
                     fit + R"("}})",
                 "fit");
  Image pixels{width, height, 1, {}};
  for (int64_t j = 0; j < height; ++j)
    for (int64_t i = 0; i < width; ++i)
      pixels.samples.push_back(i == 0 || j == 0 || i == width - 1 || j == height - 1 ? 0 : 1);
  layers.AddImage("x", std::make_shared<const SourceImage>(std::move(pixels)));
  const Recipe recipe = layers.Resolve();
  const Image shown = RenderImage(Program::Compile(recipe), Map::kValue);
  const int64_t length = is_y ? recipe.height : recipe.width;
  std::array<double, 2> sides{1, -1};
  for (int64_t k = 0; k < length; ++k) {
    const float value =
        is_y ? *shown.Pixel(recipe.width / 2, k) : *shown.Pixel(k, recipe.height / 2);
    const double at = (static_cast<double>(k) + 0.5 - static_cast<double>(length) / 2) /
                      static_cast<double>(recipe.width);
    if (value >= 0.5f) sides = {std::min(sides[0], at), std::max(sides[1], at)};
  }
  return sides;
}

TEST_CASE("fit places an image of another shape") {
  // The image has 40 x 20 pixels, of which the outermost are black; the picture is square.
  const auto check = [](const char* fit, double x, double y) {
    CAPTURE(fit);
    for (const bool is_y : {false, true}) {
      const auto [low, high] = ShownSides(fit, "[200, 200]", 40, 20, is_y);
      CHECK(high == doctest::Approx((is_y ? y : x) / 2).epsilon(0.02));
      CHECK(low == doctest::Approx((is_y ? -y : -x) / 2).epsilon(0.02));
    }
  };
  check("width", 38.0 / 40, 18.0 / 40);
  check("stretch", 38.0 / 40, 18.0 / 20);
  check("contain", 38.0 / 40, 18.0 / 40);
  check("cover", 1, 18.0 / 20);
  const auto [low, high] = ShownSides("contain", "[200, 200]", 20, 40, false);
  CHECK(high - low == doctest::Approx(18.0 / 40).epsilon(0.02));
}

TEST_CASE("an image of the picture's shape is the same with every fit") {
  const auto image = TestImage(30, 20, 1);
  const auto samples = [&](const std::string& fit) {
    return RenderImage(Program::Compile(OwnSize(R"(, "fit": ")" + fit + '"', image)), Map::kSlope)
        .samples;
  };
  for (const char* fit : {"stretch", "contain", "cover"}) CHECK(samples(fit) == samples("width"));
}

TEST_CASE("a heightmap that extends has each pixel on a vertex of a terrain") {
  for (const int64_t height : {33, 17}) {
    const auto image = TestImage(33, height, 1);
    const Recipe recipe = [&] {
      RecipeLayers layers;
      layers.AddText(R"json({"cobble": 1, "range": "none", "domain": {"grid": "vertices"},
                         "noise": "image(x, edges=auto)"})json",
                     "terrain");
      layers.AddImage("x", image);
      return layers.Resolve();
    }();
    const Image shown = RenderImage(Program::Compile(recipe), Map::kValue);
    REQUIRE(shown.samples.size() == image->pixels().samples.size());
    for (std::size_t k = 0; k < shown.samples.size(); ++k)
      CHECK(shown.samples[k] == doctest::Approx(image->pixels().samples[k]).epsilon(1e-6));
  }
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
