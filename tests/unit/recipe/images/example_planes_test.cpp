// Tests the planes of textures by example: quantiles by rank, and the table back.
#include "recipe/images/example_planes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "support/random/test_image.h"

namespace cobble {
namespace {

const PlaneRequest kLuminance{};

double ValueAt(const QuantileTable& table, float quantile) {
  const double x =
      std::clamp(double{quantile - table.first} * double{table.pieces_per_unit}, 0.0, 32.0);
  const double piece = std::min(std::floor(x), 31.0), t = x - piece;
  const float* const c = table.coefficients.data() + 4 * static_cast<std::size_t>(piece);
  return double{c[0]} + t * (double{c[1]} + t * (double{c[2]} + t * double{c[3]}));
}

std::shared_ptr<const SourceImage> RowOf(std::vector<float> samples) {
  const auto width = static_cast<int64_t>(samples.size());
  return std::make_shared<const SourceImage>(Image{width, 1, 1, std::move(samples)});
}

TEST_CASE("quantiles of pixels are those of their ranks, equal pixels have the same") {
  const auto image = RowOf({0.5f, -3, 0.5f, 9});
  const auto plane = ExamplePlaneOf(*image, kLuminance);
  const float* const row = plane->normal.Origin();
  CHECK(row[1] == doctest::Approx(-1.150349));  // of 1/8
  CHECK(row[0] == 0);                           // of 1/2
  CHECK(row[2] == 0);
  CHECK(row[3] == doctest::Approx(1.150349));
  CHECK(plane->low == -3);
  CHECK(plane->high == 9);
}

TEST_CASE("the table leads from the quantile of each pixel back to the pixel") {
  const auto image = test::TestImage(200, 100, 1);
  const auto plane = ExamplePlaneOf(*image, kLuminance);
  double worst = 0, sum = 0, squares = 0;
  for (int64_t j = 0; j < 100; ++j)
    for (int64_t i = 0; i < 200; ++i) {
      const float quantile = plane->normal.Origin()[j * plane->normal.stride + i];
      worst = std::max(
          worst, std::abs(ValueAt(plane->table, quantile) - double{*image->pixels().Pixel(i, j)}));
      sum += double{quantile};
      squares += double{quantile} * double{quantile};
    }
  CHECK(worst < 1e-3);
  CHECK(std::abs(sum / 20000) < 1e-3);
  CHECK(std::abs(squares / 20000 - 1) < 1e-3);
}

TEST_CASE("the table is monotone, and its slope continuous and 0 at both ends") {
  for (const auto& image :
       {test::TestImage(8, 4, 1), RowOf({0, 0, 0, 1}), RowOf({1, 2, 2, 2, 2, 2, 700, -1e30f})}) {
    const auto plane = ExamplePlaneOf(*image, kLuminance);
    const std::vector<float>& c = plane->table.coefficients;
    const double span = double{plane->high} - double{plane->low};
    REQUIRE(c.size() == 4 * QuantileTable::kPieces);
    double value = double{plane->low}, slope = 0;
    for (std::size_t k = 0; k < c.size(); k += 4) {
      CHECK(std::abs(double{c[k]} - value) <= 1e-6 * span);
      CHECK(std::abs(double{c[k + 1]} - slope) <= 1e-6 * span);
      const double a = double{c[k + 1]}, b = double{c[k + 2]}, d = double{c[k + 3]};
      for (const double t : {0.25, 0.5, 0.75}) CHECK(a + t * (2 * b + t * 3 * d) >= -1e-6 * span);
      value = double{c[k]} + a + b + d;
      slope = a + 2 * b + 3 * d;
    }
    CHECK(std::abs(value - double{plane->high}) <= 1e-6 * span);
    CHECK(std::abs(slope) <= 1e-6 * span);
  }
}

TEST_CASE("planes are made once for each request") {
  const auto image = test::TestImage(8, 8, 3);
  const auto plane = ExamplePlaneOf(*image, kLuminance);
  CHECK(ExamplePlaneOf(*image, kLuminance) == plane);
  CHECK(ExamplePlaneOf(*image, {ImageChannel::kRed, false, PlaneEdges::kClamp}) != plane);
  CHECK(ExamplePlaneOf(*image, {ImageChannel::kLuminance, false, PlaneEdges::kWrap}) != plane);
}

}  // namespace
}  // namespace cobble
