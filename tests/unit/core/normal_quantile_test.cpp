// Tests the quantile of the normal distribution against erfc.
#include "core/normal_quantile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble {
namespace {

// Returns the probability of values below x.
double NormalProbability(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

TEST_CASE("NormalQuantile is within 1e-6, far into both tails") {
  double worst = 0;
  for (double x = -6.3; x <= 6.3; x += 0.0007) {
    // Near 1, a double has too few digits: what is below -x is also what is above x.
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
