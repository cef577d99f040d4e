// Tests the pointwise kernels whose inputs are slopes, at every SIMD level: their formulas, and
// finite results for slopes beyond float32.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "noise/steps/pointwise.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using Row = test::Batch<float, kRunLength + kPad>;
using Limits = std::numeric_limits<float>;

struct ValueOperation {
  PointwiseOp op;
  std::array<float, 4> p;
  Row x{}, y{}, value{};

  void Run(const SimdLevel& level) {
    const Slot in[] = {{x.x, {nullptr, nullptr, nullptr}}, {y.x, {nullptr, nullptr, nullptr}}};
    SelectPointwise(op, level.target)({op, p, nullptr}, in, kRunLength,
                                      {value.x, {nullptr, nullptr, nullptr}});
  }
};

void FillRandomly(ValueOperation& operation) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> number(-20, 20);
  for (int k = 0; k < kRunLength; ++k) {
    operation.x.x[k] = number(random);
    operation.y.x[k] = number(random);
  }
}

TEST_CASE("a slope along an axis is a limited sum") {
  ValueOperation along{PointwiseOp::kSlopeAlong, {0.75f, -2, 30}};
  FillRandomly(along);
  test::ForRunningLevels([&](const SimdLevel& level) {
    along.Run(level);
    for (int k = 0; k < kRunLength; ++k) {
      const double want =
          std::clamp(0.75 * double{along.x.x[k]} - 2 * double{along.y.x[k]}, -30.0, 30.0);
      CHECK(std::abs(double{along.value.x[k]} - want) < 1e-5);
    }
  });
}

TEST_CASE("steepness is the length of the transformed slope") {
  ValueOperation steepness{PointwiseOp::kSteepness, {0.75f, -2, 0.25f, 3}};
  FillRandomly(steepness);
  test::ForRunningLevels([&](const SimdLevel& level) {
    steepness.Run(level);
    for (int k = 0; k < kRunLength; ++k) {
      const double x = steepness.x.x[k], y = steepness.y.x[k];
      const double want = std::hypot(0.75 * x - 2 * y, 0.25 * x + 3 * y);
      CHECK(std::abs(double{steepness.value.x[k]} - want) < 2e-5);
    }
  });
}

TEST_CASE("slopes beyond float32 give finite results within the limits") {
  constexpr float kInfinity = Limits::infinity();
  const float wild[] = {kInfinity, -kInfinity, Limits::quiet_NaN(), Limits::max(), 0, 1e18f, -3};
  constexpr int kCount = static_cast<int>(std::size(wild));
  for (const std::array<float, 4>& p : {std::array<float, 4>{1, 1, 5, 1},
                                        {kMaxSlope, -kMaxSlope, kMaxSlope, kMaxSlope},
                                        {0, 0, 100, 0}}) {
    ValueOperation along{PointwiseOp::kSlopeAlong, p}, steepness{PointwiseOp::kSteepness, p};
    for (int k = 0; k < kCount * kCount; ++k)
      for (ValueOperation* operation : {&along, &steepness}) {
        operation->x.x[k] = wild[k % kCount];
        operation->y.x[k] = wild[k / kCount];
      }
    test::ForRunningLevels([&](const SimdLevel& level) {
      along.Run(level);
      steepness.Run(level);
      for (int k = 0; k < kCount * kCount; ++k) {
        CHECK(std::abs(along.value.x[k]) <= p[2]);
        CHECK(steepness.value.x[k] >= 0);
        CHECK(steepness.value.x[k] <= 2 * kMaxSlope);
      }
    });
  }
  // NaN counts as 0, infinity as the maximum.
  ValueOperation along{PointwiseOp::kSlopeAlong, {1, 1, kMaxSlope}};
  along.x.x[0] = Limits::quiet_NaN();
  along.y.x[0] = 7;
  along.x.x[1] = -kInfinity;
  test::ForRunningLevels([&](const SimdLevel& level) {
    along.Run(level);
    CHECK(along.value.x[0] == 7);
    CHECK(along.value.x[1] == -kMaxSlope);
  });
}

}  // namespace
}  // namespace cobble
