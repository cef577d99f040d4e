// Tests fixed-point positions at every SIMD level against exact integer arithmetic: cells and
// fractions of octaves that share a base, with scatter and periods, near 0 and far away.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/sampling/fixed_points_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/sampling/fixed_points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Splits n positions on one axis for `base`, then computes `octave`'s cells and centred fractions.
void SplitAndShift(const Octave& base, const Octave& octave, const double* q, int n, int32_t* index,
                   float* centred) {
  alignas(kAlign) uint32_t whole[kShortRun], fraction[kShortRun];
  const FixedPoints fixed{{whole}, {fraction}};
  SplitFixed<1, true>(base, &q, n, fixed, [](VD*) {});
  const OctavePoints<1> points(octave, ShiftFrom(base, octave, 1), fixed, octave.scatter);
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(F32()))) {
    VI i, cells;
    VF s;
    points.At(k, &i, &s);
    points.CellsAt(k, &cells);
    hn::StoreU(hn::IfThenElse(cells == i, i, hn::Set(I32(), -12345)), I32(), index + k);
    hn::StoreU(s, F32(), centred + k);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "support/simd_levels.h"

namespace cobble {
namespace {

constexpr int kCount = 256;

struct Case {
  double frequency = 1, magnitude = 1;
  int shift = 0;
  int64_t period = 0;
};

struct Position {
  int64_t cell = 0, fraction = 0;  // fraction * 2^32
};

// The position in octave `shift`, from c in cells of the base, rounded to 2^-32.
Position Expected(double c, const Case& test, uint32_t scatter) {
  const double whole = std::floor(c);
  auto cell = static_cast<int64_t>(whole);
  if (test.period != 0) cell = (cell % test.period + test.period) % test.period;
  const auto fraction = static_cast<int64_t>(std::nearbyint((c - whole) * 0x1p32));
  const int64_t sum = (fraction << test.shift) + scatter;
  return {(cell << test.shift) + (sum >> 32), sum & 0xFFFFFFFF};
}

void Check(const Case& test, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto scatter = static_cast<uint32_t>(random());
  Octave base, octave;
  base.frequency[0] = test.frequency;
  base.period[0] = test.period;
  octave.frequency[0] = std::ldexp(test.frequency, test.shift);
  octave.period[0] = test.period << test.shift;
  octave.scatter[0] = scatter * 0x1p-32;
  alignas(kAlign) double q[kCount];
  std::uniform_real_distribution<double> draw(-test.magnitude, test.magnitude);
  for (double& x : q) x = random() % 4 == 0 ? std::round(draw(random)) : draw(random);
  alignas(kAlign) int32_t index[kCount];
  alignas(kAlign) float centred[kCount];
  test::ForRunningLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(SplitAndShift, level.target)(base, octave, q, kCount, index, centred);
    int wrong = 0;
    for (int k = 0; k < kCount; ++k) {
      const Position expected = Expected(q[k] * test.frequency, test, scatter);
      const auto wrapped = static_cast<uint32_t>(
          octave.period[0] == 0 ? expected.cell : expected.cell % octave.period[0]);
      // 2 x - 1 for the fraction x, rounded once.
      const int64_t fraction = expected.fraction - int64_t{0x80000000};
      const float s = static_cast<float>(fraction) * 0x1p-31f;
      wrong += static_cast<uint32_t>(index[k]) != wrapped || centred[k] != s;
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("fixed points are exact for every shift, near and far") {
  uint64_t seed = 0;
  for (const double magnitude : {1.0, 100.0, 0x1p20, 0x1p31, 0x1p39})
    for (int shift = 0; shift <= 8; ++shift)
      for (const double frequency : {1.0, 0.7, 3.25})
        Check({frequency, magnitude / frequency, shift, 0}, ++seed);
}

TEST_CASE("fixed points wrap at the period, also where rounding carries into the next cell") {
  uint64_t seed = 1000;
  for (const int64_t period : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{1000}, int64_t{1} << 22})
    for (int shift = 0; shift <= 8; ++shift) Check({1, 5000, shift, period}, ++seed);
  // Just below a whole number: the fraction rounds up to 1.
  Octave octave;
  octave.frequency[0] = 1;
  octave.period[0] = 3;
  alignas(kAlign) double q[kCount];
  for (int k = 0; k < kCount; ++k) q[k] = k + 1 - 0x1p-40;
  alignas(kAlign) int32_t index[kCount];
  alignas(kAlign) float centred[kCount];
  test::ForRunningLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(SplitAndShift, level.target)(octave, octave, q, kCount, index, centred);
    int wrong = 0;
    for (int k = 0; k < kCount; ++k) wrong += index[k] != (k + 1) % 3 || centred[k] != -1;
    CHECK(wrong == 0);
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
