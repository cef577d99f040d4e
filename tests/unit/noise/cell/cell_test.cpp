// The number of points in a cube of cell noise.
#include "noise/cell/cell.h"

#include <doctest/doctest.h>

#include <cmath>

namespace cobble {
namespace {

// floor(2^32 P(count <= m) + 0.5) of the Poisson law, in long double. `room`: how far from the next
// whole number what is rounded down lies.
uint64_t ExactThreshold(long double density, int maximum, long double* room) {
  long double term = std::exp(-density), sum = term;
  for (int m = 1; m <= maximum; ++m) sum += term *= density / m;
  const long double scaled = 0x1p32L * sum + 0.5L;
  *room = std::abs(scaled - std::round(scaled));
  return static_cast<uint64_t>(scaled);
}

TEST_CASE("thresholds of counts are those of the Poisson law") {
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

TEST_CASE("thresholds rise with the count, and fall with the density") {
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

// 2^32 exactly: no random number reaches it.
TEST_CASE("a count that never comes has a threshold past all random numbers") {
  CHECK(CountThresholds(0.1)[7] == uint64_t{1} << 32);
  CHECK(CountThresholds(16)[7] < uint64_t{1} << 32);
}

}  // namespace
}  // namespace cobble
