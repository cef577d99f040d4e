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

TEST_CASE("the channels of a colour by example come from the same patches") {
  const Recipe recipe =
      ReadNode(R"({"type": "white"})",
               R"("maps": {"color": {"type": "by-example", "name": "a", "channel": "color",
          "pattern": "p", "frequency": 8}}, )");
  const Image color = RenderNamed(recipe, {"color"});
  for (const int c : {0, 1, 2}) {
    const char* const names[] = {"red", "green", "blue"};
    const Image channel = RenderImage(
        Program::Compile(ReadNode(std::string(R"({"type": "by-example", "name": "a", "pattern": "p",
            "encoding": "srgb", "frequency": 8, "channel": ")") +
                                  names[c] + "\"}")),
        Map::kValue);
    for (int64_t i = 0; i < 46; ++i)
      CHECK(color.Pixel(i, 7)[c] == doctest::Approx(*channel.Pixel(i, 7)).epsilon(1e-6));
  }
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
