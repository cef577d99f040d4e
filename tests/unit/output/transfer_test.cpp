// Tests the conversions before integer samples at every SIMD level: the sRGB curve against double,
// and that all levels give the same bits.
#include "output/quantize.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/color.h"
#include "noise/kernel.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

PictureMap ColorMap() {
  PictureMap map;
  map.name = "color";
  map.channels = 3;
  map.is_color = true;
  return map;
}

std::vector<float> Applied(Transfer transfer, const std::vector<float>& values) {
  std::vector<float> out(values.size());
  alignas(kAlign) float row[kRunLength + kPad] = {};
  for (std::size_t first = 0; first < values.size(); first += kRunLength) {
    const std::size_t n = std::min<std::size_t>(kRunLength, values.size() - first);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), n, row);
    transfer(row, static_cast<int>(n), row);
    std::copy_n(row, n, out.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return out;
}

TEST_CASE("the sRGB curve is within a hundredth of a step of 16 bits, and rises") {
  std::vector<float> values;
  for (int k = 0; k <= 1 << 20; ++k) values.push_back(static_cast<float>(k) * 0x1p-20f);
  // Around the end of the straight part, and below the smallest step.
  for (int k = -2000; k <= 2000; ++k)
    values.push_back(std::bit_cast<float>(std::bit_cast<uint32_t>(0.0031308f) + k));
  for (float x = 1e-30f; x < 1e-6f; x *= 1.01f) values.push_back(x);
  std::sort(values.begin(), values.end());
  std::vector<float> first;
  test::ForRunningLevels([&](const SimdLevel& level) {
    const std::vector<float> got = Applied(IntegerTransfers(ColorMap(), level.target)[0], values);
    double worst = 0;
    int falls = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double exact = SrgbFromLinear(static_cast<double>(values[k]));
      worst = std::max(worst, std::abs(static_cast<double>(got[k]) - exact));
      falls += k > 0 && static_cast<double>(got[k - 1]) - static_cast<double>(got[k]) > 3e-7;
    }
    CHECK(worst * 65535 < 0.02);
    CHECK(falls == 0);
    if (first.empty()) first = got;
    CHECK(std::equal(got.begin(), got.end(), first.begin(), [](float a, float b) {
      return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
    }));
  });
}

TEST_CASE("what is out of range stays so, and the ends are exact") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{-kInfinity, -1,        -1e-9f,
                                  0,          1,         std::nextafter(1.0f, 2.0f),
                                  7,          kInfinity, std::numeric_limits<float>::quiet_NaN()};
  test::ForRunningLevels([&](const SimdLevel& level) {
    const std::vector<float> got = Applied(IntegerTransfers(ColorMap(), level.target)[0], values);
    CHECK(got[0] < 0);
    CHECK(got[1] < 0);
    CHECK(got[2] < 0);
    CHECK(got[3] == 0);
    CHECK(got[4] == 1);
    CHECK(got[5] > 1);
    CHECK(got[6] > 1);
    CHECK(got[7] > 1);
    CHECK_FALSE((got[8] >= 0 && got[8] <= 1));  // not a number: clamped and counted
  });
}

TEST_CASE("only colours, and the signed parts of packs, are converted") {
  const int64_t target = SimdLevels().front().target;
  CHECK(IntegerTransfers(Map::kHeight, target).empty());
  CHECK(IntegerTransfers(Map::kNormal, target).empty());
  CHECK(IntegerTransfers(ColorMap(), target).size() == 3);
  PictureMap pack;
  pack.channels = 4;
  pack.parts = {Map::kNormal, Map::kHeight};
  const auto transfers = IntegerTransfers(pack, target);
  REQUIRE(transfers.size() == 4);
  CHECK((transfers[0] != nullptr));
  CHECK((transfers[2] == transfers[0]));
  CHECK((transfers[3] == nullptr));
  CHECK(Applied(transfers[0], {-1, 0, 1}) == std::vector<float>{0, 0.5f, 1});
  pack.parts = {ColorMap(), Map::kHeight};
  CHECK((IntegerTransfers(pack, target)[3] == nullptr));
  CHECK((IntegerTransfers(pack, target)[2] != nullptr));
}

}  // namespace
}  // namespace cobble
