// Tests the PNG filters against a scalar implementation, at every SIMD level.
#include "output/png/strip.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <vector>

#include "support/simd_levels.h"

namespace cobble {
namespace {

using Bytes = std::vector<uint8_t>;

// The predictor as defined in the PNG specification.
int PaethPredictor(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

Bytes Filtered(PngFilter filter, const Bytes& row, const Bytes& above, std::size_t pixel) {
  Bytes out(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    const int a = k < pixel ? 0 : row[k - pixel];
    const int c = k < pixel ? 0 : above[k - pixel];
    int prediction = PaethPredictor(a, above[k], c);
    if (filter == PngFilter::kSub) prediction = a;
    if (filter == PngFilter::kUp) prediction = above[k];
    out[k] = static_cast<uint8_t>(row[k] - prediction);
  }
  return out;
}

void CheckFilter(PngFilter filter, int64_t target, const Bytes& row, const Bytes& above,
                 std::size_t pixel) {
  constexpr std::size_t kGuard = 64;
  Bytes wanted = Filtered(filter, row, above, pixel), got(row.size() + kGuard, 0x5C);
  wanted.resize(got.size(), 0x5C);
  SelectFilter(filter, target)(row.data(), above.data(), row.size(), pixel, got.data());
  CHECK(got == wanted);
}

TEST_CASE("all row lengths and pixel sizes match at every level") {
  std::mt19937 random(2);
  test::ForRunningLevels([&](const SimdLevel& level) {
    for (const std::size_t pixel : {1, 2, 3, 6}) {
      for (std::size_t size = pixel; size < 200 * pixel; size += pixel * (size < 80 ? 1 : 7)) {
        Bytes row(size), above(size);
        for (auto& x : row) x = static_cast<uint8_t>(random());
        for (auto& x : above) x = static_cast<uint8_t>(random());
        CheckFilter(PngFilter::kSub, level.target, row, above, pixel);
        CheckFilter(PngFilter::kUp, level.target, row, above, pixel);
        CheckFilter(PngFilter::kPaeth, level.target, row, above, pixel);
      }
    }
  });
}

TEST_CASE("the Paeth filter matches for all bytes left, above and above left, at every level") {
  constexpr std::size_t kAll = 256;  // one pixel of 256 bytes, one case each
  Bytes row(2 * kAll), above(2 * kAll), out(2 * kAll);
  for (std::size_t b = 0; b < kAll; ++b) above[kAll + b] = static_cast<uint8_t>(b);
  test::ForRunningLevels([&](const SimdLevel& level) {
    const FilterRow filter = SelectFilter(PngFilter::kPaeth, level.target);
    int wrong = 0;
    for (int a = 0; a < 256; ++a) {
      for (int c = 0; c < 256; ++c) {
        std::fill_n(row.begin(), kAll, static_cast<uint8_t>(a));
        std::fill_n(above.begin(), kAll, static_cast<uint8_t>(c));
        filter(row.data(), above.data(), row.size(), kAll, out.data());
        for (int b = 0; b < 256; ++b)
          wrong += out[kAll + static_cast<std::size_t>(b)] !=
                   static_cast<uint8_t>(-PaethPredictor(a, b, c));
      }
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("each level has a kernel of its own") {
  std::set<FilterRow> kernels;
  for (const SimdLevel& level : SimdLevels())
    kernels.insert(SelectFilter(PngFilter::kPaeth, level.target));
  CHECK(kernels.size() == SimdLevels().size());
}

}  // namespace
}  // namespace cobble
