// Tests of AngleOf at every SIMD level: the error stated in its header, its ends, and the same bits
// at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/angle_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/angle-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

void AngleAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF x) { return AngleOf(x); }, in);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Batch;
using test::kBatch;

double Exact(float x) { return std::atan(double{x}) * 180 / std::numbers::pi; }

TEST_CASE("AngleOf is within its stated error, and bit-identical at every level") {
  static Batch<float> want, got;
  test::MaxError absolute, ulp;
  bool is_within = true;
  const auto test = [&](const Batch<float>& in) {
    COBBLE_SELECT(AngleAll, test::BestLevel().target)(in.x, want.x, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) {
      const double exact = Exact(in.x[k]);
      is_within &= want.x[k] >= 0 && want.x[k] <= 90;
      absolute.Add(std::abs(want.x[k] - exact), in.x[k]);
      ulp.Add(test::UlpError(want.x[k], exact), in.x[k]);
    }
    test::ForRunningLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(AngleAll, level.target)(in.x, got.x, kBatch);
      CHECK(test::CountDifferences(got.x, want.x) == 0);
    });
  };
  test::ForFloatBatches(0x1p-20f, 0x1p-4f, 331, test);
  test::ForFloatBatches(0x1p-4f, 64, 31, test);
  test::ForFloatBatches(64, std::numeric_limits<float>::max(), 1009, test);
  MESSAGE("largest errors: " << absolute.error << " degrees at " << absolute.at << ", " << ulp.error
                             << " ULP at " << ulp.at);
  CHECK(is_within);
  CHECK(absolute.error < 1e-5);
  CHECK(absolute.error > 1e-7);  // the test has seen errors
  CHECK(ulp.error < 3);
}

TEST_CASE("AngleOf is exact at its ends, and 45 degrees at 1") {
  static Batch<float> in, out;
  const float x[] = {0, 1, std::numeric_limits<float>::max(), 1e18f};
  std::copy(std::begin(x), std::end(x), in.x);
  test::ForRunningLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(AngleAll, level.target)(in.x, out.x, kBatch);
    CHECK(out.x[0] == 0);
    CHECK(std::abs(out.x[1] - 45) <= 4e-6f);
    CHECK(out.x[2] == 90);
    CHECK(out.x[3] == 90);
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
