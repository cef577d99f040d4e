// Tests functions of one float: the errors stated in their headers, ends, same bits at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/functions_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/angle-inl.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/roots-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

#define COBBLE_TEST_MAP(name, value)                      \
  void name(const float* in, float* out, std::size_t n) { \
    Map(                                                  \
        n, out, [](VF x) { return value; }, in);          \
  }

COBBLE_TEST_MAP(AngleAll, AngleOf(x))
COBBLE_TEST_MAP(InverseSqrtAll, InverseSqrt(x))
COBBLE_TEST_MAP(SinAll, SinTurns(x))
COBBLE_TEST_MAP(CosAll, CosTurns(x))
COBBLE_TEST_MAP(SinOfPairAll, SinMinusCosTurns(x).sin)
COBBLE_TEST_MAP(MinusCosOfPairAll, SinMinusCosTurns(x).minus_cos)
COBBLE_TEST_MAP(ExpAll, Exp(x))
COBBLE_TEST_MAP(OneMinusExpAll, ExpParts(x).OneMinusExp())
COBBLE_TEST_MAP(LogAll, Log(x))
COBBLE_TEST_MAP(LogComplementAll, LogComplement(x))

#undef COBBLE_TEST_MAP

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "support/long_form.h"
#include "support/sanitizers.h"
#include "support/simd_functions.h"

namespace cobble {
namespace {

using test::CheckSameBits;
using test::ErrorsOf;
using test::FloatErrors;
using test::FloatFunction;
using test::FloatMap;
using test::FloatRange;
using test::ResultsOf;
using Limits = std::numeric_limits<float>;

#define COBBLE_TEST_SELECT(name) \
  [](const SimdLevel& level) -> FloatMap { return COBBLE_SELECT(name, level.target); }

constexpr double kRadiansPerTurn = 2 * std::numbers::pi;

const FloatFunction kAngle{"angle", COBBLE_TEST_SELECT(AngleAll),
                           [](double x) { return std::atan(x) * 180 / std::numbers::pi; }};
const FloatFunction kInverseSqrt{"1 / sqrt", COBBLE_TEST_SELECT(InverseSqrtAll),
                                 [](double x) { return 1 / std::sqrt(x); }};
const FloatFunction kSin{"sin", COBBLE_TEST_SELECT(SinAll),
                         [](double x) { return std::sin(kRadiansPerTurn * x); }};
const FloatFunction kCos{"cos", COBBLE_TEST_SELECT(CosAll),
                         [](double x) { return std::cos(kRadiansPerTurn * x); }};
const FloatFunction kSinOfPair{"sin of SinMinusCosTurns", COBBLE_TEST_SELECT(SinOfPairAll),
                               kSin.exact};
const FloatFunction kMinusCosOfPair{"-cos of SinMinusCosTurns",
                                    COBBLE_TEST_SELECT(MinusCosOfPairAll),
                                    [](double x) { return -std::cos(kRadiansPerTurn * x); }};
const FloatFunction kExp{"exp", COBBLE_TEST_SELECT(ExpAll), [](double x) { return std::exp(x); }};
const FloatFunction kOneMinusExp{"1 - exp", COBBLE_TEST_SELECT(OneMinusExpAll),
                                 [](double x) { return -std::expm1(x); }};
const FloatFunction kLog{"log", COBBLE_TEST_SELECT(LogAll), [](double x) { return std::log(x); }};
const FloatFunction kLogComplement{"log(1 - x)", COBBLE_TEST_SELECT(LogComplementAll),
                                   [](double x) { return std::log1p(-x); }};

const std::initializer_list<FloatRange> kAngles = {
    {0x1p-20f, 0x1p-4f, 331}, {0x1p-4f, 64, 31}, {64, Limits::max(), 1009}};
const std::initializer_list<FloatRange> kTurns = {{0.0f, 0.01f, 1301},   {0.01f, 0.5f, 103},
                                                  {-0.0f, -0.01f, 1301}, {-0.01f, -0.5f, 103},
                                                  {0.25f, 0.25f, 1},     {-0.25f, -0.25f, 1}};

// Returns a stride; the long form tests every float.
uint32_t Stride() {
  const uint32_t short_form = test::kUnderSanitizer ? 31 : 7;
  return test::IsLongForm() ? 1 : short_form;
}

TEST_CASE("AngleOf is within its stated error") {
  const FloatErrors errors = ErrorsOf(kAngle, kAngles);
  CHECK(errors.low >= 0);
  CHECK(errors.high <= 90);
  CHECK(errors.absolute.error < 1e-5);
  CHECK(errors.absolute.error > 1e-7);  // the test has seen errors
  CHECK(errors.ulp.error < 3);
}

TEST_CASE("AngleOf is exact at its ends, and 45 degrees at 1") {
  const auto angles = ResultsOf(kAngle, {0, 1, Limits::max(), 1e18f});
  CHECK(angles[0] == 0);
  CHECK(std::abs(angles[1] - 45) <= 4e-6f);
  CHECK(angles[2] == 90);
  CHECK(angles[3] == 90);
}

TEST_CASE("InverseSqrt is within its stated error") {
  const FloatErrors errors = ErrorsOf(kInverseSqrt, {{1.0f / 3, 1, 97}});
  CHECK(errors.relative.error < 2e-7);
  CHECK(errors.relative.error > 1e-8);  // the test has seen errors
}

TEST_CASE("SinTurns and CosTurns meet their stated error") {
  for (const FloatFunction& function : {kSin, kCos})
    CHECK(ErrorsOf(function, kTurns).absolute.error < 2e-7);
}

TEST_CASE("SinMinusCosTurns meets its stated error, also beyond a turn") {
  for (const FloatFunction& function : {kSinOfPair, kMinusCosOfPair}) {
    CHECK(ErrorsOf(function, kTurns).absolute.error < 6e-7);
    CHECK(ErrorsOf(function, {{0.5f, 40.0f, 1301}}).absolute.error < 6e-7);
  }
}

// Only some floats so close to 0 that e^x is 1 - x or 1 are tested.
TEST_CASE("Exp is within 1 ULP over its whole range") {
  CHECK(ErrorsOf(kExp, {{-0.0f, -0x1p-20f, 1009}, {-0x1p-20f, -87.0f, Stride()}}).ulp.error < 1);
}

TEST_CASE("Exp above 0 is within 1 ULP") {
  CHECK(ErrorsOf(kExp, {{0x1p-20f, 88.0f, 13}}).ulp.error < 1);
}

// Floats are denser where neither part of the result is negligible.
TEST_CASE("OneMinusExp is within 1.5 ULP over its whole range") {
  CHECK(ErrorsOf(kOneMinusExp, {{-0x1p-100f, -0x1p-4f, 61}, {-0x1p-4f, -100.0f, 2 * Stride() + 1}})
            .ulp.error < 1.5);
}

TEST_CASE("LogComplement is within 3 ULP over its whole range") {
  CHECK(ErrorsOf(kLogComplement, {{0x1p-100f, 0x1p-10f, 61},
                                  {0x1p-10f, 0.5f, 2 * Stride() + 1},
                                  {0.5f, 1 - 0x1p-20f, Stride()}})
            .ulp.error < 3);
}

TEST_CASE("Exp clamps arguments below -87") {
  const auto out = ResultsOf(kExp, {-87, -87.5f, -100, -1e4f, -1e30f, -Limits::infinity()});
  CHECK(out[0] > 0);
  CHECK(out == std::vector<float>(out.size(), out[0]));
}

// The range of a sum of weights (1 to 250) is dense; all other exponents are sampled.
TEST_CASE("Log is within 2 ULP over its whole range, and within 5e-8 near 1") {
  const FloatErrors near_one = ErrorsOf(kLog, {{0.7f, 1.42f, Stride()}});
  CHECK(near_one.ulp.error < 2);
  CHECK(near_one.absolute.error <= 5e-8);
  CHECK(ErrorsOf(kLog,
                 {{Limits::min(), 0.7f, 211}, {1.42f, 256, Stride()}, {256, Limits::max(), 211}})
            .ulp.error < 2);
}

TEST_CASE("Exp of 0 is 1 and Log of 1 is 0, exactly") {
  CHECK(ResultsOf(kExp, {0})[0] == 1);
  CHECK(ResultsOf(kLog, {1})[0] == 0);
}

TEST_CASE("functions are bit-identical at every level") {
  CheckSameBits(kAngle, kAngles);
  CheckSameBits(kInverseSqrt, {{1.0f / 3, 1, 97}});
  for (const FloatFunction& function : {kSin, kCos, kSinOfPair, kMinusCosOfPair})
    CheckSameBits(function, kTurns);
  CheckSameBits(kExp, {{-0.0f, -90.0f, 1499}, {0.0f, 90.0f, 1499}});
  CheckSameBits(kOneMinusExp, {{-0.0f, -90.0f, 2999}});
  CheckSameBits(kLogComplement, {{0.0f, 1 - 0x1p-20f, 2999}});
  CheckSameBits(kLog, {{Limits::min(), Limits::max(), 2999}});
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
