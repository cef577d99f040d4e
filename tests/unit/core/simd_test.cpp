// Tests Fma at every SIMD level, in hardware or emulated, against std::fma, and level selection.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/core/simd_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/simd-inl.h"
#include "support/exact_fma.h"
#include "support/simd_batches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

void FmaAll(const float* a, const float* b, const float* c, float* out, std::size_t n) {
  Map(
      n, out, [](VF x, VF y, VF z) { return Fma(x, y, z); }, a, b, c);
}

int64_t CompiledTarget() { return HWY_TARGET; }

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
#include <fstream>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "support/random/recipe.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"
#include "support/skip.h"

namespace cobble {
namespace {

using test::ForRunningLevels;
using test::kBatch;
using test::Random;

struct Triple {
  float a = 0, b = 0, c = 0;
};

float FromBits(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
float Scale(float x, int64_t power) { return std::ldexp(x, static_cast<int>(power)); }

// Returns a float of either sign with a magnitude in [1, 2).
float Mantissa(Random& random) {
  const uint64_t bits = random.Bits();
  return FromBits((bits & 0x807FFFFF) | 0x3F800000);
}

// An emulation could round these kinds of triples wrongly.

Triple AnyBits(Random& random) {
  return {FromBits(random.Bits()), FromBits(random.Bits()), FromBits(random.Bits())};
}

Triple OfOneSize(Random& random) {
  return {Mantissa(random), Mantissa(random), Scale(Mantissa(random), random.Integer(-30, 30))};
}

// c is the negated rounded product, or a few ULP away from it.
Triple Cancelling(Random& random) {
  const float a = Mantissa(random), b = Mantissa(random);
  const auto bits = std::bit_cast<uint32_t>(-(a * b));
  return {a, b, FromBits(bits + static_cast<uint64_t>(random.Integer(-2, 2)))};
}

// The product is halfway between two floats, and the far smaller c decides the rounding.
Triple HalfwayProduct(Random& random) {
  const auto odd = [&](int64_t low, int64_t high) {
    return static_cast<float>(2 * random.Integer(low / 2, high / 2 - 1) + 1);
  };
  const float a = odd(1 << 12, 1 << 13), b = odd(1 << 11, 1 << 12);
  return {a, b, Scale(Mantissa(random), -random.Integer(0, 140))};
}

// The product is half an ULP of c, or next to it.
Triple HalfwaySum(Random& random) {
  const int64_t power = random.Integer(-40, 40);
  const float near = FromBits(0x3F800000 + static_cast<uint64_t>(random.Integer(-1, 1)));
  return {Scale(near, power - 24), random.OneOf({1.0f, -1.0f}), Scale(Mantissa(random), power)};
}

Triple Subnormal(Random& random) {
  const int64_t power = random.Integer(-160, -120), split = random.Integer(-100, 20);
  const float c = random.Chance(0.5) ? FromBits(random.Bits() & 0x807FFFFF)
                                     : Scale(Mantissa(random), random.Integer(-149, -120));
  return {Scale(Mantissa(random), split), Scale(Mantissa(random), power - split), c};
}

// Two floats whose product is 1, or so close to it that a double next to a float loses the rest.
std::pair<float, float> Reciprocals(Random& random) {
  const float any = Mantissa(random);
  const float tiny = static_cast<float>(random.Integer(-4, 4)) * 0x1p-23f;
  return random.OneOf<std::pair<float, float>>(
      {{any, 1 / any}, {1 + tiny, 1 - tiny}, {1 + 0x1p-12f, 1 - 0x1p-12f + 0x1p-24f}});
}

// The product is half the smallest subnormal, or next to it. The sum is halfway, or nearly so,
// between two subnormals, 0 and a subnormal, or a subnormal and the smallest normal float.
Triple HalfwaySubnormal(Random& random) {
  const auto [a, b] = Reciprocals(random);
  const int64_t steps = random.OneOf<int64_t>({0, 1, random.Integer(0, 1 << 23), 1 << 23});
  const float sign = random.OneOf({1.0f, -1.0f});
  return {Scale(a, -70), sign * Scale(b, -80), Scale(static_cast<float>(steps), -149)};
}

Triple Huge(Random& random) {
  const int64_t split = random.Integer(10, 110);
  return {Scale(Mantissa(random), split), Scale(Mantissa(random), random.Integer(125, 128) - split),
          Scale(Mantissa(random), random.Integer(100, 127))};
}

// Sums of the largest float and products around half its ULP, which may round to infinity.
Triple AtTheLimit(Random& random) {
  const float maximum = std::numeric_limits<float>::max();
  const float sign = random.OneOf({1.0f, -1.0f});
  const float near = FromBits(0x3F800000 + static_cast<uint64_t>(random.Integer(-2, 2)));
  return {sign * Scale(near, 60), Scale(1, random.Integer(41, 44)), sign * maximum};
}

Triple Special(Random& random) {
  using Limits = std::numeric_limits<float>;
  const auto one = [&] {
    return random.OneOf({1.0f, -1.0f}) *
           random.OneOf({0.0f, 1.0f, 1 + Limits::epsilon(), Limits::min(), Limits::denorm_min(),
                         Limits::max(), Limits::infinity(), Limits::quiet_NaN()});
  };
  return {one(), one(), one()};
}

struct Kind {
  const char* name;
  Triple (*make)(Random& random);
};
// Any of the kinds above, so that lanes of one vector need different treatment; most are ordinary.
Triple Mixed(Random& random);

constexpr Kind kKinds[] = {{"any bits", AnyBits},
                           {"of one size", OfOneSize},
                           {"cancelling", Cancelling},
                           {"halfway product", HalfwayProduct},
                           {"halfway sum", HalfwaySum},
                           {"subnormal", Subnormal},
                           {"halfway subnormal", HalfwaySubnormal},
                           {"huge", Huge},
                           {"at the limit", AtTheLimit},
                           {"special", Special},
                           {"mixed", Mixed}};

Triple Mixed(Random& random) {
  if (random.Chance(0.8)) return OfOneSize(random);
  return kKinds[random.Integer(0, std::size(kKinds) - 2)].make(random);
}

bool SameFloat(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || test::CountDifferences(&a, &b, 1) == 0;
}

struct FmaTally {
  uint64_t triples = 0, misses = 0;
  std::string first_miss;
};

struct Triples {
  test::Batch<float> a, b, c, want, got;

  void Fill(const Kind& kind, Random& random) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      const Triple t = kind.make(random);
      a.x[k] = t.a, b.x[k] = t.b, c.x[k] = t.c;
      want.x[k] = test::ExactFma(t.a, t.b, t.c);
    }
  }

  void Compare(const Kind& kind, const SimdLevel& level, FmaTally& tally) {
    COBBLE_SELECT(FmaAll, level.target)(a.x, b.x, c.x, got.x, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) {
      if (SameFloat(got.x[k], want.x[k])) continue;
      if (tally.misses++ == 0)
        tally.first_miss = fmt::format("{}: fma({:a}, {:a}, {:a}) is {:a}, not {:a}", kind.name,
                                       a.x[k], b.x[k], c.x[k], got.x[k], want.x[k]);
    }
    tally.triples += kBatch;
  }
};

TEST_CASE("Fma equals std::fma at every level for 10^7 triples") {
  std::map<std::string_view, FmaTally> tallies;
  Random random(60);
  static Triples triples;
  for (std::size_t made = 0; made < 10'000'000; made += std::size(kKinds) * kBatch)
    for (const Kind& kind : kKinds) {
      triples.Fill(kind, random);
      ForRunningLevels(
          [&](const SimdLevel& level) { triples.Compare(kind, level, tallies[level.name]); });
    }
  ForRunningLevels([&](const SimdLevel& level) {
    const FmaTally& tally = tallies[level.name];
    INFO(tally.first_miss);
    CHECK(tally.triples >= 10'000'000);
    CHECK(tally.misses == 0);
  });
}

TEST_CASE("COBBLE_SELECT picks the function compiled for the level") {
  ForRunningLevels([](const SimdLevel& level) {
    CHECK(COBBLE_SELECT(CompiledTarget, level.target)() == level.target);
  });
}

// The kernel leaves out instructions whose registers it does not save. LZCNT ("abm") is not
// compared: kernels of some virtual machines do not list it although the processor has it.
TEST_CASE("the supported levels are those whose instructions /proc/cpuinfo lists") {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) return test::Skip("no /proc/cpuinfo of an x86");
  const auto has = [&](std::initializer_list<std::string> flags) {
    return std::ranges::all_of(flags, [&](const std::string& flag) {
      return (line + ' ').find(' ' + flag + ' ') != std::string::npos;
    });
  };
  const bool sse4 = has({"sse4_1", "sse4_2", "aes", "pclmulqdq"});
  const bool avx2 = sse4 && has({"avx2", "bmi1", "bmi2", "fma", "f16c"});
  const bool avx3 = avx2 && has({"avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512cd"});
  for (const SimdLevel& level : SimdLevels()) {
    CAPTURE(level.name);
    if (level.name == "sse4") CHECK(level.is_supported == sse4);
    if (level.name == "avx2") CHECK(level.is_supported == avx2);
    if (level.name == "avx3") CHECK(level.is_supported == avx3);
  }
}

TEST_CASE("FindSimdLevel finds levels by name, and the best supported one for auto") {
  for (const SimdLevel& level : SimdLevels()) CHECK(FindSimdLevel(level.name) == &level);
  CHECK(FindSimdLevel("sse9") == nullptr);
  CHECK(FindSimdLevel("") == nullptr);
  const SimdLevel* best = FindSimdLevel("auto");
  REQUIRE(best != nullptr);
  CHECK(best->is_supported);
  for (const SimdLevel* better = SimdLevels().data(); better != best; ++better)
    CHECK(!better->is_supported);
  CHECK(SimdLevels().back().is_supported);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
