// Tests that holes of images are filled by a membrane.
#include "recipe/images/fill_holes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace cobble {
namespace {

using Surface = std::function<double(int64_t x, int64_t y)>;
using Hole = std::function<bool(int64_t x, int64_t y)>;

struct Filled {
  int64_t width, height;
  std::vector<float> before, after;

  float At(int64_t x, int64_t y) const { return after[static_cast<std::size_t>(y * width + x)]; }
  bool IsHole(int64_t x, int64_t y) const {
    return std::isnan(before[static_cast<std::size_t>(y * width + x)]);
  }
};

Filled Fill(int64_t width, int64_t height, const Surface& surface, const Hole& hole) {
  Filled out{width, height, {}, {}};
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x)
      out.before.push_back(hole(x, y) ? NAN : static_cast<float>(surface(x, y)));
  out.after = out.before;
  FillHoles(width, height, &out.after);
  return out;
}

// Returns the largest distance of filled samples from the surface.
double WorstOf(const Filled& filled, const Surface& surface) {
  double worst = 0;
  for (int64_t y = 0; y < filled.height; ++y)
    for (int64_t x = 0; x < filled.width; ++x)
      if (filled.IsHole(x, y)) worst = std::max(worst, std::abs(filled.At(x, y) - surface(x, y)));
  return worst;
}

TEST_CASE("a plane with holes stays a plane, and known samples stay") {
  const Surface plane = [](int64_t x, int64_t y) {
    return 1000 + 0.5 * static_cast<double>(x) - 0.25 * static_cast<double>(y);
  };
  std::mt19937 random(3);
  const Hole holes[] = {[](int64_t x, int64_t y) { return x == 7 && y == 9; },
                        [](int64_t x, int64_t y) { return x > 20 && x < 130 && y > 10 && y < 90; },
                        [](int64_t x, int64_t y) { return std::hypot(x - 70, y - 50) < 40; },
                        [&](int64_t x, int64_t y) {
                          return x > 0 && y > 0 && x < 148 && y < 98 && random() % 10 != 0;
                        }};
  for (const Hole& hole : holes) {
    const Filled filled = Fill(149, 99, plane, hole);
    CHECK(WorstOf(filled, plane) < 0.005);
    for (std::size_t k = 0; k < filled.before.size(); ++k)
      if (!std::isnan(filled.before[k])) REQUIRE(filled.after[k] == filled.before[k]);
  }
}

TEST_CASE("a sample in a hole is the mean of its neighbours") {
  const Surface hills = [](int64_t x, int64_t y) {
    return std::sin(0.2 * static_cast<double>(x)) + std::cos(0.17 * static_cast<double>(y));
  };
  const Filled filled =
      Fill(90, 70, hills, [](int64_t x, int64_t y) { return std::hypot(x - 45, y - 35) < 25; });
  for (int64_t y = 1; y < 69; ++y)
    for (int64_t x = 1; x < 89; ++x) {
      if (!filled.IsHole(x, y)) continue;
      const double mean = (double{filled.At(x - 1, y)} + filled.At(x + 1, y) + filled.At(x, y - 1) +
                           filled.At(x, y + 1)) /
                          4;
      REQUIRE(std::abs(filled.At(x, y) - mean) < 1e-5);
    }
}

TEST_CASE("at the border of the image, a hole continues level") {
  const Surface slope = [](int64_t x, int64_t) { return static_cast<double>(x); };
  const Filled half = Fill(100, 40, slope, [](int64_t x, int64_t) { return x > 30; });
  CHECK(half.At(99, 0) == doctest::Approx(30));
  CHECK(half.At(60, 20) == doctest::Approx(30));
  // Between two sides, it is straight.
  const Filled band = Fill(100, 40, slope, [](int64_t x, int64_t) { return x > 30 && x < 80; });
  CHECK(WorstOf(band, slope) < 0.005);
  // One known sample is everywhere.
  const Filled one = Fill(33, 17, slope, [](int64_t x, int64_t y) { return x != 5 || y != 5; });
  CHECK(std::ranges::all_of(one.after, [](float x) { return x == 5; }));
}

TEST_CASE("what is filled never leaves the bounds of known samples, however large they are") {
  std::mt19937 random(5);
  for (const double size : {1.0, 1e-30, 3e38}) {
    const Filled filled = Fill(
        40, 30,
        [&](int64_t, int64_t) { return size * (static_cast<double>(random() % 1000) / 500 - 1); },
        [&](int64_t, int64_t) { return random() % 2 == 0; });
    for (const float sample : filled.after) {
      REQUIRE(std::isfinite(sample));
      REQUIRE(std::abs(sample) <= static_cast<float>(size));
    }
  }
}

TEST_CASE("images of one row, one column or one sample are filled too") {
  const Surface slope = [](int64_t x, int64_t y) { return static_cast<double>(x + y); };
  CHECK(WorstOf(Fill(50, 1, slope, [](int64_t x, int64_t) { return x > 9 && x < 33; }), slope) <
        0.005);
  CHECK(WorstOf(Fill(1, 50, slope, [](int64_t, int64_t y) { return y > 9 && y < 33; }), slope) <
        0.005);
  CHECK(Fill(1, 1, slope, [](int64_t, int64_t) { return false; }).At(0, 0) == 0);
}

}  // namespace
}  // namespace cobble
