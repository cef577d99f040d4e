// Tests turns at every SIMD level: products reduced to one turn without loss, sines and
// cosines in double, and conversions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/sin_turns_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/sin_turns-inl.h"
#include "support/exact_fma.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Each is applied to n numbers of a test::Batch, one by one.
void NearestAll(const double* in, double* out, std::size_t n) {
  Map(
      n, out, [](VD x) { return Nearest(x); }, in);
}

void TurnsAll(const double* a, const double* b, double* out, std::size_t n) {
  Map(
      n, out, [](VD x, VD y) { return TurnsOfProduct(x, y); }, a, b);
}

void SinAndCosAll(const double* in, double* sin, double* cos, std::size_t n) {
  Map(
      n, sin, [](VD x) { return SinCosTurns(x).sin; }, in);
  Map(
      n, cos, [](VD x) { return SinCosTurns(x).cos; }, in);
}

void DividedAll(const double* in, int whole, double* out, std::size_t n) {
  Map(
      n, out, [&](VD x) { return DividedBy(x, whole); }, in);
}

void NarrowAll(const double* in, float* out, std::size_t n) {
  const F64 half;
  ForEachVector(F32(), n, [&](std::size_t k) {
    const auto load = [&](int i) {
      return hn::Load(half, in + k + static_cast<std::size_t>(i) * hn::Lanes(half));
    };
    hn::Store(NarrowHalves(load), F32(), out + k);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "core/math.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Batch;
using test::CountDifferences;
using test::ForRunningLevels;
using test::kBatch;

// Returns a number of either sign with a magnitude from 2^low to 2^high.
double Draw(std::mt19937_64& random, double low, double high) {
  std::uniform_real_distribution<double> power(low, high);
  const double x = std::exp2(power(random));
  return random() % 2 == 0 ? x : -x;
}

TEST_CASE("Nearest rounds half to even, also next to ties") {
  static Batch<double> in, want, got;
  std::mt19937_64 random(1);
  for (std::size_t k = 0; k < kBatch; ++k) {
    const double near = static_cast<double>(k / 8) / 2 * (k % 2 == 0 ? 1 : -1);
    if (k % 8 < 2) {
      in.x[k] = near;
    } else if (k % 8 < 6) {
      in.x[k] = std::nextafter(near, k % 8 < 4 ? 0 : near * 2);
    } else {
      in.x[k] = Draw(random, -60, 70);
    }
    want.x[k] = std::nearbyint(in.x[k]);
  }
  ForRunningLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(NearestAll, level.target)(in.x, got.x, kBatch);
    CHECK(CountDifferences(got.x, want.x) == 0);
  });
}

// Covers levels with and without hardware FMA, and positions of any magnitude.
TEST_CASE("TurnsOfProduct is the exact product without its whole turns, rounded once") {
  static Batch<double> a, b, want, got;
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      a.x[k] = Draw(random, -20, 21);
      b.x[k] = Draw(random, -40, 40);
      want.x[k] = test::ExactFma(a.x[k], b.x[k], -std::nearbyint(a.x[k] * b.x[k]));
    }
    ForRunningLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(TurnsAll, level.target)(a.x, b.x, got.x, kBatch);
      CHECK(CountDifferences(got.x, want.x) == 0);
    });
  }
}

TEST_CASE("SinCosTurns of doubles has the bits of core's") {
  static Batch<double> in, want_sin, want_cos, sin, cos;
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      in.x[k] = k % 8 == 0 ? static_cast<double>(k) / 32 - 4 : Draw(random, -30, 6);
      const SinCos want = SinCosTurns(in.x[k]);
      want_sin.x[k] = want.sin;
      want_cos.x[k] = want.cos;
    }
    ForRunningLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(SinAndCosAll, level.target)(in.x, sin.x, cos.x, kBatch);
      CHECK(CountDifferences(sin.x, want_sin.x) == 0);
      CHECK(CountDifferences(cos.x, want_cos.x) == 0);
    });
  }
}

TEST_CASE("DividedBy is the quotient, rounded once") {
  static Batch<double> in, want, got;
  std::mt19937_64 random(5);
  for (const int whole : {2, 3, 6, 7, 12, 110, 341, 342, 1023}) {
    CAPTURE(whole);
    for (std::size_t k = 0; k < kBatch; ++k) {
      in.x[k] = Draw(random, -40, 3);
      want.x[k] = in.x[k] / whole;
    }
    ForRunningLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(DividedAll, level.target)(in.x, whole, got.x, kBatch);
      CHECK(CountDifferences(got.x, want.x) == 0);
    });
  }
}

TEST_CASE("NarrowHalves keeps the order of the lanes") {
  static Batch<double> in;
  static Batch<float> want, got;
  std::mt19937_64 random(3);
  for (std::size_t k = 0; k < kBatch; ++k) {
    in.x[k] = Draw(random, -30, 0);
    want.x[k] = static_cast<float>(in.x[k]);
  }
  ForRunningLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(NarrowAll, level.target)(in.x, got.x, kBatch);
    CHECK(CountDifferences(got.x, want.x) == 0);
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
