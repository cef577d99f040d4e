// Phases and sines of every SIMD level: products reduced without loss, the errors that the header
// states, and the same bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/math/sin_turns_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/math/sin_turns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// All for n numbers, aligned, n a multiple of any vector's length.
void NearestAll(const double* in, double* out, std::size_t n) {
  const F64 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(Nearest(hn::Load(d, in + i)), d, out + i);
}

void TurnsAll(const double* a, const double* b, double* out, std::size_t n) {
  const F64 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(TurnsOfProduct(hn::Load(d, a + i), hn::Load(d, b + i)), d, out + i);
}

void NarrowAll(const double* in, float* out, std::size_t n) {
  for (std::size_t i = 0; i < n; i += hn::Lanes(F32()))
    hn::Store(NarrowHalves([&](int half) {
                return hn::Load(F64(), in + i + static_cast<std::size_t>(half) * hn::Lanes(F64()));
              }),
              F32(), out + i);
}

void SinAll(const float* in, float* out, std::size_t n) {
  const F32 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(SinTurns(hn::Load(d, in + i)), d, out + i);
}

void CosAll(const float* in, float* out, std::size_t n) {
  const F32 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(CosTurns(hn::Load(d, in + i)), d, out + i);
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
#include <random>

#include "core/simd_level.h"

namespace cobble {
namespace {

HWY_EXPORT(NearestAll);
HWY_EXPORT(TurnsAll);
HWY_EXPORT(NarrowAll);
HWY_EXPORT(SinAll);
HWY_EXPORT(CosAll);

constexpr std::size_t kCount = 4096;

struct Numbers {
  alignas(64) double a[kCount], b[kCount], out[kCount];
};

// Calls body(level) for each that runs here; there must be one.
template <class Body>
void ForLevels(const Body& body) {
  int ran = 0;
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.runs) continue;
    INFO(level.name);
    body(level);
    ++ran;
  }
  CHECK(ran > 0);
}

template <typename Number>
std::size_t Misses(const Number* got, const Number* want) {
  using Bits = std::conditional_t<sizeof(Number) == 8, uint64_t, uint32_t>;
  std::size_t misses = 0;
  for (std::size_t k = 0; k < kCount; ++k)
    misses += std::bit_cast<Bits>(got[k]) != std::bit_cast<Bits>(want[k]);
  return misses;
}

// Numbers of all magnitudes from 2^low to 2^high, of both signs.
double Draw(std::mt19937_64& random, double low, double high) {
  std::uniform_real_distribution<double> power(low, high);
  const double x = std::exp2(power(random));
  return random() % 2 == 0 ? x : -x;
}

TEST_CASE("Nearest rounds as IEEE 754 says, ties and neighbours of ties too") {
  static Numbers n;
  std::mt19937_64 random(1);
  for (std::size_t k = 0; k < kCount; ++k) {
    const double near = static_cast<double>(k / 8) / 2 * (k % 2 == 0 ? 1 : -1);
    n.a[k] = k % 8 < 2   ? near
             : k % 8 < 4 ? std::nextafter(near, 0)
             : k % 8 < 6 ? std::nextafter(near, near * 2)
                         : Draw(random, -60, 70);
    n.b[k] = std::nearbyint(n.a[k]);
  }
  ForLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(NearestAll, level.target)(n.a, n.out, kCount);
    CHECK(Misses(n.out, n.b) == 0);
  });
}

// With and without hardware, at positions of any size.
TEST_CASE("TurnsOfProduct is the exact product's rest, rounded once") {
  static Numbers n;
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    static double want[kCount];
    for (std::size_t k = 0; k < kCount; ++k) {
      n.a[k] = Draw(random, -20, 21);
      n.b[k] = Draw(random, -40, 40);
      want[k] = std::fma(n.a[k], n.b[k], -std::nearbyint(n.a[k] * n.b[k]));
    }
    ForLevels([&](const SimdLevel& level) {
      COBBLE_SELECT(TurnsAll, level.target)(n.a, n.b, n.out, kCount);
      CHECK(Misses(n.out, want) == 0);
    });
  }
}

TEST_CASE("NarrowHalves keeps the lanes' order") {
  static Numbers n;
  alignas(64) static float out[kCount], want[kCount];
  std::mt19937_64 random(3);
  for (std::size_t k = 0; k < kCount; ++k) {
    n.a[k] = Draw(random, -30, 0);
    want[k] = static_cast<float>(n.a[k]);
  }
  ForLevels([&](const SimdLevel& level) {
    COBBLE_SELECT(NarrowAll, level.target)(n.a, out, kCount);
    CHECK(Misses(out, want) == 0);
  });
}

using All = void (*)(const float* in, float* out, std::size_t n);

// The largest error over many turns, of every level, which all give the same bits.
double WorstError(All (*of_level)(const SimdLevel&), long double (*exact)(long double radians)) {
  alignas(64) static float in[kCount], out[kCount], other[kCount];
  long double worst = 0;
  for (int round = 0; round < 200; ++round) {
    for (std::size_t k = 0; k < kCount; ++k)
      in[k] = static_cast<float>(static_cast<int>(k) * 200 + round - 409600) / 819200.0f;
    std::copy_n(std::begin({-0.5f, -0.25f, -0.0f, 0.0f, 0.25f, 0.5f}), 6, in);
    of_level (*FindSimdLevel("auto"))(in, out, kCount);
    ForLevels([&](const SimdLevel& level) {
      of_level(level)(in, other, kCount);
      CHECK(Misses(other, out) == 0);
    });
    for (std::size_t k = 0; k < kCount; ++k) {
      const long double radians = 2 * 3.14159265358979323846264338327950288L * in[k];
      worst = std::max(worst, std::abs(out[k] - exact(radians)));
    }
  }
  return static_cast<double>(worst);
}

TEST_CASE("SinTurns and CosTurns are as exact as stated") {
  const double sine =
      WorstError([](const SimdLevel& l) -> All { return COBBLE_SELECT(SinAll, l.target); },
                 [](long double x) { return std::sin(x); });
  const double cosine =
      WorstError([](const SimdLevel& l) -> All { return COBBLE_SELECT(CosAll, l.target); },
                 [](long double x) { return std::cos(x); });
  CHECK(sine < 2e-7);
  CHECK(cosine < 2e-7);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
