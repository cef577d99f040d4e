// Exp and Log and their kin of every SIMD level: the errors that their header states, and the same
// bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/exp_log_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/exp_log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// out = f(in) for n floats, aligned, n a multiple of any vector's length.
template <class Body>
void ForAll(const float* in, float* out, std::size_t n, const Body& body) {
  const F32 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(body(hn::Load(d, in + i)), d, out + i);
}

void ExpAll(const float* in, float* out, std::size_t n) {
  ForAll(in, out, n, [](VF x) { return Exp(x); });
}

void OneMinusExpAll(const float* in, float* out, std::size_t n) {
  ForAll(in, out, n, [](VF x) { return ExpParts(x).OneMinusExp(); });
}

void LogAll(const float* in, float* out, std::size_t n) {
  ForAll(in, out, n, [](VF x) { return Log(x); });
}

void LogComplementAll(const float* in, float* out, std::size_t n) {
  ForAll(in, out, n, [](VF x) { return LogComplement(x); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/simd_level.h"

namespace cobble {
namespace {

HWY_EXPORT(ExpAll);
HWY_EXPORT(OneMinusExpAll);
HWY_EXPORT(LogAll);
HWY_EXPORT(LogComplementAll);

constexpr std::size_t kBatch = 4096;

using All = void (*)(const float* in, float* out, std::size_t n);

struct Function {
  const char* name;
  All (*of_level)(const SimdLevel& level);
  // 2^-53 of it is 2^-29 of a float's unit in the last place: as good as exact.
  double (*exact)(double x);
};

const Function kExp{"exp",
                    [](const SimdLevel& l) -> All { return COBBLE_SELECT(ExpAll, l.target); },
                    [](double x) { return std::exp(x); }};
const Function kOneMinusExp{
    "1 - exp", [](const SimdLevel& l) -> All { return COBBLE_SELECT(OneMinusExpAll, l.target); },
    [](double x) { return -std::expm1(x); }};
const Function kLog{"log",
                    [](const SimdLevel& l) -> All { return COBBLE_SELECT(LogAll, l.target); },
                    [](double x) { return std::log(x); }};

const Function kLogComplement{
    "log(1 - x)",
    [](const SimdLevel& l) -> All { return COBBLE_SELECT(LogComplementAll, l.target); },
    [](double x) { return std::log1p(-x); }};

// The distance from float to float around x, which is normal.
double Ulp(double x) { return std::ldexp(1.0, std::ilogb(x) - 23); }

// The largest errors seen.
struct Errors {
  double ulp = 0, absolute = 0;
  float at = 0;  // the argument of the largest in ULP
  uint64_t count = 0;

  void Add(float x, float got, double exact) {
    const double error = std::abs(got - exact);
    const double ulps = exact == 0 ? (error == 0 ? 0 : HUGE_VAL) : error / Ulp(exact);
    if (!(ulps <= ulp)) ulp = ulps, at = x;
    if (!(error <= absolute)) absolute = error;
    ++count;
  }
};

// Floats by their bits, from first on, `stride` apart, in batches; the last one repeats.
void ForBatches(uint32_t first, uint32_t last, uint32_t stride,
                const std::function<void(const float* in)>& use) {
  alignas(64) static float in[kBatch];
  uint64_t bits = first;
  while (bits <= last) {
    for (float& x : in) {
      x = std::bit_cast<float>(static_cast<uint32_t>(std::min<uint64_t>(bits, last)));
      bits += stride;
    }
    use(in);
  }
}

// The errors of the best level from bits to bits.
Errors ErrorsOf(const Function& function, uint32_t first, uint32_t last, uint32_t stride) {
  alignas(64) static float out[kBatch];
  const All all = function.of_level(*FindSimdLevel("auto"));
  Errors errors;
  ForBatches(first, last, stride, [&](const float* in) {
    all(in, out, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) errors.Add(in[k], out[k], function.exact(in[k]));
  });
  return errors;
}

std::string Text(const Errors& e) {
  return fmt::format("{:.4f} ULP at {:a}, {:.3g} absolutely, of {} floats", e.ulp, e.at, e.absolute,
                     e.count);
}

uint32_t Bits(float x) { return std::bit_cast<uint32_t>(x); }

// Every float but for those so near 0 that e^x is 1 - x or 1, and of these some.
TEST_CASE("Exp is as exact as stated, over its whole range") {
  const Errors near = ErrorsOf(kExp, Bits(-0.0f), Bits(-0x1p-20f), 1009);
  const Errors all = ErrorsOf(kExp, Bits(-0x1p-20f), Bits(-87.0f), 1);
  INFO(Text(near), "; ", Text(all));
  for (const Errors& errors : {near, all}) CHECK(errors.ulp < 1);
}

TEST_CASE("Exp above 0 is as exact as stated") {
  const Errors above = ErrorsOf(kExp, Bits(0x1p-20f), Bits(88.0f), 13);
  INFO(Text(above));
  CHECK(above.ulp < 1);
}

// Far below 1, and on all floats where neither part of the result is small beside the other.
TEST_CASE("OneMinusExp is as exact as stated, over its whole range") {
  const Errors tiny = ErrorsOf(kOneMinusExp, Bits(-0x1p-100f), Bits(-0x1p-4f), 61);
  const Errors all = ErrorsOf(kOneMinusExp, Bits(-0x1p-4f), Bits(-100.0f), 3);
  INFO(Text(tiny), "; ", Text(all));
  for (const Errors& errors : {tiny, all}) CHECK(errors.ulp < 1.5);
}

TEST_CASE("LogComplement is as exact as stated, over its whole range") {
  const Errors tiny = ErrorsOf(kLogComplement, Bits(0x1p-100f), Bits(0x1p-10f), 61);
  const Errors all = ErrorsOf(kLogComplement, Bits(0x1p-10f), Bits(0.5f), 3);
  INFO(Text(tiny), "; ", Text(all));
  for (const Errors& errors : {tiny, all}) CHECK(errors.ulp < 3);
}

TEST_CASE("Exp below its range is what it is at the end") {
  alignas(64) float in[64], out[64];
  std::fill(in, in + 64, -87.0f);
  const float below[] = {-87.5f, -100, -1e4f, -1e30f, -std::numeric_limits<float>::infinity()};
  std::copy(std::begin(below), std::end(below), in + 1);
  kExp.of_level (*FindSimdLevel("auto"))(in, out, 64);
  CHECK(out[0] > 0);
  for (const float got : out) CHECK(got == out[0]);
}

// Every float that a sum of weights can be (1 to 250), and every exponent of the others.
TEST_CASE("Log is as exact as stated, over its whole range") {
  using Limits = std::numeric_limits<float>;
  const Errors low = ErrorsOf(kLog, Bits(Limits::min()), Bits(0.7f), 211);
  const Errors around = ErrorsOf(kLog, Bits(0.7f), Bits(1.42f), 1);
  const Errors sums = ErrorsOf(kLog, Bits(1.42f), Bits(256), 1);
  const Errors high = ErrorsOf(kLog, Bits(256), Bits(Limits::max()), 211);
  INFO(Text(low), "; ", Text(around), "; ", Text(sums), "; ", Text(high));
  for (const Errors& errors : {low, around, sums, high}) CHECK(errors.ulp < 2);
  CHECK(around.absolute <= 5e-8);
}

TEST_CASE("the ends are exact") {
  alignas(64) float in[64] = {}, out[64];
  kExp.of_level (*FindSimdLevel("auto"))(in, out, 64);
  CHECK(out[0] == 1);
  std::fill(in, in + 64, 1.0f);
  kLog.of_level (*FindSimdLevel("auto"))(in, out, 64);
  CHECK(out[0] == 0);
}

// How many levels gave the same bits as the best one for all floats from bits to bits.
int LevelsThatAgree(const Function& function, uint32_t first, uint32_t last, uint32_t stride) {
  alignas(64) static float want[kBatch], got[kBatch];
  int agree = 0;
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.runs) continue;
    uint64_t misses = 0;
    ForBatches(first, last, stride, [&](const float* in) {
      function.of_level (*FindSimdLevel("auto"))(in, want, kBatch);
      function.of_level(level)(in, got, kBatch);
      misses += std::memcmp(want, got, sizeof want) != 0;
    });
    INFO(function.name, " on ", level.name);
    CHECK(misses == 0);
    agree += misses == 0;
  }
  return agree;
}

TEST_CASE("Exp and Log are the same bits on every level") {
  const auto running = std::count_if(SimdLevels().begin(), SimdLevels().end(),
                                     [](const SimdLevel& level) { return level.runs; });
  CHECK(running > 0);
  using Limits = std::numeric_limits<float>;
  CHECK(LevelsThatAgree(kExp, Bits(-0.0f), Bits(-90.0f), 1499) == running);
  CHECK(LevelsThatAgree(kExp, Bits(0.0f), Bits(90.0f), 1499) == running);
  CHECK(LevelsThatAgree(kOneMinusExp, Bits(-0.0f), Bits(-90.0f), 2999) == running);
  CHECK(LevelsThatAgree(kLogComplement, Bits(0.0f), Bits(0.5f), 2999) == running);
  CHECK(LevelsThatAgree(kLog, Bits(Limits::min()), Bits(Limits::max()), 2999) == running);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
