// Tests the curve that flattens hill noise and its distributions' quantile functions: the errors
// stated in their headers, their limits, and the same bits at every SIMD level.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/hill/distribution_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/hill/distribution-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Computes value, slope and tail of kRunLength aligned floats.
void FlattenAll(const float* z, float* value, float* slope, float* tail) {
  const F32 d;
  ForEachVector(d, kRunLength, [&](std::size_t k) {
    const Flattened flattened(hn::Load(d, z + k));
    hn::Store(flattened.Value(), d, value + k);
    hn::Store(flattened.Slope(), d, slope + k);
    hn::Store(flattened.Tail(), d, tail + k);
  });
}

void QuantileAll(const QuantileArgs& distribution, float* below, float* above, float* slope,
                 const Slot& slot) {
  const bool is_uniform = distribution.type == DistributionType::kUniform;
  ApplyQuantile(distribution, kRunLength,
                {below, is_uniform ? nullptr : above, {slope, nullptr, nullptr}}, slot);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using Row = test::Batch<float, kRunLength + kPad>;

bool Same(const Row& a, const Row& b) { return test::CountDifferences(a.x, b.x, kRunLength) == 0; }

double RelativeError(double got, double exact) { return std::abs(got / exact - 1); }

TEST_CASE("flattened sums of waves meet their stated errors and are bit-identical at every level") {
  test::MaxError value_error, slope_error, tail_error;
  for (int round = 0; round < 400; ++round) {
    Row z, value, slope, tail;
    for (int k = 0; k < kRunLength; ++k) {
      const double size = round < 200 ? (k + round / 200.0) / 32 : std::exp2((round - 400) / 8.0);
      z.x[k] = static_cast<float>(k % 2 == 0 ? size : -size);
    }
    test::ForRunningLevels([&](const SimdLevel& level) {
      Row same[3];
      COBBLE_SELECT(FlattenAll, level.target)(z.x, same[0].x, same[1].x, same[2].x);
      COBBLE_SELECT(FlattenAll, test::BestLevel().target)(z.x, value.x, slope.x, tail.x);
      CHECK((Same(same[0], value) && Same(same[1], slope) && Same(same[2], tail)));
    });
    for (int k = 0; k < kRunLength; ++k) {
      const double x = z.x[k], w = 2 * x * x / kPi, root = std::sqrt(-std::expm1(-w));
      value_error.Add(std::abs(value.x[k] - (0.5 + std::copysign(root, x) / 2)));
      if (w > 85) continue;  // further out, e^-w is clamped to e^-87
      const double exact =
          x == 0 ? 1 / std::sqrt(2 * kPi) : std::exp(-w) * std::abs(x) / (kPi * root);
      slope_error.Add(RelativeError(slope.x[k], exact));
      tail_error.Add(RelativeError(tail.x[k], std::exp(-w) / (1 + root) / 2));
    }
  }
  CHECK(value_error.error < 1e-7);
  CHECK(slope_error.error < 1.2e-5);
  CHECK(tail_error.error < 1.2e-5);
}

TEST_CASE("a flattened sum is 0.5 at 0, and 0 or 1 far from it") {
  Row z, value, slope, tail;
  const float ends[] = {0.0f, -0.0f, 1e-38f, -1e-30f, 1e9f, -1e9f, 3e18f, -3e18f};
  std::copy(std::begin(ends), std::end(ends), z.x);
  COBBLE_SELECT(FlattenAll, test::BestLevel().target)(z.x, value.x, slope.x, tail.x);
  for (int k = 0; k < 4; ++k) {
    CHECK(value.x[k] == 0.5f);
    CHECK(slope.x[k] == doctest::Approx(1 / std::sqrt(2 * kPi)));
  }
  for (int k = 4; k < 8; ++k) {
    CHECK(value.x[k] == (k % 2 == 0 ? 1.0f : 0.0f));
    CHECK(slope.x[k] < 1e-10f);
  }
}

// A quantile and its slope computed from their formulas, at u and 1 - u.
struct Exact {
  double value, slope;
};

Exact ExactOf(const Distribution& d, double below, double above) {
  const double* const by = d.parameters;
  const double x = below < 0.5 ? -std::log1p(-below) : -std::log(above);
  switch (d.type) {
    case DistributionType::kUniform:
      break;
    case DistributionType::kWeibull: {
      const double value = by[0] * std::pow(x, 1 / by[1]);
      return {value, value / (by[1] * x * above)};
    }
    case DistributionType::kExponential:
      return {x / by[0], 1 / (by[0] * above)};
    case DistributionType::kNormal: {
      // Bisects the nearer tail's probability.
      double low = 0, high = 6;
      for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > std::min(below, above) ? low : high) = middle;
      }
      return {by[0] + by[1] * (below < above ? -low : low),
              by[1] * std::sqrt(2 * kPi) * std::exp(low * low / 2)};
    }
    case DistributionType::kTriangular: {
      const double up = (by[2] - by[0]) * (by[1] - by[0]), down = (by[2] - by[0]) * (by[2] - by[1]);
      if (below < (by[1] - by[0]) / (by[2] - by[0]))
        return {by[0] + std::sqrt(up * below), std::sqrt(up / below) / 2};
      return {by[2] - std::sqrt(down * above), std::sqrt(down / above) / 2};
    }
  }
  return {below, 1};
}

// Fills a run with probabilities near 0, near 1 and in between, down to tails of kMinTail.
void FillProbabilities(int round, Row* below, Row* above) {
  for (int k = 0; k < kRunLength; ++k) {
    const double tail = std::exp2(-1 - 23.0 * (k / 2 + round / 16.0) / (kRunLength / 2.0));
    const auto small = static_cast<float>(std::max(tail, kMinTail));
    const float rest = 1 - small;
    below->x[k] = k % 2 == 0 ? small : rest;
    above->x[k] = k % 2 == 0 ? rest : small;
  }
}

struct Case {
  Distribution distribution;
  double unit;  // errors are relative to the exact result, or to this if it is larger
  double value_error, slope_error;  // as stated in the header
};

using Type = DistributionType;
const Case kCases[] = {{{Type::kWeibull, {1, 1.5, 0}}, 0, 2e-6, 2e-6},
                       {{Type::kWeibull, {3, 0.5, 0}}, 0, 3e-6, 3e-6},
                       {{Type::kWeibull, {1e6, 0.1, 0}}, 1e-18, 1.5e-5, 1.5e-5},
                       {{Type::kWeibull, {1e-6, 100, 0}}, 0, 1e-6, 1e-6},
                       {{Type::kNormal, {0, 1, 0}}, 1, 1.5e-6, 1e-5},
                       {{Type::kNormal, {-3, 0.25, 0}}, 0.25, 1.5e-6, 1e-5},
                       {{Type::kExponential, {1, 0, 0}}, 0, 1e-6, 1e-6},
                       {{Type::kExponential, {1e-6, 0, 0}}, 0, 1e-6, 1e-6},
                       {{Type::kTriangular, {0, 0.2, 1}}, 1, 1e-6, 1e-6},
                       {{Type::kTriangular, {-2, -2, 5}}, 7, 1e-6, 1e-6},
                       {{Type::kTriangular, {-2, 5, 5}}, 7, 1e-6, 1e-6},
                       {{Type::kUniform, {0, 0, 0}}, 0, 1e-9, 1e-9}};

QuantileArgs QuantileArgsOf(const Distribution& distribution) {
  HillArgs args;
  args.sizes = {1};
  args.distribution = distribution;
  MakeWaves(&args);
  return args.quantile;
}

TEST_CASE("quantiles meet their stated errors in both tails and are bit-identical at every level") {
  for (const Case& one : kCases) {
    const Distribution& d = one.distribution;
    CAPTURE(Name(d.type));
    CAPTURE(d.parameters[1]);
    const QuantileArgs distribution = QuantileArgsOf(d);
    test::MaxError value_error, slope_error;
    for (int round = 0; round < 16; ++round) {
      Row below, above, ones, value, slope;
      FillProbabilities(round, &below, &above);
      std::fill_n(ones.x, kRunLength, 2.0f);
      test::ForRunningLevels([&](const SimdLevel& level) {
        Row same[2];
        COBBLE_SELECT(QuantileAll, level.target)
        (distribution, below.x, above.x, ones.x, {same[0].x, {same[1].x, nullptr, nullptr}});
        COBBLE_SELECT(QuantileAll, test::BestLevel().target)
        (distribution, below.x, above.x, ones.x, {value.x, {slope.x, nullptr, nullptr}});
        CHECK((Same(same[0], value) && Same(same[1], slope)));
      });
      for (int k = 0; k < kRunLength; ++k) {
        const Exact exact = ExactOf(d, below.x[k], above.x[k]);
        const auto error = [&](double got, double want) {
          return std::abs(got - want) / std::max(std::abs(want), one.unit);
        };
        value_error.Add(error(value.x[k], exact.value));
        slope_error.Add(error(slope.x[k] / 2, exact.slope));
      }
    }
    CHECK(value_error.error < one.value_error);
    CHECK(slope_error.error < one.slope_error);
  }
}

TEST_CASE("a quantile is clamped to its bounds, where its slope is 0") {
  for (const Case& one : kCases) {
    const Distribution& d = one.distribution;
    CAPTURE(Name(d.type));
    CAPTURE(d.parameters[1]);
    const QuantileArgs distribution = QuantileArgsOf(d);
    const Bounds bounds = BoundsOf(d);
    Row below, above, ones, value, slope;
    std::fill_n(ones.x, kRunLength, 1.0f);
    const float tails[] = {0.0f, -1e-7f, 1e-9f, 0x1.fffffep-25f, 0x1p-24f, 0x1.000002p-24f};
    for (int k = 0; k < kRunLength; ++k) {
      const float tail = tails[k / 2 % 6];
      below.x[k] = k % 2 == 0 ? tail : 1 - tail;
      above.x[k] = k % 2 == 0 ? 1 - tail : tail;
    }
    COBBLE_SELECT(QuantileAll, test::BestLevel().target)
    (distribution, below.x, above.x, ones.x, {value.x, {slope.x, nullptr, nullptr}});
    for (int k = 0; k < kRunLength; ++k) {
      CHECK(value.x[k] >= bounds.low);
      CHECK(value.x[k] <= bounds.high);
      if (d.type == Type::kUniform) continue;
      const bool is_limited = k / 2 % 6 < 4;
      CHECK((slope.x[k] == 0) == is_limited);
    }
  }
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
