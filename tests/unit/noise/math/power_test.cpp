// PowerOf of every SIMD level: the error that its header states, its ends, and the same bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/power_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/power-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// out = in^exponent for n floats, aligned, n a multiple of any vector's length.
void PowerAll(const float* in, float exponent, float* out, std::size_t n) {
  const F32 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(PowerOf(hn::Load(d, in + i), exponent), d, out + i);
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
#include <cstring>
#include <limits>
#include <vector>

#include "core/simd_level.h"

namespace cobble {
namespace {

HWY_EXPORT(PowerAll);

constexpr std::size_t kBatch = 1 << 15;
constexpr float kExponents[] = {0.01f, 0.25f, 0.5f, 0.9999f, 1,     1.5f,   2,  2.2f, 3,
                                7.3f,  30,    100,  1000,    -0.5f, -1.25f, -2, -100, -1000};

struct Batch {
  alignas(64) float x[kBatch];
};

// kBatch floats from low to high, evenly by their bits.
void Spread(float low, float high, Batch* batch) {
  const auto first = std::bit_cast<uint32_t>(low), last = std::bit_cast<uint32_t>(high);
  for (std::size_t k = 0; k < kBatch; ++k) {
    const uint64_t way = uint64_t{last - first} * k / (kBatch - 1);
    batch->x[k] = std::bit_cast<float>(first + static_cast<uint32_t>(way));
  }
}

// All floats that are in range of PowerOf for the exponent: x^exponent below 2^127.
void SpreadFor(float exponent, Batch* batch) {
  const float end = std::exp2(std::min(126.99f / std::abs(exponent), 127.99f));
  if (exponent > 0)
    Spread(std::numeric_limits<float>::min(), end, batch);
  else
    Spread(std::max(1 / end, std::numeric_limits<float>::min()), std::numeric_limits<float>::max(),
           batch);
}

void PowerOn(const SimdLevel& level, const Batch& in, float exponent, Batch* out) {
  COBBLE_SELECT(PowerAll, level.target)(in.x, exponent, out->x, kBatch);
}

const SimdLevel& Best() { return *FindSimdLevel("auto"); }

// In units of the last place of floats.
double ErrorOf(float got, float x, float exponent) {
  const long double exact =
      std::pow(static_cast<long double>(x), static_cast<long double>(exponent));
  if (exact <= 0x1p-126L) return got == 0x1p-126f ? 0 : HUGE_VAL;
  const long double ulp = std::ldexp(1.0L, std::ilogb(exact) - 23);
  return static_cast<double>(std::abs(got - exact) / ulp);
}

TEST_CASE("PowerOf is within 0.51 ULP over its range") {
  static Batch in, out;
  for (const float exponent : kExponents) {
    INFO("exponent ", exponent);
    double worst = 0;
    const auto measure = [&] {
      PowerOn(Best(), in, exponent, &out);
      for (std::size_t k = 0; k < kBatch; ++k)
        worst = std::max(worst, ErrorOf(out.x[k], in.x[k], exponent));
    };
    SpreadFor(exponent, &in);
    measure();
    Spread(0.99f, 1.01f, &in);
    measure();
    CHECK(worst <= 0.51);
    CHECK((worst > 0.4 || exponent == 1));  // that is, something was measured
  }
}

TEST_CASE("PowerOf meets the powers that floats hold, and its lower end") {
  static Batch in, out;
  Spread(0x1p-126f, 0x1p126f, &in);
  PowerOn(Best(), in, 1, &out);
  CHECK(std::memcmp(in.x, out.x, sizeof in.x) == 0);
  const auto power = [&](float x, float exponent) {
    std::fill_n(in.x, kBatch, x);
    PowerOn(Best(), in, exponent, &out);
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

TEST_CASE("PowerOf is the same bits on every level") {
  static Batch in, want, got;
  int ran = 0;
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.runs) continue;
    INFO(level.name);
    for (const float exponent : kExponents) {
      SpreadFor(exponent, &in);
      PowerOn(Best(), in, exponent, &want);
      PowerOn(level, in, exponent, &got);
      CHECK(std::memcmp(want.x, got.x, sizeof want.x) == 0);
    }
    ++ran;
  }
  CHECK(ran > 0);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
