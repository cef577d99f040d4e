// Tests the conversion of values to heights where float32 has few numbers in the range.
#include "program/height_scale.h"

#include <doctest/doctest.h>

namespace cobble::test {
namespace {

HeightScale ScaleOf(double low, double high) {
  return HeightScaleOf(Recipe(), {.low = low, .high = high});
}

float HeightOf(const HeightScale& scale, double value) {
  return (static_cast<float>(value) - scale.low) * scale.scale + scale.offset;
}

TEST_CASE("the ends of a range become 0 and 1") {
  const HeightScale scale = ScaleOf(-0.25, 0.75);
  CHECK(HeightOf(scale, -0.25) == 0);
  CHECK(HeightOf(scale, 0.75) == 1);
}

TEST_CASE("a range between two neighbouring float32 numbers is flat at 0.5") {
  // 0.70000005 is the nearest number above, 0.69999999 below.
  for (const double low : {0.70000003, 0.700000028}) {
    const HeightScale scale = ScaleOf(low, low + 1.5e-9);
    CHECK(scale.scale == 0);
    CHECK(scale.offset == 0.5f);
    CHECK(scale.slope[0] == 0);
    CHECK(scale.slope[1] == 0);
  }
}

TEST_CASE("heights of a range of two float32 numbers are at most 1") {
  const HeightScale scale = ScaleOf(0.70000003, 0.7000001);
  CHECK(HeightOf(scale, 0.70000005) >= 0);
  CHECK(HeightOf(scale, 0.7000001) <= 1);
  CHECK(HeightOf(scale, 0.7000001) > HeightOf(scale, 0.70000005));
}

}  // namespace
}  // namespace cobble::test
