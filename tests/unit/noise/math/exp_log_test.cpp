// Tests of Exp, OneMinusExp, Log and LogComplement at every SIMD level: the errors stated in their
// header, and the same bits at all levels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/exp_log_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/exp_log-inl.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Each is applied elementwise to n floats of a test::Batch.
void ExpAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF x) { return Exp(x); }, in);
}

void OneMinusExpAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF x) { return ExpParts(x).OneMinusExp(); }, in);
}

void LogAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF x) { return Log(x); }, in);
}

void LogComplementAll(const float* in, float* out, std::size_t n) {
  Map(
      n, out, [](VF x) { return LogComplement(x); }, in);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/long_form.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Batch;
using test::BestLevel;
using test::FloatMap;
using test::kBatch;

struct Function {
  const char* name;
  test::SelectFloatMap select;
  double (*exact)(
      double x);  // accurate to 2^-53, or 2^-29 of a float's ULP, which is practically exact
};

const Function kExp{"exp",
                    [](const SimdLevel& l) -> FloatMap { return COBBLE_SELECT(ExpAll, l.target); },
                    [](double x) { return std::exp(x); }};
const Function kOneMinusExp{
    "1 - exp",
    [](const SimdLevel& l) -> FloatMap { return COBBLE_SELECT(OneMinusExpAll, l.target); },
    [](double x) { return -std::expm1(x); }};
const Function kLog{"log",
                    [](const SimdLevel& l) -> FloatMap { return COBBLE_SELECT(LogAll, l.target); },
                    [](double x) { return std::log(x); }};
const Function kLogComplement{
    "log(1 - x)",
    [](const SimdLevel& l) -> FloatMap { return COBBLE_SELECT(LogComplementAll, l.target); },
    [](double x) { return std::log1p(-x); }};

struct Errors {
  test::MaxError ulp, absolute;
};

// Returns the largest errors of the best level over the floats of test::ForFloatBatches.
Errors ErrorsOf(const Function& function, float first, float last, uint32_t stride) {
  static Batch<float> out;
  const FloatMap all = function.select(BestLevel());
  Errors errors;
  test::ForFloatBatches(first, last, stride, [&](const Batch<float>& in) {
    all(in.x, out.x, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) {
      const double exact = function.exact(in.x[k]);
      errors.ulp.Add(test::UlpError(out.x[k], exact), in.x[k]);
      errors.absolute.Add(std::abs(out.x[k] - exact), in.x[k]);
    }
  });
  return errors;
}

std::string Text(const Errors& e) {
  return fmt::format("{:.4f} ULP at {:a}, {:.3g} absolutely, of {} floats", e.ulp.error, e.ulp.at,
                     e.absolute.error, e.ulp.count);
}

// Returns the stride in test::ForFloatBatches of a range of which the long form tests every float.
uint32_t Stride() { return test::IsLongForm() ? 1 : 7; }

// Floats so close to 0 that e^x is 1 - x or 1 are sampled.
TEST_CASE("Exp is within 1 ULP over its whole range") {
  const Errors near = ErrorsOf(kExp, -0.0f, -0x1p-20f, 1009);
  const Errors all = ErrorsOf(kExp, -0x1p-20f, -87.0f, Stride());
  INFO(Text(near), "; ", Text(all));
  for (const Errors& errors : {near, all}) CHECK(errors.ulp.error < 1);
}

TEST_CASE("Exp above 0 is within 1 ULP") {
  const Errors above = ErrorsOf(kExp, 0x1p-20f, 88.0f, 13);
  INFO(Text(above));
  CHECK(above.ulp.error < 1);
}

// Floats are sampled more densely where neither part of the result is negligible.
TEST_CASE("OneMinusExp is within 1.5 ULP over its whole range") {
  const Errors tiny = ErrorsOf(kOneMinusExp, -0x1p-100f, -0x1p-4f, 61);
  const Errors all = ErrorsOf(kOneMinusExp, -0x1p-4f, -100.0f, 2 * Stride() + 1);
  INFO(Text(tiny), "; ", Text(all));
  for (const Errors& errors : {tiny, all}) CHECK(errors.ulp.error < 1.5);
}

TEST_CASE("LogComplement is within 3 ULP over its whole range") {
  const Errors tiny = ErrorsOf(kLogComplement, 0x1p-100f, 0x1p-10f, 61);
  const Errors all = ErrorsOf(kLogComplement, 0x1p-10f, 0.5f, 2 * Stride() + 1);
  INFO(Text(tiny), "; ", Text(all));
  for (const Errors& errors : {tiny, all}) CHECK(errors.ulp.error < 3);
}

TEST_CASE("Exp clamps arguments below -87") {
  static Batch<float> in, out;
  std::fill_n(in.x, kBatch, -87.0f);
  const float below[] = {-87.5f, -100, -1e4f, -1e30f, -std::numeric_limits<float>::infinity()};
  std::copy(std::begin(below), std::end(below), in.x + 1);
  kExp.select(BestLevel())(in.x, out.x, kBatch);
  CHECK(out.x[0] > 0);
  const auto equal = std::count(std::begin(out.x), std::end(out.x), out.x[0]);
  CHECK(equal == kBatch);
}

// Tests the range of a sum of weights (1 to 250) densely, and samples of all other exponents.
TEST_CASE("Log is within 2 ULP over its whole range, and within 5e-8 near 1") {
  using Limits = std::numeric_limits<float>;
  const Errors low = ErrorsOf(kLog, Limits::min(), 0.7f, 211);
  const Errors near_one = ErrorsOf(kLog, 0.7f, 1.42f, Stride());
  const Errors sums = ErrorsOf(kLog, 1.42f, 256, Stride());
  const Errors high = ErrorsOf(kLog, 256, Limits::max(), 211);
  INFO(Text(low), "; ", Text(near_one), "; ", Text(sums), "; ", Text(high));
  for (const Errors& errors : {low, near_one, sums, high}) CHECK(errors.ulp.error < 2);
  CHECK(near_one.absolute.error <= 5e-8);
}

TEST_CASE("Exp of 0 is 1 and Log of 1 is 0, exactly") {
  static Batch<float> in, out;
  kExp.select(BestLevel())(in.x, out.x, kBatch);
  CHECK(out.x[0] == 1);
  std::fill_n(in.x, kBatch, 1.0f);
  kLog.select(BestLevel())(in.x, out.x, kBatch);
  CHECK(out.x[0] == 0);
}

// Checks that every level gives the same bits as the best level over the floats of
// test::ForFloatBatches.
void CheckSameBits(const Function& function, float first, float last, uint32_t stride) {
  static Batch<float> want, got;
  test::ForRunningLevels([&](const SimdLevel& level) {
    uint64_t differences = 0;
    test::ForFloatBatches(first, last, stride, [&](const Batch<float>& in) {
      function.select(BestLevel())(in.x, want.x, kBatch);
      function.select(level)(in.x, got.x, kBatch);
      differences += test::CountDifferences(got.x, want.x);
    });
    INFO(function.name);
    CHECK(differences == 0);
  });
}

TEST_CASE("Exp and Log are bit-identical at every level") {
  using Limits = std::numeric_limits<float>;
  CheckSameBits(kExp, -0.0f, -90.0f, 1499);
  CheckSameBits(kExp, 0.0f, 90.0f, 1499);
  CheckSameBits(kOneMinusExp, -0.0f, -90.0f, 2999);
  CheckSameBits(kLogComplement, 0.0f, 0.5f, 2999);
  CheckSameBits(kLog, Limits::min(), Limits::max(), 2999);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
