// Tests what is special to by-example: the histogram, no seams, sharpness, seeds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/color.h"
#include "property/nodes/positions.h"
#include "support/random/test_image.h"

namespace cobble::test {
namespace {

const std::vector<std::string>& Examples() {
  static const std::vector<std::string> examples = [] {
    std::vector<std::string> all;
    for (const char* const members :
         {R"(, "name": "b")", R"(, "name": "b", "filter": "b-spline", "frequency": [4, 5.5])",
          R"(, "name": "b", "edges": "wrap", "frequency": 2, "seed": 9)",
          R"(, "name": "a", "channel": "green", "encoding": "srgb", "frequency": 8)",
          R"(, "name": "a", "channel": "alpha", "filter": "b-spline", "edges": "wrap",
              "frequency": [4, 8], "pattern": "p")"})
      all.push_back(std::string(R"({"type": "by-example")") + members + "}");
    return all;
  }();
  return examples;
}

TEST_CASE("the slope of by-example is the derivative of its value") {
  constexpr double kStep = 1e-6;
  for (const std::string& example : Examples()) {
    const Recipe recipe = ReadNode(example);
    const Oracle oracle(recipe);
    Random random(3);
    const std::vector<Vec3> points = RandomPoints(random, 200, 3);
    const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
    const Points samples = Sample(program, points);
    int misses = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
      for (const std::size_t a : {0u, 1u}) {
        Vec3 before = points[k], after = points[k];
        before[a] -= kStep;
        after[a] += kStep;
        const double slope = (oracle.At(after).value - oracle.At(before).value) / (2 * kStep);
        const double got = double{a == 0 ? samples.dx[k] : samples.dy[k]};
        // The second derivative is large where a cubic of the way back ends.
        if (std::abs(got - slope) > 1e-3 * (1 + std::abs(slope))) ++misses;
      }
    CHECK(misses <= 4);
  }
}

// Slopes are up to 30. The way back through so few pixels bends sharply, so slopes change by 0.05
// within these steps.
TEST_CASE("the slope of by-example is continuous, across pixels, cells and triangles") {
  constexpr double kStep = 1e-7;
  for (const std::string& example : Examples())
    for (int k = -30; k < 40; ++k) {
      const double x = k / 32.0, y = 0.3 + 0.01 * k;
      const At before = SampleAt(example, x - kStep, y), after = SampleAt(example, x + kStep, y);
      CHECK(std::abs(after.value - before.value) < 1e-4);
      CHECK(std::abs(after.dx - before.dx) < 0.2);
      CHECK(std::abs(after.dy - before.dy) < 0.2);
    }
}

TEST_CASE("by-example repeats with a tiled picture") {
  // The last picture is 17.6 pixels of the image high, rounded to 18.
  const std::pair<const char*, const char*> kinds[] = {
      {R"("frequency": 4)", "[1, 1]"},
      {R"("frequency": [3, 4], "filter": "b-spline")", "[1, 1.5]"},
      {R"("frequency": [2, 2], "edges": "wrap")", "[1, 2]"},
      {R"("frequency": [4, 3.6363636363636362])", "[1, 1.1]"}};
  for (const auto& [members, extent] : kinds)
    for (const char* tree : {"{}",
                             R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1],
                                  "translate": [0.113, 7.13], "source": {}}})",
                             R"({{"type": "warp", "amount": 0.05,
                                  "by": [{{"type": "perlin", "frequency": [4, 20]}}, 0.7],
                                  "source": {}}})"}) {
      const std::string example =
          std::string(R"({"type": "by-example", "name": "b", )") + members + "}";
      const std::string domain = std::string(R"("tiling": true, "domain": {"extent": )") + extent +
                                 R"(, "translate": [0.0137, 0.0071]}, )";
      const Recipe recipe = ReadNode(Below(tree, example), domain);
      CheckRepeats(recipe);
      CompareWithOracle(recipe);
    }
}

// At a seam, the step between the last and the first column or row would be larger than others.
TEST_CASE("a tiled picture by example has no seam") {
  const Recipe recipe =
      ReadNode(R"({"type": "by-example", "name": "b", "filter": "b-spline", "frequency": 4})",
               R"("tiling": true, "domain": {"extent": [1.5, 1.5]}, )");
  const Program program = Program::Compile(recipe);
  const Image image = RenderImage(program, Map::kValue, {.window = {0, 0, 47, 31}});
  const auto step = [&](int64_t i, int64_t j, int64_t u, int64_t v) {
    return std::abs(double{*image.Pixel(i, j)} - double{*image.Pixel(i + u, j + v)});
  };
  double largest_x = 0, seam_x = 0, largest_y = 0, seam_y = 0;
  for (int64_t j = 0; j < 30; ++j) {
    for (int64_t i = 0; i < 45; ++i) largest_x = std::max(largest_x, step(i, j, 1, 0));
    seam_x = std::max(seam_x, step(45, j, 1, 0));
  }
  for (int64_t i = 0; i < 46; ++i) {
    for (int64_t j = 0; j < 29; ++j) largest_y = std::max(largest_y, step(i, j, 0, 1));
    seam_y = std::max(seam_y, step(i, 29, 0, 1));
  }
  CHECK(seam_x <= largest_x);
  CHECK(seam_y <= largest_y);
}

TEST_CASE("values by example are within the bounds of the pixels, and come near both") {
  for (const std::string& example : Examples()) {
    const Program program = Program::Compile(ReadNode(example, R"("domain": {"scale": 3}, )"));
    const Image image = RenderImage(program, Map::kValue);
    const auto [low, high] = std::ranges::minmax(image.samples);
    CHECK(double{low} >= program.low());
    CHECK(double{high} <= program.high());
    CHECK(double{high} - double{low} > 0.8 * (program.high() - program.low()));
  }
}

// Dark, with few light grains: a mean of such samples would have less contrast.
std::shared_ptr<const SourceImage> Grains() {
  constexpr int64_t kSide = 128;
  std::mt19937 engine(4);
  Image pixels{kSide, kSide, 3, std::vector<float>(kSide * kSide * 3)};
  for (float& sample : pixels.samples) {
    const float unit = static_cast<float>(engine() >> 8) / 0x1p24f;
    sample = 0.1f + 0.9f * std::pow(unit, 6.0f);
  }
  return std::make_shared<const SourceImage>(std::move(pixels), false);
}

Image RenderGrains(const std::string& members, int64_t side, const std::string& recipe = {}) {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "range": "none", "size": )" + std::to_string(side) +
                     R"(, "domain": {"scale": )" + std::to_string(side / 128) + "}, " + recipe +
                     R"("noise": {"type": "by-example", "name": "x")" + members + "}}",
                 "grains");
  layers.AddImage("x", Grains());
  return RenderImage(Program::Compile(layers.Resolve()), Map::kValue);
}

double MeanOf(const std::vector<float>& samples) {
  double sum = 0;
  for (const float sample : samples) sum += double{sample};
  return sum / static_cast<double>(samples.size());
}

TEST_CASE("the histogram by example is that of the image") {
  for (const char* const channel : {"red", "blue"}) {
    std::vector<float> image;
    const Image grains = Grains()->pixels();
    for (std::size_t k = channel == std::string("red") ? 0 : 2; k < grains.samples.size(); k += 3)
      image.push_back(grains.samples[k]);
    std::vector<float> shown =
        RenderGrains(std::string(R"(, "channel": ")") + channel + '"', 1024).samples;
    CHECK(std::abs(MeanOf(shown) - MeanOf(image)) < 0.01);
    std::ranges::sort(image);
    std::ranges::sort(shown);
    for (const double p : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}) {
      CAPTURE(p);
      const auto at = [&](const std::vector<float>& sorted) {
        return double{sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size()))]};
      };
      CHECK(std::abs(at(shown) - at(image)) < 0.03);
    }
  }
}

// With as many pixels per unit as the image, a picture shows unmixed pixels at corners.
TEST_CASE("a picture by example is as sharp as the image") {
  const Image grains = Grains()->pixels();
  std::vector<float> image;
  for (std::size_t k = 0; k < grains.samples.size(); k += 3) image.push_back(grains.samples[k]);
  const auto roughness = [](const std::vector<float>& samples) {
    double sum = 0;
    for (std::size_t k = 1; k < samples.size(); ++k)
      sum += std::abs(double{samples[k]} - double{samples[k - 1]});
    return sum / static_cast<double>(samples.size());
  };
  const double shown = roughness(RenderGrains(R"(, "channel": "red")", 512).samples);
  CHECK(std::abs(shown / roughness(image) - 1) < 0.05);
}

TEST_CASE("seeds arrange an example in other ways, patterns in the same") {
  const auto render = [](const std::string& members, const std::string& recipe = {}) {
    return RenderGrains(R"(, "channel": "red")" + members, 128, recipe).samples;
  };
  const auto first = render(""), second = render("", R"("seed": 1, )");
  CHECK(first != second);
  CHECK(render(R"(, "seed": 1)") == second);
  std::size_t equal = 0;
  for (std::size_t k = 0; k < first.size(); ++k) equal += first[k] == second[k];
  CHECK(equal < first.size() / 100);
  const auto are_equal = [](const std::string& members) {
    const std::string example = R"({"type": "by-example", "name": "b")" + members + "}";
    const Image difference =
        RenderImage(Program::Compile(ReadNode(R"({"type": "subtract", "a": )" + example +
                                              R"(, "b": )" + example + "}")),
                    Map::kValue);
    return std::ranges::all_of(difference.samples, [](float x) { return x == 0; });
  };
  CHECK(are_equal(R"(, "pattern": "p")"));
  CHECK(are_equal(R"(, "seed": 3)"));
  CHECK_FALSE(are_equal(""));
}

// Renders 46 x 31 pixels of an example of 7 x 5 or more.
Image RenderExample(std::shared_ptr<const SourceImage> image, bool is_color) {
  const std::string node =
      R"({"type": "by-example", "name": "x", "pattern": "p", "frequency": 8, "channel": ")";
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "range": "none", "size": [46, 31], "noise": )" +
                     (is_color ? R"({"type": "white"}, "maps": {"color": )" + node + R"(color"}}})"
                               : node + R"(luminance"}})"),
                 "example");
  layers.AddImage("x", std::move(image));
  const Recipe recipe = layers.Resolve();
  return is_color ? RenderNamed(recipe, {"color"})
                  : RenderImage(Program::Compile(recipe), Map::kValue);
}

std::shared_ptr<const SourceImage> ColorImage(int64_t side, const std::vector<Vec3>& colors) {
  Image pixels{side, static_cast<int64_t>(colors.size()) / side, 3, {}};
  for (const Vec3& color : colors)
    for (const double sample : color) pixels.samples.push_back(static_cast<float>(sample));
  return std::make_shared<const SourceImage>(std::move(pixels));
}

double Dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The axis along which colours differ the most, after others: by repeated multiplication.
Vec3 NextAxis(const std::vector<Vec3>& colors, const std::vector<Vec3>& others) {
  Vec3 axis{0.7, 0.5, 0.3}, mean{};
  for (const Vec3& color : colors)
    for (std::size_t c = 0; c < 3; ++c) mean[c] += color[c] / static_cast<double>(colors.size());
  for (int k = 0; k < 2000; ++k) {
    Vec3 next{};
    for (const Vec3& color : colors) {
      const Vec3 d{color[0] - mean[0], color[1] - mean[1], color[2] - mean[2]};
      for (std::size_t c = 0; c < 3; ++c) next[c] += d[c] * Dot(d, axis);
    }
    for (const Vec3& other : others) {
      const double along = Dot(next, other);
      for (std::size_t c = 0; c < 3; ++c) next[c] -= along * other[c];
    }
    const double length = std::sqrt(Dot(next, next));
    for (std::size_t c = 0; c < 3; ++c) axis[c] = next[c] / length;
  }
  return axis;
}

// Returns what a colour by example shows: three greys by example, along the principal axes.
std::vector<Vec3> ExpectedColors(const std::vector<Vec3>& values, int64_t side) {
  std::vector<Vec3> axes, out(46 * 31);
  for (int k = 0; k < 3; ++k) {
    axes.push_back(NextAxis(values, axes));
    Image along{side, static_cast<int64_t>(values.size()) / side, 1, {}};
    for (const Vec3& value : values)
      along.samples.push_back(static_cast<float>(Dot(value, axes.back())));
    const Image shown = RenderExample(std::make_shared<const SourceImage>(std::move(along)), false);
    for (std::size_t p = 0; p < out.size(); ++p)
      for (std::size_t c = 0; c < 3; ++c) out[p][c] += axes.back()[c] * double{shown.samples[p]};
  }
  return out;
}

TEST_CASE("a colour by example is blended along the principal axes of its roots") {
  const auto image = TestImage(7, 5, 4, true);
  std::vector<Vec3> roots;
  Vec3 low{1, 1, 1}, high{};
  for (std::size_t k = 0; k < image->pixels().samples.size(); k += 4) {
    Vec3 root;
    for (std::size_t c = 0; c < 3; ++c) {
      const double light = LinearFromSrgb(double{image->pixels().samples[k + c]});
      root[c] = std::sqrt(light);
      low[c] = std::min(low[c], light);
      high[c] = std::max(high[c], light);
    }
    roots.push_back(root);
  }
  const Image color = RenderExample(image, true);
  const std::vector<Vec3> expected = ExpectedColors(roots, 7);
  for (std::size_t p = 0; p < expected.size(); ++p)
    for (std::size_t c = 0; c < 3; ++c) {
      const double root = std::max(expected[p][c], 0.0);
      CHECK(double{color.samples[3 * p + c]} ==
            doctest::Approx(std::clamp(root * root, low[c], high[c])).epsilon(2e-4));
    }
}

TEST_CASE("colours with negative samples are blended along the axes of the samples") {
  std::vector<Vec3> colors;
  std::mt19937 random(5);
  for (int k = 0; k < 64; ++k) {
    const double a = static_cast<double>(random() % 1000) / 1000, b = static_cast<double>(k) / 64;
    colors.push_back({a - 0.5, 0.3 * a + 0.4 * b, b * b - 0.6 * a});
  }
  const Image color = RenderExample(ColorImage(8, colors), true);
  const std::vector<Vec3> expected = ExpectedColors(colors, 8);
  for (std::size_t p = 0; p < expected.size(); ++p)
    for (std::size_t c = 0; c < 3; ++c) {
      const auto by_channel = [c](const Vec3& x, const Vec3& y) { return x[c] < y[c]; };
      const auto [low, high] = std::ranges::minmax(colors, by_channel);
      CHECK(std::abs(double{color.samples[3 * p + c]} -
                     std::clamp(expected[p][c], low[c], high[c])) < 2e-4);
    }
}

// Rust and steel, each in many shades, as on a plane. Ranked by themselves, red, green and blue
// make purple and green where they meet.
TEST_CASE("a blend of two hues has no third") {
  const Vec3 rust{0.8, 0.45, 0.2}, steel{0.6, 0.65, 0.7};
  const Vec3 normal{rust[1] * steel[2] - rust[2] * steel[1],
                    rust[2] * steel[0] - rust[0] * steel[2],
                    rust[0] * steel[1] - rust[1] * steel[0]};
  std::vector<Vec3> colors;
  Vec3 low{1, 1, 1}, high{};  // of roots
  std::mt19937 random(6);
  for (int k = 0; k < 32 * 32; ++k) {
    const Vec3& hue = (k / 4 + k / 128) % 3 == 0 ? steel : rust;
    const double shade = 0.5 + 0.5 * static_cast<double>(random() % 1000) / 1000;
    colors.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) {
      colors.back()[c] = std::pow(hue[c] * shade, 2);
      low[c] = std::min(low[c], hue[c] * shade);
      high[c] = std::max(high[c], hue[c] * shade);
    }
  }
  const Image color = RenderExample(ColorImage(32, colors), true);
  for (std::size_t p = 0; p < color.samples.size(); p += 3) {
    Vec3 root;
    bool is_limited = false;
    for (std::size_t c = 0; c < 3; ++c) {
      root[c] = std::sqrt(double{color.samples[p + c]});
      is_limited = is_limited || root[c] < low[c] + 1e-4 || root[c] > high[c] - 1e-4;
    }
    if (!is_limited) CHECK(std::abs(Dot(root, normal)) < 1e-5);
  }
}

TEST_CASE("an image of greys in three channels shows as the same image in one") {
  const auto grey = TestImage(16, 16, 1);
  std::vector<Vec3> colors;
  for (const float sample : grey->pixels().samples)
    colors.push_back({double{sample}, double{sample}, double{sample}});
  CHECK(RenderExample(ColorImage(16, colors), true).samples == RenderExample(grey, true).samples);
}

TEST_CASE("an example whose pixels have one colour is flat") {
  const Image color = RenderExample(ColorImage(16, std::vector<Vec3>(256, {0.7, 0.1, 0.3})), true);
  for (std::size_t p = 0; p < color.samples.size(); p += 3)
    CHECK((color.samples[p] == 0.7f && color.samples[p + 2] == 0.3f));
}

TEST_CASE("an example of equal pixels is flat") {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "range": "none", "size": 16,
      "noise": {"type": "by-example", "name": "x"}})",
                 "flat");
  layers.AddImage(
      "x", std::make_shared<const SourceImage>(Image{32, 32, 1, std::vector<float>(1024, 0.7f)}));
  const Image image = RenderImage(Program::Compile(layers.Resolve()), Map::kValue);
  CHECK(std::ranges::all_of(image.samples, [](float x) { return x == 0.7f; }));
}

}  // namespace
}  // namespace cobble::test
