// Tests cube roots at every SIMD level: the errors stated in their header, 0 and tiny numbers, and
// the same bits at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/cube_root_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/roots-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Writes the parts of n floats of a test::Batch, and their corrected roots.
void CubeRoots(const float* in, float* root, float* slope, double* exact, std::size_t n) {
  const F32 d;
  ForEachVector(d, n, [&](std::size_t k) {
    const VF x = hn::Load(d, in + k);
    const CubeRootParts parts(x);
    hn::Store(parts.root, d, root + k);
    hn::Store(parts.slope, d, slope + k);
    for (int h = 0; h < kHalves; ++h)
      hn::Store(RootOf(WidenHalf(x, h), WidenHalf(parts.root, h), WidenHalf(parts.slope, h)), F64(),
                exact + k + static_cast<std::size_t>(h) * hn::Lanes(F64()));
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Batch;
using test::BestLevel;
using test::CountDifferences;
using test::ForRunningLevels;
using test::kBatch;

struct Roots {
  Batch<float> root, slope;
  Batch<double> exact;

  void Compute(const SimdLevel& level, const Batch<float>& in) {
    COBBLE_SELECT(CubeRoots, level.target)(in.x, root.x, slope.x, exact.x, kBatch);
  }
};

TEST_CASE("cube roots are within the stated errors over all normal floats") {
  static Roots roots;
  test::MaxError root_error, exact_error, slope_error;
  using Limits = std::numeric_limits<float>;
  test::ForFloatBatches(Limits::min(), Limits::max(), 4099, [&](const Batch<float>& in) {
    roots.Compute(BestLevel(), in);
    for (std::size_t k = 0; k < kBatch; ++k) {
      const long double root = std::cbrt(static_cast<long double>(in.x[k]));
      root_error.Add(static_cast<double>(std::abs(roots.root.x[k] / root - 1)));
      exact_error.Add(static_cast<double>(std::abs(roots.exact.x[k] / root - 1)));
      slope_error.Add(static_cast<double>(std::abs(roots.slope.x[k] * 3 * root * root - 1)));
    }
  });
  CHECK(root_error.error < 4e-7);
  CHECK(exact_error.error < 1e-12);
  CHECK(slope_error.error < 4e-7);
}

TEST_CASE("the cube root is odd, and 0 with slope 0 below the normal floats") {
  static Roots roots;
  Batch<float> in;
  const float some[] = {0.0f, -0.0f, 1e-40f, -1e-40f, 8.0f, -8.0f};
  std::copy(std::begin(some), std::end(some), in.x);
  ForRunningLevels([&](const SimdLevel& level) {
    roots.Compute(level, in);
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(roots.root.x[k] == 0);
      CHECK(roots.slope.x[k] == 0);
    }
    CHECK(roots.exact.x[4] == doctest::Approx(2).epsilon(1e-12));
    CHECK(roots.exact.x[5] == -roots.exact.x[4]);
  });
}

TEST_CASE("cube roots have the same bits at every level") {
  static Roots want, got;
  test::ForFloatBatches(1e-6f, 4.0f, 1009, [&](const Batch<float>& in) {
    want.Compute(BestLevel(), in);
    ForRunningLevels([&](const SimdLevel& level) {
      got.Compute(level, in);
      CHECK(CountDifferences(got.root.x, want.root.x) == 0);
      CHECK(CountDifferences(got.slope.x, want.slope.x) == 0);
      CHECK(CountDifferences(got.exact.x, want.exact.x) == 0);
    });
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
