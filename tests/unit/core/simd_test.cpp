// Fma of every SIMD level, in hardware or emulated, against std::fma, bit by bit; and that a level
// asked for is the level that runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/core/simd_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// out = a * b + c for n floats, aligned, n a multiple of any vector's length.
void FmaAll(const float* a, const float* b, const float* c, float* out, std::size_t n) {
  const F32 d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))
    hn::Store(Fma(hn::Load(d, a + i), hn::Load(d, b + i), hn::Load(d, c + i)), d, out + i);
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
#include <string>
#include <vector>

#include "core/simd_level.h"
#include "support/random_recipe.h"

namespace cobble {
namespace {

using test::Random;

HWY_EXPORT(FmaAll);
HWY_EXPORT(CompiledTarget);

constexpr std::size_t kBatch = 4096;

struct Triple {
  float a = 0, b = 0, c = 0;
};

float FromBits(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
float Exponent(float x, int64_t power) { return std::ldexp(x, static_cast<int>(power)); }

// A float of 1 to 2, of either sign.
float Mantissa(Random& random) {
  const uint64_t bits = random.Bits();
  return FromBits((bits & 0x807FFFFF) | 0x3F800000);
}

// The kinds of triples; each is where an emulation could round wrongly.
Triple AnyBits(Random& random) {
  return {FromBits(random.Bits()), FromBits(random.Bits()), FromBits(random.Bits())};
}

Triple OfOneSize(Random& random) {
  return {Mantissa(random), Mantissa(random), Exponent(Mantissa(random), random.Whole(-30, 30))};
}

// c is the rounded product, negated, or a few steps beside it.
Triple Cancelling(Random& random) {
  const float a = Mantissa(random), b = Mantissa(random);
  const auto bits = std::bit_cast<uint32_t>(-(a * b));
  return {a, b, FromBits(bits + static_cast<uint64_t>(random.Whole(-2, 2)))};
}

// The product lies halfway between two floats, and c, far below, says which way to round.
Triple HalfwayProduct(Random& random) {
  const auto odd = [&](int64_t low, int64_t high) {
    return static_cast<float>(2 * random.Whole(low / 2, high / 2 - 1) + 1);
  };
  const float a = odd(1 << 12, 1 << 13), b = odd(1 << 11, 1 << 12);
  return {a, b, Exponent(Mantissa(random), -random.Whole(0, 140))};
}

// The product is half a step of c, or a hair from it.
Triple HalfwaySum(Random& random) {
  const int64_t power = random.Whole(-40, 40);
  const float near = FromBits(0x3F800000 + static_cast<uint64_t>(random.Whole(-1, 1)));
  return {Exponent(near, power - 24), random.OneOf({1.0f, -1.0f}),
          Exponent(Mantissa(random), power)};
}

Triple Subnormal(Random& random) {
  const int64_t power = random.Whole(-160, -120), split = random.Whole(-100, 20);
  const float c = random.Chance(0.5) ? FromBits(random.Bits() & 0x807FFFFF)
                                     : Exponent(Mantissa(random), random.Whole(-149, -120));
  return {Exponent(Mantissa(random), split), Exponent(Mantissa(random), power - split), c};
}

Triple Huge(Random& random) {
  const int64_t split = random.Whole(10, 110);
  return {Exponent(Mantissa(random), split),
          Exponent(Mantissa(random), random.Whole(125, 128) - split),
          Exponent(Mantissa(random), random.Whole(100, 127))};
}

// The largest float, and products that carry it half a step further, to infinity or not.
Triple AtTheLimit(Random& random) {
  const float maximum = std::numeric_limits<float>::max();
  const float sign = random.OneOf({1.0f, -1.0f});
  const float near = FromBits(0x3F800000 + static_cast<uint64_t>(random.Whole(-2, 2)));
  return {sign * Exponent(near, 60), Exponent(1, random.Whole(41, 44)), sign * maximum};
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
constexpr Kind kKinds[] = {{"any bits", AnyBits},
                           {"of one size", OfOneSize},
                           {"cancelling", Cancelling},
                           {"halfway product", HalfwayProduct},
                           {"halfway sum", HalfwaySum},
                           {"subnormal", Subnormal},
                           {"huge", Huge},
                           {"at the limit", AtTheLimit},
                           {"special", Special}};

bool SameFloat(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

// One level's results so far.
struct LevelTally {
  const SimdLevel* level = nullptr;
  uint64_t triples = 0, misses = 0;
  std::string first_miss;
};

struct Batch {
  alignas(64) float a[kBatch], b[kBatch], c[kBatch], want[kBatch], got[kBatch];

  void Fill(const Kind& kind, Random& random) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      const Triple t = kind.make(random);
      a[k] = t.a, b[k] = t.b, c[k] = t.c;
      want[k] = std::fma(t.a, t.b, t.c);
    }
  }

  void Compare(const Kind& kind, LevelTally& tally) {
    COBBLE_SELECT(FmaAll, tally.level->target)(a, b, c, got, kBatch);
    for (std::size_t k = 0; k < kBatch; ++k) {
      if (SameFloat(got[k], want[k])) continue;
      if (tally.misses++ == 0)
        tally.first_miss = fmt::format("{}: fma({:a}, {:a}, {:a}) is {:a}, not {:a}", kind.name,
                                       a[k], b[k], c[k], got[k], want[k]);
    }
    tally.triples += kBatch;
  }
};

TEST_CASE("Fma of every level is std::fma, on 10^7 triples") {
  std::vector<LevelTally> tallies;
  for (const SimdLevel& level : SimdLevels())
    if (level.runs) tallies.push_back({&level, 0, 0, {}});
  REQUIRE(!tallies.empty());

  Random random(60);
  static Batch batch;
  for (std::size_t made = 0; made < 10'000'000; made += std::size(kKinds) * kBatch)
    for (const Kind& kind : kKinds) {
      batch.Fill(kind, random);
      for (LevelTally& tally : tallies) batch.Compare(kind, tally);
    }

  for (const LevelTally& tally : tallies) {
    INFO(tally.level->name, ": ", tally.first_miss);
    CHECK(tally.triples >= 10'000'000);
    CHECK(tally.misses == 0);
  }
}

TEST_CASE("a level's functions are those compiled for it") {
  int ran = 0;
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.runs) continue;
    INFO(level.name);
    CHECK(COBBLE_SELECT(CompiledTarget, level.target)() == level.target);
    ++ran;
  }
  CHECK(ran > 0);
}

// The kernel leaves out what the system does not keep for a process.
TEST_CASE("the levels that run are those whose instructions the kernel names") {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) return;  // not an x86
  const auto has = [&](std::initializer_list<std::string> flags) {
    return std::ranges::all_of(flags, [&](const std::string& flag) {
      return (line + ' ').find(' ' + flag + ' ') != std::string::npos;
    });
  };
  const bool sse4 = has({"sse4_1", "sse4_2", "aes", "pclmulqdq"});
  const bool avx2 = sse4 && has({"avx2", "bmi1", "bmi2", "fma", "f16c", "abm"});
  const bool avx3 = avx2 && has({"avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512cd"});
  for (const SimdLevel& level : SimdLevels()) {
    CAPTURE(level.name);
    if (level.name == "sse4") CHECK(level.runs == sse4);
    if (level.name == "avx2") CHECK(level.runs == avx2);
    if (level.name == "avx3") CHECK(level.runs == avx3);
  }
}

TEST_CASE("levels are found by name, and auto is the best that runs") {
  for (const SimdLevel& level : SimdLevels()) CHECK(FindSimdLevel(level.name) == &level);
  CHECK(FindSimdLevel("sse9") == nullptr);
  CHECK(FindSimdLevel("") == nullptr);
  const SimdLevel* best = FindSimdLevel("auto");
  REQUIRE(best != nullptr);
  CHECK(best->runs);
  for (const SimdLevel* better = SimdLevels().data(); better != best; ++better)
    CHECK(!better->runs);
  CHECK(SimdLevels().back().runs);
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
