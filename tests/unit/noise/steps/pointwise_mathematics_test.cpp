// Tests the pointwise kernels' mathematical functions at every SIMD level: the errors of values and
// slopes, exact period reduction, and results within their limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "noise/steps/pointwise.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::MaxError;
using test::UlpError;
using Real = long double;
using Row = test::Batch<float, kRunLength + kPad>;
using Limits = std::numeric_limits<float>;

constexpr Real kTurn = 2 * 3.14159265358979323846264338327950288L;

// A run of an operation with inputs x and y, and its derivative with respect to each.
struct Operation {
  PointwiseOp op;
  std::array<float, 4> p{};
  Row x{}, y{}, value{}, by_x{}, by_y{};

  void Run(const SimdLevel& level) {
    static Row one, zero;
    std::fill(std::begin(one.x), std::end(one.x), 1.0f);
    const auto run = [&](Row& dx, Row& dy, Row& slope) {
      const Slot in[] = {{x.x, {dx.x, nullptr, nullptr}}, {y.x, {dy.x, nullptr, nullptr}}};
      SelectPointwise(op, level.target)({op, p, nullptr}, in, kRunLength,
                                        {value.x, {slope.x, nullptr, nullptr}});
    };
    run(one, zero, by_x);
    run(zero, one, by_y);
  }
};

class Numbers {
 public:
  // Fills a row with numbers from 2^low to 2^high, of either sign if `negative`.
  void Fill(Row& row, double low, double high, bool negative = true) {
    std::uniform_real_distribution<double> power(low, high);
    for (float& x : row.x) {
      x = static_cast<float>(std::exp2(power(random_)));
      if (negative && random_() % 2 == 0) x = -x;
    }
  }

 private:
  std::mt19937_64 random_{3};
};

// Calls test(operation, k) for each sample of `rounds` runs, whose inputs `fill` sets.
template <class Fill, class Test>
void ForSamples(Operation operation, int rounds, const Fill& fill, const Test& test) {
  test::ForRunningLevels([&](const SimdLevel& level) {
    Numbers numbers;
    for (int round = 0; round < rounds; ++round) {
      fill(operation, numbers, round);
      operation.Run(level);
      for (int k = 0; k < kRunLength; ++k) test(operation, k);
    }
  });
}

Real WithinPeriod(float x) { return Real{x} - std::round(Real{x}); }

void FillWaves(Operation& wave, Numbers& numbers, int round) {
  constexpr int kMaxExponents[] = {2, 24, 100};
  numbers.Fill(wave.x, -30, kMaxExponents[round % 3]);
  for (int k = 0; k < 64; ++k) {  // near multiples of 1/4
    const float quarter = static_cast<float>(k / 3 - 10) / 4;
    const float towards[] = {quarter, -99, 99};
    wave.x.x[k] = std::nextafter(quarter, towards[k % 3]);
  }
}

TEST_CASE("sine is within 3 ULP for arguments of any size, and its slope within 2e-6") {
  MaxError ulp, slope;
  bool is_within = true;
  ForSamples({PointwiseOp::kSine}, 300, FillWaves, [&](const Operation& wave, int k) {
    const Real angle = kTurn * WithinPeriod(wave.x.x[k]);
    const float got = wave.value.x[k];
    is_within &= std::abs(got) <= 1;
    const Real quarters = 4 * WithinPeriod(wave.x.x[k]);
    if (quarters == std::round(quarters)) {
      CHECK(got == std::round(std::sin(angle)));
    } else if (std::abs(angle) > Limits::min()) {
      ulp.Add(UlpError(got, std::sin(angle)), wave.x.x[k]);
    }
    slope.Add(static_cast<double>(std::abs(wave.by_x.x[k] - kTurn * std::cos(angle))), wave.x.x[k]);
  });
  INFO(ulp.error, " ULP at ", ulp.at, "; slope: ", slope.error, " at ", slope.at);
  CHECK(is_within);
  CHECK(ulp.error < 3);
  CHECK(slope.error < 2e-6);
}

TEST_CASE("triangle is exact for arguments of any size, with slope 0 at the folds") {
  int64_t wrong = 0;
  ForSamples({PointwiseOp::kTriangle}, 100, FillWaves, [&](const Operation& wave, int k) {
    const Real within = WithinPeriod(wave.x.x[k]), size = std::abs(within);
    const Real folded = std::copysign(std::min(size, 0.5L - size), within);
    wrong += wave.value.x[k] != 4 * folded;
    const float slope = size < 0.25L ? 4 : -4;
    wrong += wave.by_x.x[k] != (size == 0.25L ? 0 : slope);
  });
  CHECK(wrong == 0);
}

TEST_CASE("square changes exactly where the phase of positive arguments reaches the duty") {
  constexpr float kDuty = 0.3f;
  int64_t wrong = 0, high = 0;
  ForSamples({PointwiseOp::kSquare, {kDuty}}, 100, FillWaves, [&](const Operation& wave, int k) {
    const Real x = wave.x.x[k], phase = x - std::floor(x);
    // A negative argument's phase is rounded to a float.
    if (x < 0 && std::abs(phase - kDuty) < 1e-7L) return;
    wrong += wave.value.x[k] != (phase < kDuty ? 1 : -1);
    wrong += wave.by_x.x[k] != 0;
    high += phase < kDuty;
  });
  CHECK(wrong == 0);
  CHECK(high > 0);
}

TEST_CASE("floor and sign are exact, without -0, and stay within their limits") {
  int64_t wrong = 0;
  for (const PointwiseOp op : {PointwiseOp::kFloor, PointwiseOp::kSign}) {
    const float low = op == PointwiseOp::kFloor ? -1e6f : -1, high = -low;
    ForSamples({op, {low, high}}, 100, FillWaves, [&](const Operation& step, int k) {
      const float x = step.x.x[k];
      const auto sign = static_cast<float>((x > 0) - (x < 0));
      const float whole = std::clamp(std::floor(x), low, high);
      wrong += step.value.x[k] != (op == PointwiseOp::kFloor ? whole : sign);
      wrong += step.value.x[k] == 0 && std::signbit(step.value.x[k]);
      wrong += step.by_x.x[k] != 0;
    });
    ForSamples({op, {0, 1}}, 3, FillWaves, [&](const Operation& step, int k) {
      wrong += step.value.x[k] < 0 || step.value.x[k] > 1;
    });
  }
  CHECK(wrong == 0);
}

TEST_CASE("divide rounds once, and its slopes are finite") {
  MaxError value, by_a, by_b;
  const auto fill = [](Operation& divide, Numbers& numbers, int) {
    numbers.Fill(divide.x, -40, 15);
    numbers.Fill(divide.y, -20, 20, false);
  };
  ForSamples({PointwiseOp::kDivide, {0x1p-20f, 0x1p20f}}, 100, fill,
             [&](const Operation& divide, int k) {
               const Real a = divide.x.x[k], b = divide.y.x[k];
               value.Add(UlpError(divide.value.x[k], a / b));
               by_a.Add(UlpError(divide.by_x.x[k], 1 / b));
               by_b.Add(UlpError(divide.by_y.x[k], -a / (b * b)));
             });
  CHECK(value.error <= 0.5);
  CHECK(by_a.error <= 0.5);
  CHECK(by_b.error < 2);
  // A divisor that rounds to 0 counts as its limit.
  ForSamples(
      {PointwiseOp::kDivide, {-1, -1e-30f}}, 1,
      [](Operation& divide, Numbers& numbers, int) { numbers.Fill(divide.x, -90, 0); },
      [&](const Operation& divide, int k) {
        CHECK(divide.value.x[k] == divide.x.x[k] / -1e-30f);
        CHECK(std::isfinite(divide.by_x.x[k]));
        CHECK(std::isfinite(divide.by_y.x[k]));
      });
}

TEST_CASE("modulo rounds once for quotients up to 2^22, and stays within its limits beyond") {
  MaxError value;
  int64_t wrong = 0;
  for (const float sign : {1.0f, -1.0f}) {
    const auto fill = [&](Operation& modulo, Numbers& numbers, int round) {
      numbers.Fill(modulo.y, -2, 2, false);
      numbers.Fill(modulo.x, -10, round % 2 == 0 ? 4 : 19);
      for (float& y : modulo.y.x) y *= sign;
      for (int k = 0; k < kRunLength; k += 4) {  // near multiples of the divisor
        const float multiple = modulo.y.x[k] * static_cast<float>(k / 8 - 32);
        modulo.x.x[k] = k % 8 == 0 ? multiple : std::nextafter(multiple, 0.0f);
      }
    };
    const std::array<float, 4> p = {sign > 0 ? 0.25f : -4, sign > 0 ? 4 : -0.25f,
                                    sign > 0 ? 0.0f : -4, sign > 0 ? 4 : 0.0f};
    ForSamples({PointwiseOp::kModulo, p}, 100, fill, [&](const Operation& modulo, int k) {
      const Real a = modulo.x.x[k], b = modulo.y.x[k], whole = std::floor(a / b);
      const Real rest = a - b * whole;
      wrong += std::abs(modulo.value.x[k] - rest) > std::abs(b) * 0x1p-24L;
      value.Add(rest == 0 ? std::abs(modulo.value.x[k]) : UlpError(modulo.value.x[k], rest),
                modulo.x.x[k]);
      wrong += modulo.by_x.x[k] != 1;
      wrong += modulo.by_y.x[k] != -whole;
    });
    const auto fill_large = [&](Operation& modulo, Numbers& numbers, int) {
      fill(modulo, numbers, 0);
      numbers.Fill(modulo.x, 22, 126);
    };
    ForSamples({PointwiseOp::kModulo, p}, 20, fill_large, [&](const Operation& modulo, int k) {
      wrong += !(modulo.value.x[k] >= p[2] && modulo.value.x[k] <= p[3]);
      wrong += !std::isfinite(modulo.by_y.x[k]);
    });
  }
  INFO(value.error, " ULP at ", value.at);
  CHECK(value.error <= 0.5);
  CHECK(wrong == 0);
}

TEST_CASE("exp is within 1 ULP up to 69, and 0 below -87") {
  MaxError ulp;
  const auto fill = [](Operation& exp, Numbers& numbers, int) {
    numbers.Fill(exp.x, -20, std::log2(87));
    for (float& x : exp.x.x) x = std::min(x, 69.0f);
    exp.x.x[0] = kMinExponent;
    exp.x.x[1] = std::nextafter(kMinExponent, -99.0f);
    exp.x.x[2] = -1e30f;
  };
  ForSamples({PointwiseOp::kExp}, 100, fill, [&](const Operation& exp, int k) {
    if (exp.x.x[k] < kMinExponent) {
      CHECK(exp.value.x[k] == 0);
    } else {
      ulp.Add(UlpError(exp.value.x[k], std::exp(Real{exp.x.x[k]})), exp.x.x[k]);
    }
    CHECK(exp.by_x.x[k] == exp.value.x[k]);
  });
  INFO(ulp.error, " ULP at ", ulp.at);
  CHECK(ulp.error < 1);
}

TEST_CASE("log is within 2 ULP, and arguments below its limit count as the limit") {
  MaxError ulp, slope;
  const auto fill = [](Operation& log, Numbers& numbers, int round) {
    numbers.Fill(log.x, round % 2 == 0 ? -1 : -50, round % 2 == 0 ? 1 : 126, false);
  };
  ForSamples({PointwiseOp::kLog, {0x1p-50f}}, 100, fill, [&](const Operation& log, int k) {
    const Real x = log.x.x[k];
    ulp.Add(UlpError(log.value.x[k], std::log(x)), log.x.x[k]);
    slope.Add(UlpError(log.by_x.x[k], 1 / x), log.x.x[k]);
  });
  INFO(ulp.error, " ULP at ", ulp.at);
  CHECK(ulp.error < 2);
  CHECK(slope.error <= 0.5);
  ForSamples(
      {PointwiseOp::kLog, {Limits::min()}}, 1,
      [](Operation& log, Numbers& numbers, int) {
        numbers.Fill(log.x, -130, -127);
        log.x.x[0] = 0;
      },
      [](const Operation& log, int k) {
        CHECK(log.value.x[k] == doctest::Approx(-87.3365));
        CHECK(std::isfinite(log.by_x.x[k]));
      });
}

}  // namespace
}  // namespace cobble
