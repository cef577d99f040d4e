// Our own sine and cosine against the C library's in 80-bit arithmetic.
#include "core/math.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
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

}  // namespace
}  // namespace cobble
