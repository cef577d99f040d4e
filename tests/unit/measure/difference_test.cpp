// Tests the comparison of pictures.
#include "measure/difference.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "unit/input/pictures.h"

namespace cobble {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Difference Compare(MemoryPicture a, MemoryPicture b, double tolerance = 0) {
  REQUIRE(WhyNotComparable(a.info(), b.info()) == "");
  return ComparePictures(a, b, tolerance);
}

TEST_CASE("the maximum, where it is, the mean and PSNR") {
  const Difference difference = Compare({2, 2, 3, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                        {2, 2, 3, {0, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 0.5f, 0}});
  CHECK(difference.samples == 12);
  CHECK(difference.differing == 2);
  CHECK(difference.maximum == 0.5);
  CHECK(difference.x == 1);
  CHECK(difference.y == 1);
  CHECK(difference.pair == 1);
  CHECK(difference.a == 0);
  CHECK(difference.b == 0.5f);
  CHECK(difference.mean == 0.75 / 12);
  CHECK(difference.Psnr() == doctest::Approx(-10 * std::log10((0.25 + 0.0625) / 12)));
}

TEST_CASE("equal pictures, tolerance, and samples that are not finite") {
  CHECK(Compare({2, 1, 1, {1, kNan}}, {2, 1, 1, {1, kNan}}).maximum == 0);
  CHECK(Compare({2, 1, 1, {1, 2}}, {2, 1, 1, {1, 2}}).Psnr() == kInfinity);
  CHECK(Compare({1, 1, 1, {0}}, {1, 1, 1, {0.5f}}, 0.5).differing == 0);
  CHECK(Compare({1, 1, 1, {0}}, {1, 1, 1, {0.5f}}, 0.499).differing == 1);
  const Difference nan = Compare({1, 1, 1, {0}}, {1, 1, 1, {kNan}}, 100);
  CHECK(nan.differing == 1);
  CHECK(nan.not_finite == 1);
  CHECK(nan.maximum == 0);
  CHECK(nan.mean == 0);
  CHECK(nan.IsAny());
  constexpr auto kFloatInfinity = static_cast<float>(kInfinity);
  const Difference mixed =
      Compare({4, 1, 1, {0, 0, kFloatInfinity, 0}}, {4, 1, 1, {0.5f, 0, -kFloatInfinity, 1}});
  CHECK(mixed.differing == 3);
  CHECK(mixed.not_finite == 1);
  CHECK(mixed.maximum == 1);
  CHECK(mixed.mean == 0.5);
  CHECK(mixed.mean_square == doctest::Approx(1.25 / 3));
  CHECK(mixed.x == 2);  // the infinity, not the maximum
}

TEST_CASE("8 and 16 bits of the same fraction are equal") {
  CHECK(Compare({1, 1, 1, {static_cast<float>(77 / 255.0)}, 8},
                {1, 1, 1, {static_cast<float>(77 * 257 / 65535.0)}, 16})
            .maximum == 0);
}

TEST_CASE("sizes and channels that differ; grey compares with colour") {
  MemoryPicture grey(2, 1, 1, {0, 1}), tall(2, 2, 1, {0, 1, 0, 1}), alpha(2, 1, 2, {0, 1, 0, 1});
  CHECK(WhyNotComparable(grey.info(), tall.info()) == "2 x 1 and 2 x 2 pixels");
  CHECK(WhyNotComparable(grey.info(), alpha.info()) == "1 and 2 channels");
  const Difference difference = Compare({2, 1, 1, {0, 1}}, {2, 1, 3, {0, 0, 0, 1, 1, 0.75f}});
  CHECK(difference.samples == 6);
  CHECK(difference.maximum == 0.25);
  CHECK(difference.x == 1);
  CHECK(difference.pair == 2);
}

TEST_CASE("each row of differences is passed on") {
  MemoryPicture a(2, 2, 1, {0, 0, 0, 0}), b(2, 2, 1, {0, 1, 2, 3});
  std::vector<float> rows;
  ComparePictures(a, b, 0, [&](std::span<const float> row) {
    CHECK(row.size() == 2);
    rows.insert(rows.end(), row.begin(), row.end());
  });
  CHECK(rows == std::vector<float>{0, 1, 2, 3});
}

}  // namespace
}  // namespace cobble
