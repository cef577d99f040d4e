// Tests the elementary functions in double against the C library's in 80-bit arithmetic.
#include "core/math.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace cobble {
namespace {

TEST_CASE("sine and cosine of degrees are within 2e-16") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> near(-720, 720), far(-1e6, 1e6);
  long double worst = 0;
  for (int k = 0; k < 200000; ++k) {
    const double degrees = k % 2 == 0 ? near(random) : far(random);
    const long double radians = std::fmod(static_cast<long double>(degrees), 360.0L) *
                                (3.14159265358979323846264338327950288L / 180);
    const SinCos mine = SinCosDegrees(degrees);
    worst = std::max(
        {worst, std::abs(mine.sin - std::sin(radians)), std::abs(mine.cos - std::cos(radians))});
  }
  CHECK(worst < 2e-16L);
}

TEST_CASE("sine and cosine are exact at every multiple of 90 degrees") {
  const SinCos turns[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  for (int quarter = -40; quarter <= 40; ++quarter) {
    CAPTURE(quarter);
    const SinCos mine = SinCosDegrees(quarter * 90.0);
    const SinCos& want = turns[((quarter % 4) + 4) % 4];
    CHECK(mine.sin == want.sin);
    CHECK(mine.cos == want.cos);
  }
  CHECK(SinCosDegrees(0x1p40 * 90).cos == 1);
}

TEST_CASE("sine and cosine of turns are within 2e-16, and exact at every quarter") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> near(-2, 2), far(-1e6, 1e6);
  long double worst = 0;
  for (int k = 0; k < 200000; ++k) {
    const double turns = k % 2 == 0 ? near(random) : far(random);
    const long double radians = std::fmod(static_cast<long double>(turns), 1.0L) * 2 *
                                3.14159265358979323846264338327950288L;
    const SinCos mine = SinCosTurns(turns);
    worst = std::max(
        {worst, std::abs(mine.sin - std::sin(radians)), std::abs(mine.cos - std::cos(radians))});
  }
  CHECK(worst < 2e-16L);
  for (int quarter = -40; quarter <= 40; ++quarter) {
    const SinCos mine = SinCosTurns(quarter / 4.0), want = SinCosDegrees(quarter * 90.0);
    CHECK(mine.sin == want.sin);
    CHECK(mine.cos == want.cos);
  }
}

// Returns the error in units in the last place (ULP) of the exact result.
long double UlpError(double mine, long double exact) {
  if (exact == 0) return mine == 0 ? 0 : HUGE_VALL;
  return std::abs(mine - exact) / std::ldexp(1.0L, std::ilogb(exact) - 52);
}

// Returns that error's limit. In: the C library's value, which is a double only with musl: it
// computes functions of 128-bit numbers in double, with an error of half an ULP.
long double UlpLimit(long double value) { return value == static_cast<double>(value) ? 1.5L : 1; }

TEST_CASE("Exp is within 1 ULP over its whole range") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> near(-1, 1), far(-708, 709);
  long double worst = 0;
  for (int k = 0; k < 400000; ++k) {
    const double x = k % 2 == 0 ? near(random) : far(random);
    worst = std::max(worst, UlpError(Exp(x), std::exp(static_cast<long double>(x))));
  }
  CHECK(worst < UlpLimit(std::exp(1.0L)));
}

TEST_CASE("Exp is exact at 0, and returns 0 or infinity out of range") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(Exp(0) == 1);
  CHECK(Exp(-745) > 0);
  CHECK(Exp(-740) == doctest::Approx(std::exp(-740)));
  CHECK(Exp(709.7) == doctest::Approx(std::exp(709.7)));
  for (const double x : {-746.0, -1e5, -1e300, -kInfinity}) CHECK(Exp(x) == 0);
  for (const double x : {710.0, 1e5, 1e300, kInfinity}) CHECK(Exp(x) == kInfinity);
}

TEST_CASE("Log is within 1 ULP over its whole range") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> near(0.4, 2.5), power(-1021, 1023), small(-40, -1);
  long double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, UlpError(Log(x), std::log(static_cast<long double>(x))));
  };
  for (int k = 0; k < 200000; ++k) {
    check(near(random));
    check(std::exp2(power(random)));
    check(1 + std::exp2(small(random)));
    check(1 - std::exp2(small(random)));
  }
  CHECK(worst < UlpLimit(std::log(3.0L)));
  CHECK(Log(1) == 0);
}

// --- NormalQuantile ---

double NormalProbability(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

TEST_CASE("NormalQuantile is within 1e-6, far into both tails") {
  double worst = 0;
  for (double x = -6.3; x <= 6.3; x += 0.0007) {
    // Near 1, a double has too few digits: the part below -x equals the part above x.
    const double quantile = NormalQuantile(NormalProbability(-std::abs(x)));
    worst = std::max(worst, std::abs(quantile + std::abs(x)));
    if (x > 0 && x < 5) worst = std::max(worst, std::abs(NormalQuantile(NormalProbability(x)) - x));
  }
  CHECK(worst < 1e-6);
}

TEST_CASE("NormalQuantile is odd about 1/2") {
  CHECK(NormalQuantile(0.5) == 0);
  for (const double p : {0.25, 0.125, 0.0625, 0x1p-10, 0x1p-20})
    CHECK(NormalQuantile(p) == -NormalQuantile(1 - p));
}

}  // namespace
}  // namespace cobble
