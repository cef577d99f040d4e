// Tests the number of points per cube of cell noise.
#include "noise/cell/cell.h"

#include <doctest/doctest.h>

#include <cmath>

namespace cobble {
namespace {

// Computes floor(2^32 P(count <= m) + 0.5) of the Poisson distribution in long double. Sets `room`
// to the distance from the nearest integer before rounding.
uint64_t ExactThreshold(long double density, int maximum, long double* room) {
  long double term = std::exp(-density), sum = term;
  for (int m = 1; m <= maximum; ++m) sum += term *= density / m;
  const long double scaled = 0x1p32L * sum + 0.5L;
  *room = std::abs(scaled - std::round(scaled));
  return static_cast<uint64_t>(scaled);
}

TEST_CASE("count thresholds follow the Poisson distribution") {
  for (int k = 1; k <= 1600; ++k) {
    const double density = k / 100.0;
    if (density < 0.1) continue;
    const auto thresholds = CountThresholds(density);
    for (std::size_t m = 0; m < thresholds.size(); ++m) {
      INFO("density ", density, ", count ", m + 1);
      long double room = 0;
      const uint64_t exact = ExactThreshold(density, static_cast<int>(m) + 1, &room);
      const uint64_t off = thresholds[m] > exact ? thresholds[m] - exact : exact - thresholds[m];
      CHECK(off <= (room < 1e-4L ? 1u : 0u));
    }
  }
}

TEST_CASE("thresholds rise with the count and fall with the density") {
  auto before = CountThresholds(0.1);
  for (int tenths = 2; tenths <= 160; ++tenths) {
    const auto thresholds = CountThresholds(tenths / 10.0);
    for (std::size_t m = 0; m < thresholds.size(); ++m) {
      INFO("density ", tenths / 10.0, ", count ", m + 1);
      CHECK(thresholds[m] <= before[m]);
      CHECK(thresholds[m] > (m == 0 ? 0 : thresholds[m - 1] - 1));
    }
    before = thresholds;
  }
}

// The threshold is 2^32, because random numbers have 32 bits.
TEST_CASE("a count that never occurs has a threshold above all random numbers") {
  CHECK(CountThresholds(0.1)[7] == uint64_t{1} << 32);
  CHECK(CountThresholds(16)[7] < uint64_t{1} << 32);
}

}  // namespace
}  // namespace cobble
