// Tests of the inverse square root at every SIMD level: the error stated in the header, and the
// same bits at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/inverse_sqrt_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/inverse_sqrt-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

void InverseSqrtAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF m) { return InverseSqrt(m); }, in);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Batch;
using test::CountDifferences;
using test::ForRunningLevels;
using test::kBatch;

TEST_CASE("InverseSqrt is within its stated error, and bit-identical at every level") {
  static Batch<float> want, got;
  double largest = 0;
  test::ForFloatBatches(1.0f / 3, 1.0f, 97, [&](const Batch<float>& in) {
    COBBLE_SELECT(InverseSqrtAll, test::BestLevel().target)(in.x, want.x, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) {
      const double exact = 1 / std::sqrt(double{in.x[k]});
      largest = std::max(largest, std::abs(want.x[k] - exact) / exact);
    }
    ForRunningLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(InverseSqrtAll, level.target)(in.x, got.x, kBatch);
      CHECK(CountDifferences(got.x, want.x) == 0);
    });
  });
  CHECK(largest < 2e-7);
  CHECK(largest > 1e-8);  // the test has seen errors
  MESSAGE("largest relative error: " << largest);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
