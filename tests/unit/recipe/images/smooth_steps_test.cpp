// Tests that heights stored with few levels lose their steps, and keep what is larger.
#include "recipe/images/smooth_steps.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/interrupt.h"

namespace cobble {
namespace {

constexpr int64_t kSide = 96;
constexpr double kStep = 1.0 / 32;

using HeightAt = std::function<double(double x, double y)>;

std::vector<float> Sampled(const HeightAt& height, int64_t width = kSide, int64_t rows = kSide) {
  std::vector<float> samples;
  for (int64_t y = 0; y < rows; ++y)
    for (int64_t x = 0; x < width; ++x)
      samples.push_back(static_cast<float>(height(static_cast<double>(x), static_cast<double>(y))));
  return samples;
}

std::vector<float> Quantized(std::vector<float> samples) {
  for (float& sample : samples)
    sample = static_cast<float>(std::round(double{sample} / kStep) * kStep);
  return samples;
}

std::vector<float> Smoothed(std::vector<float> samples, bool wraps, int64_t width = kSide) {
  SmoothSteps(width, std::ssize(samples) / width, {wraps, wraps}, kStep, &samples);
  return samples;
}

// The mean difference between the slopes of two heights.
double SlopeError(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t k = 1; k < a.size(); ++k)
    sum += std::abs(double{a[k] - a[k - 1]} - double{b[k] - b[k - 1]});
  return sum / static_cast<double>(a.size() - 1);
}

double LargestChange(const std::vector<float>& a, const std::vector<float>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, std::abs(double{a[k]} - double{b[k]}));
  return largest;
}

constexpr double kTurn = 2 * 3.14159265358979 / kSide;

double Waves(double x, double y) {
  return 0.5 + 0.2 * std::sin(kTurn * x) * std::cos(kTurn * y) + 0.05 * std::sin(3 * kTurn * y);
}

TEST_CASE("smooth heights get their slopes back, within half a step") {
  for (const bool wraps : {true, false}) {
    const std::vector<float> exact = Sampled(&Waves), stepped = Quantized(exact);
    const std::vector<float> smooth = Smoothed(stepped, wraps);
    CHECK(LargestChange(smooth, stepped) <= kStep / 2 + 1e-7);
    CHECK(SlopeError(smooth, exact) < SlopeError(stepped, exact) / 8);
    CHECK(LargestChange(smooth, exact) < kStep);
  }
}

TEST_CASE("a plane becomes a plane, also at its borders") {
  const std::vector<float> exact =
      Sampled([](double x, double y) { return 0.004 * x + 0.002 * y; });
  const std::vector<float> smooth = Smoothed(Quantized(exact), false);
  CHECK(LargestChange(smooth, exact) < 0.35 * kStep);
  CHECK(SlopeError(smooth, exact) < 0.0006);
}

TEST_CASE("a cliff stays where it is and as high, and level ground stays level") {
  const auto height = [](double x, double) { return x < 40 ? 0.25 : 0.75; };
  const std::vector<float> cliff = Sampled(height), smooth = Smoothed(cliff, false);
  CHECK(LargestChange(smooth, cliff) <= kStep / 2 + 1e-7);
  for (int64_t y = 10; y < 86; ++y) {
    const float* const row = smooth.data() + y * kSide;
    CHECK(row[40] - row[39] > 0.5 - 1.01 * kStep);
    for (int64_t x = 60; x < kSide - 1; ++x) CHECK(std::abs(row[x + 1] - row[x]) < 0.03 * kStep);
  }
}

TEST_CASE("a lake stays flat away from its shore") {
  constexpr int64_t kWide = 256;
  const auto height = [](double x, double y) {
    const double distance = std::hypot(x - 128, y - 128);
    return 0.25 + std::max(distance - 80, 0.0) * 0.004;
  };
  const std::vector<float> lake = Quantized(Sampled(height, kWide, kWide));
  const std::vector<float> smooth = Smoothed(lake, false, kWide);
  double steepest = 0;
  for (int64_t y = 98; y < 158; ++y)
    for (int64_t x = 98; x < 158; ++x) {
      const float* const at = smooth.data() + y * kWide + x;
      steepest = std::max<double>({steepest, std::abs(at[1] - at[0]), std::abs(at[kWide] - at[0])});
    }
  CHECK(steepest < 0.0002);  // the shore: 0.004
}

TEST_CASE("opposite sides of a tile are neighbours, and those of a sphere along x") {
  const std::vector<float> stepped = Quantized(Sampled(&Waves));
  // The same tile, moved by a block of the coarsest grid.
  constexpr int64_t kMove = kSide / 3;
  std::vector<float> shifted = stepped;
  for (int64_t y = 0; y < kSide; ++y)
    std::rotate(shifted.begin() + y * kSide, shifted.begin() + y * kSide + kMove,
                shifted.begin() + (y + 1) * kSide);
  for (const bool wraps_y : {true, false}) {
    std::vector<float> smooth = stepped, moved = shifted;
    for (std::vector<float>* const each : {&smooth, &moved})
      SmoothSteps(kSide, kSide, {true, wraps_y}, kStep, each);
    for (int64_t y = 0; y < kSide; ++y)
      for (int64_t x = 0; x < kSide; ++x)
        REQUIRE(moved[static_cast<std::size_t>(y * kSide + x)] ==
                doctest::Approx(smooth[static_cast<std::size_t>(y * kSide + (x + kMove) % kSide)])
                    .epsilon(1e-4));
  }
}

TEST_CASE("any size has a solution") {
  for (const int64_t width : {1, 2, 3, 9, 17})
    for (const int64_t height : {1, 2, 5, 16})
      for (const bool wraps : {true, false}) {
        const std::vector<float> stepped = Quantized(Sampled(&Waves, width, height));
        CHECK(LargestChange(Smoothed(stepped, wraps, width), stepped) <= kStep / 2 + 1e-7);
      }
}

TEST_CASE("the step is the median difference of levels") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  CHECK(StepOf(std::vector<float>{}) == 0);
  CHECK(StepOf(std::vector<float>{3, 3, kNan}) == 0);
  CHECK(StepOf(std::vector<float>{0, 1, kNan, 1, 0}) == 0);
  CHECK(StepOf(std::vector<float>{0, 0.5f, 1}) == 0);
  CHECK(StepOf(std::vector<float>{3, kNan, 1, 5, 9, 7, 3}) == 2);
  CHECK(StepOf(std::vector<float>{0, 1, 2, 3, 100, 101, 103, 2, 2}) == 1);
  CHECK(StepOf(Quantized(Sampled(&Waves))) == doctest::Approx(kStep));
}

TEST_CASE("smoothing stops when asked") {
  std::vector<float> samples = Quantized(Sampled(&Waves));
  int count = 0;
  const InterruptScope scope([&] { return ++count > 20; });
  CHECK_THROWS_AS(SmoothSteps(kSide, kSide, {true, true}, kStep, &samples), Interrupted);
}

}  // namespace
}  // namespace cobble
