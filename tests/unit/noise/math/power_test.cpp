// Tests PowerOf: the error stated in its header, its lower end, and the same bits at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/power_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/power-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

void PowerAll(const float* in, float exponent, float* out, std::size_t n) {
  Map(
      n, out, [&](VF x) { return PowerOf(x, exponent); }, in);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
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

constexpr float kExponents[] = {0.01f, 0.25f, 0.5f,  0.9999f, 1,    1.5f, 2,
                                2.2f,  3,     3.5f,  8,       8.5f, 7.3f, 30,
                                100,   1000,  -0.5f, -1.25f,  -2,   -100, -1000};

// Calls use(batch) with at least 2^15 floats from low to high whose bits are evenly spaced.
template <class Use>
void ForRange(float low, float high, const Use& use) {
  const uint32_t distance = std::bit_cast<uint32_t>(high) - std::bit_cast<uint32_t>(low);
  test::ForFloatBatches(low, high, std::max(1u, distance >> 15), use);
}

// Covers PowerOf's range for the exponent: x^exponent is below 2^127.
template <class Use>
void ForRangeOf(float exponent, const Use& use) {
  using Limits = std::numeric_limits<float>;
  const float end = std::exp2(std::min(126.99f / std::abs(exponent), 127.99f));
  if (exponent > 0)
    ForRange(Limits::min(), end, use);
  else
    ForRange(std::max(1 / end, Limits::min()), Limits::max(), use);
}

void PowerOn(const SimdLevel& level, const Batch<float>& in, float exponent, Batch<float>* out) {
  COBBLE_SELECT(PowerAll, level.target)(in.x, exponent, out->x, kBatch);
}

// Returns the error in ULP. Results below 2^-126 must be 2^-126.
double ErrorOf(float got, float x, float exponent) {
  const long double exact =
      std::pow(static_cast<long double>(x), static_cast<long double>(exponent));
  return test::UlpError(got, std::max(exact, 0x1p-126L));
}

TEST_CASE("PowerOf is within 0.51 ULP over its range") {
  static Batch<float> out;
  for (const float exponent : kExponents) {
    INFO("exponent ", exponent);
    test::MaxError largest;
    const auto measure = [&](const Batch<float>& in) {
      PowerOn(BestLevel(), in, exponent, &out);
      for (std::size_t k = 0; k < kBatch; ++k)
        largest.Add(ErrorOf(out.x[k], in.x[k], exponent), in.x[k]);
    };
    ForRangeOf(exponent, measure);
    ForRange(0.99f, 1.01f, measure);
    INFO("at ", largest.at);
    CHECK(largest.error <= 0.51);
    CHECK((largest.error > 0.4 || exponent == 1));  // otherwise nothing was measured
  }
}

TEST_CASE("PowerOf is exact where the power is a float, and never below 2^-126") {
  static Batch<float> out;
  ForRange(0x1p-126f, 0x1p126f, [&](const Batch<float>& in) {
    PowerOn(BestLevel(), in, 1, &out);
    CHECK(CountDifferences(out.x, in.x) == 0);
  });
  const auto power = [&](float x, float exponent) {
    static Batch<float> in;
    std::fill_n(in.x, kBatch, x);
    PowerOn(BestLevel(), in, exponent, &out);
    return out.x[kBatch - 1];
  };
  CHECK(power(1, 1000) == 1);
  CHECK(power(3, 2) == 9);
  CHECK(power(0.25f, 0.5f) == 0.5f);
  CHECK(power(0.25f, -1.5f) == 8);
  CHECK(power(2, 126) == 0x1p126f);
  CHECK(power(2, -126) == 0x1p-126f);
  CHECK(power(2, -140) == 0x1p-126f);
  CHECK(power(0x1p-126f, 1000) == 0x1p-126f);
}

TEST_CASE("PowerOf is bit-identical at every level") {
  static Batch<float> want, got;
  ForRunningLevels([&](const SimdLevel& level) {
    for (const float exponent : kExponents)
      ForRangeOf(exponent, [&](const Batch<float>& in) {
        PowerOn(BestLevel(), in, exponent, &want);
        PowerOn(level, in, exponent, &got);
        CHECK(CountDifferences(got.x, want.x) == 0);
      });
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
