// Tests several samples per pixel: every pixel is the mean of pixels of a larger picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "property/property.h"
#include "support/float_rows.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

Image MeansOf(const Image& large, int samples) {
  Image small{large.width / samples, large.height / samples, large.channels, {}};
  const auto at = [&](int64_t x, int64_t y, int c) {
    return static_cast<double>(
        large.samples[static_cast<std::size_t>((y * large.width + x) * large.channels + c)]);
  };
  for (int64_t y = 0; y < small.height; ++y)
    for (int64_t x = 0; x < small.width; ++x)
      for (int c = 0; c < small.channels; ++c) {
        double sum = 0;
        for (int k = 0; k < samples; ++k) {
          double column = 0;
          for (int j = 0; j < samples; ++j) column += at(x * samples + k, y * samples + j, c);
          sum += column;
        }
        small.samples.push_back(static_cast<float>(sum * (1.0 / (samples * samples))));
      }
  return small;
}

Window Times(int samples, const Window& window) {
  return {window.x * samples, window.y * samples, window.width * samples, window.height * samples};
}

Recipe WithSamples(Recipe recipe, int samples) {
  recipe.samples = samples;
  return recipe;
}

// Returns the recipe of a picture whose pixels are the samples of `recipe`.
Recipe TimesLarger(Recipe recipe, int samples) {
  recipe.width *= samples;
  recipe.height *= samples;
  return recipe;
}

// Checks that slopes are means. Their bits may differ: the slope map scales the mean slope, while
// the mean of the slope map averages scaled slopes.
void CheckMeanSlopes(const Image& slopes, const Image& expected) {
  double largest = 0;
  for (const float slope : expected.samples) largest = std::max<double>(largest, std::abs(slope));
  double error = 0;
  for (std::size_t k = 0; k < expected.samples.size(); ++k)
    error = std::max<double>(error, std::abs(slopes.samples[k] - expected.samples[k]));
  CHECK(error <= 1e-6 * largest);
}

TEST_CASE("a pixel is the mean of the pixels of a larger picture") {
  ForEachRecipe(61, MixedWishes(60, 12, 41, 23), [&](const Recipe& recipe, Random& random) {
    const int samples = static_cast<int>(random.Integer(2, 8));
    CAPTURE(samples);
    const Program small = Program::Compile(WithSamples(recipe, samples));
    const Program large = Program::Compile(TimesLarger(recipe, samples));
    for (const Window& window : {Window{0, 0, 41, 23}, Window{-7, 5, 18, 31}}) {
      const auto means = [&](Map map) {
        return MeansOf(RenderImage(large, map, {.window = Times(samples, window)}), samples);
      };
      const Image expected = means(Map::kValue);
      for (const int columns : {0, 1, 7, 33})
        CHECK(SameBits(RenderImage(small, Map::kValue, {.window = window, .tile_columns = columns}),
                       expected));
      CheckMeanSlopes(RenderImage(small, Map::kSlope, {.window = window}), means(Map::kSlope));
    }
  });
}

TEST_CASE("means are bit-identical at every SIMD level, on any number of threads") {
  const std::vector<PictureMap> maps{Map::kHeight, Map::kNormal, Map::kAo, Map::kCurvature};
  ForEachRecipe(62, MixedWishes(18, 6, 60, 300), [&](const Recipe& recipe, Random& random) {
    const Recipe sampled = WithSamples(recipe, static_cast<int>(random.Integer(2, 3)));
    const Image best = RenderMaps(Program::Compile(sampled), maps, {.threads = 1});
    for (const std::string& level : RunningLevels()) {
      INFO(level);
      const Program program = Program::Compile(sampled, {.simd = level});
      CHECK(SameBits(RenderMaps(program, maps, {.threads = 3}), best));
    }
  });
}

TEST_CASE("the mean of equal samples is their value") {
  for (int samples = 1; samples <= 8; ++samples)
    for (const double value : {0.1, 1.0 / 3, 0.7, 1.0}) {
      Recipe recipe;
      recipe.width = 37;
      recipe.height = 3;
      recipe.samples = samples;
      recipe.noise = Node::Constant(value);
      const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
      CAPTURE(samples);
      CHECK(std::ranges::all_of(image.samples,
                                [&](float sample) { return sample == static_cast<float>(value); }));
    }
}

TEST_CASE("normals and the range \"fit\" follow from means") {
  ForEachRecipe(63, MixedWishes(16, 6, 40, 30), [&](const Recipe& recipe, Random&) {
    Recipe sampled = WithSamples(recipe, 3);
    sampled.range = {};
    const Image both =
        RenderMaps(Program::Compile(sampled), {Map::kSlope, Map::kNormal, Map::kValue});
    double low = both.samples[5], high = low;
    for (std::size_t k = 0; k < both.samples.size(); k += 6) {
      // The slope map is of the height: y points down, and strength scales it.
      const double x = -sampled.normal.strength * both.samples[k];
      const double y = (sampled.normal.y == NormalY::kUp ? 1 : -1) * sampled.normal.strength *
                       both.samples[k + 1];
      const double length = std::sqrt(x * x + y * y + 1);
      CHECK(both.samples[k + 2] == doctest::Approx(x / length).epsilon(1e-5));
      CHECK(both.samples[k + 3] == doctest::Approx(y / length).epsilon(1e-5));
      low = std::min<double>(low, both.samples[k + 5]);
      high = std::max<double>(high, both.samples[k + 5]);
    }
    sampled.range.mode = RangeMode::kFit;
    if (low == high) return;
    const Image height = RenderMaps(Program::Compile(sampled), {Map::kHeight});
    CHECK(*std::ranges::min_element(height.samples) == 0);
    CHECK(*std::ranges::max_element(height.samples) == doctest::Approx(1).epsilon(1e-6));
  });
}

}  // namespace
}  // namespace cobble::test
