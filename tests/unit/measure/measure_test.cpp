// Tests the measures of pictures against direct computation.
#include "measure/measure.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "cobble/error.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

ChannelMeasures MeasureOne(int64_t width, int64_t height, const std::vector<float>& samples,
                           int bits = 0, std::optional<Bounds> bounds = {}) {
  MemoryPicture picture(width, height, 1, samples, bits);
  return MeasurePicture(picture, bounds).front();
}

TEST_CASE("mean, deviation and percentiles of floats") {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(10, 0.5f);
  std::vector<float> samples(200 * 100);
  for (float& sample : samples) sample = normal(random);
  const ChannelMeasures measures = MeasureOne(200, 100, samples);
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / 20000;
  double squares = 0;
  for (const float x : samples) squares += (x - mean) * (x - mean);
  CHECK(measures.samples == 20000);
  CHECK(measures.mean == doctest::Approx(mean).epsilon(1e-13));
  CHECK(measures.deviation == doctest::Approx(std::sqrt(squares / 20000)).epsilon(1e-12));
  std::ranges::sort(samples);
  CHECK(measures.minimum == samples.front());
  CHECK(measures.maximum == samples.back());
  for (std::size_t p = 0; p < kPercentiles.size(); ++p) {
    const double exact = samples[static_cast<std::size_t>(kPercentiles[p] / 100 * 20000) - 1];
    CHECK(std::abs(measures.percentiles[p] - exact) < 6.2e-5 * exact);
  }
  CHECK(std::accumulate(measures.histogram.begin(), measures.histogram.end(), 0.0) ==
        doctest::Approx(20000));
}

TEST_CASE("percentiles of floats of few values are these values") {
  constexpr float kZero = 0, kHalf = 0.333251953125f, kTiny = -6e-8f;
  std::vector<float> samples;
  for (const float value : {kTiny, -kZero, kHalf}) samples.insert(samples.end(), 8, value);
  const ChannelMeasures measures = MeasureOne(24, 1, samples);
  CHECK(measures.percentiles[0] == double{kTiny});
  CHECK(measures.percentiles[3] == 0);
  CHECK(!std::signbit(measures.percentiles[3]));
  CHECK(measures.percentiles[6] == double{kHalf});
  CHECK(measures.histogram.back() == 8);
}

TEST_CASE("floats of all magnitudes in many channels are not counted without limit") {
  std::mt19937 random(5);
  std::vector<float> samples;
  for (int k = 0; k < 64 * 32 * 32; ++k)
    samples.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  MemoryPicture few(32, 2, 1, samples), many(32, 32, 64, samples);
  CHECK(MeasurePicture(few, {}).size() == 1);
  CHECK_THROWS_WITH_AS(MeasurePicture(many, {}),
                       "the samples have so many magnitudes that counting them needs more than "
                       "536870912 bytes of memory",
                       Error);
}

TEST_CASE("minus zero is reported as zero") {
  const ChannelMeasures measures = MeasureOne(2, 1, {-0.0f, -0.0f});
  CHECK(!std::signbit(measures.minimum));
  CHECK(!std::signbit(measures.maximum));
  MemoryPicture picture(2, 1, 1, {-0.0f, -0.0f});
  CHECK(!std::signbit(MeasureExtremes(picture).front().minimum));
}

TEST_CASE("percentiles of integers are exact, and their bounds are counted") {
  std::vector<float> samples;
  for (int k = 0; k < 1000; ++k) samples.push_back(static_cast<float>((k % 256) / 255.0));
  const ChannelMeasures measures = MeasureOne(100, 10, samples, 8);
  std::ranges::sort(samples);
  for (std::size_t p = 0; p < kPercentiles.size(); ++p)
    CHECK(measures.percentiles[p] ==
          doctest::Approx(samples[static_cast<std::size_t>(kPercentiles[p] * 10) - 1]));
  CHECK(measures.at_low == 4);
  CHECK(measures.at_high == 3);
}

TEST_CASE("samples at bounds, and samples that are not finite") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const ChannelMeasures measures =
      MeasureOne(3, 2, {-2, -1, 0, nan, 1, infinity}, 0, Bounds{-1, 1});
  CHECK(measures.samples == 4);
  CHECK(measures.not_finite == 2);
  CHECK(measures.at_low == 2);
  CHECK(measures.at_high == 1);
  CHECK(measures.minimum == -2);
  CHECK(measures.maximum == 1);
  CHECK(measures.mean == -0.5);
  const ChannelMeasures none = MeasureOne(1, 1, {nan});
  CHECK(none.samples == 0);
  CHECK(none.maximum == 0);
  CHECK(none.not_finite == 1);
}

TEST_CASE("extreme values and constant pictures have finite measures") {
  constexpr float kMax = std::numeric_limits<float>::max();
  const ChannelMeasures extreme = MeasureOne(2, 2, {-kMax, 0, 1e-45f, kMax});
  CHECK(extreme.minimum == -kMax);
  CHECK(extreme.maximum == kMax);
  CHECK(extreme.percentiles[6] == kMax);
  const ChannelMeasures constant = MeasureOne(4, 4, std::vector<float>(16, 0.3f));
  CHECK(constant.deviation == 0);
  CHECK(constant.percentiles[3] == static_cast<double>(0.3f));
  CHECK(constant.seam_x.ratio == 0);
  CHECK(constant.seam_y.ratio == 0);
  CHECK(constant.anisotropy.coherence == 0);
}

template <typename F>
std::vector<float> Picture(int size, const F& f) {
  std::vector<float> samples;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) samples.push_back(static_cast<float>(f(x, y)));
  return samples;
}

TEST_CASE("the seam of a picture that repeats is at most a step like all others") {
  constexpr double kTurn = 2 * std::numbers::pi / 64;
  const auto tiled = MeasureOne(64, 64, Picture(64, [](int x, int y) {
                                  return std::sin(kTurn * x) + std::cos(3 * kTurn * y);
                                }));
  CHECK(tiled.seam_x.ratio == doctest::Approx(1).epsilon(0.01));
  CHECK(tiled.seam_y.ratio <= 1.01);
  CHECK(tiled.seam_x.mean == doctest::Approx(std::sin(kTurn)));
  CHECK(tiled.seam_x.maximum == doctest::Approx(std::sin(kTurn)));

  const auto ramp = MeasureOne(64, 64, Picture(64, [](int x, int y) { return x + 2 * y; }));
  CHECK(ramp.seam_x.mean == 63);
  CHECK(ramp.seam_x.typical == 1);
  CHECK(ramp.seam_x.ratio == 63);
  CHECK(ramp.seam_y.mean == 126);
  CHECK(ramp.seam_y.typical == 2);
  CHECK(ramp.seam_y.ratio == 63);
}

TEST_CASE("the direction is that of stripes, anticlockwise with y up") {
  for (const double degrees : {0.0, 20.0, 45.0, 90.0, 135.0, 170.0}) {
    CAPTURE(degrees);
    const double angle = degrees * std::numbers::pi / 180;
    // Varies across the stripes; y points down.
    const auto stripes =
        MeasureOne(64, 64, Picture(64, [&](int x, int y) {
                     return std::sin(0.2 * (x * std::sin(angle) + y * std::cos(angle)));
                   }));
    const double error = std::remainder(stripes.anisotropy.degrees - degrees, 180);
    CHECK(std::abs(error) < 0.5);
    CHECK(stripes.anisotropy.degrees < 180);
    CHECK(stripes.anisotropy.coherence > 0.99);
  }
  std::mt19937 random(5);
  const auto white = MeasureOne(64, 64, Picture(64, [&](int, int) { return random() % 1000; }));
  CHECK(white.anisotropy.coherence < 0.05);
}

TEST_CASE("channels are measured apart") {
  MemoryPicture picture(2, 1, 3, {0, 10, 20, 1, 11, 21});
  const auto measures = MeasurePicture(picture, std::nullopt);
  REQUIRE(measures.size() == 3);
  CHECK(measures[1].name == "G");
  CHECK(measures[1].minimum == 10);
  CHECK(measures[2].maximum == 21);
  MemoryPicture again(2, 1, 3, {0, 10, 20, 1, 11, 21});
  CHECK(MeasureExtremes(again)[2].minimum == 20);
}

}  // namespace
}  // namespace cobble
