// Tests the quantisers against exact arithmetic, at every SIMD level.
#include "output/quantize.h"

#include <Imath/half.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "support/simd_levels.h"

namespace cobble {
namespace {

constexpr SampleCoding kCodings[] = {
    {.bits = 8},
    {.bits = 16},
    {.bits = 16, .big_endian = true},
    {.bits = 8, .is_signed = true},
    {.bits = 16, .is_signed = true},
    {.bits = 16, .is_signed = true, .big_endian = true},
    {.bits = 32, .is_float = true},
    {.bits = 32, .is_float = true, .is_positive = true},
    {.bits = 32, .is_float = true, .is_signed = true, .is_positive = true},
    {.bits = 16, .is_float = true},
};

// Converts to half like Imath, except that overflow gives the largest half, not infinity.
void PutHalf(float x, std::byte* out) {
  half sample(x);
  if (sample.isInfinity()) sample = std::copysign(65504.0f, x);
  const auto bits =
      static_cast<uint16_t>(sample.isNan() ? 0x7E00 | std::signbit(x) << 15 : sample.bits());
  std::memcpy(out, &bits, sizeof bits);
}

void PutFloat(const SampleCoding& coding, float x, std::byte* out) {
  if (coding.is_signed) x = (x + 1.0f) / 2.0f;
  if (coding.is_positive && !(x >= 0)) x = 0;
  std::memcpy(out, &x, sizeof x);
}

// Writes a channel's sample. The product of 24 and 16 bits is exact in double.
void PutSample(const SampleCoding& coding, float x, std::byte* out) {
  if (coding.is_float) return coding.bits == 16 ? PutHalf(x, out) : PutFloat(coding, x, out);
  if (coding.is_signed) x = (x + 1.0f) / 2.0f;
  const double limited = x > 0 ? std::min<double>(x, 1) : 0.0;
  const auto sample = static_cast<unsigned>(std::nearbyint(limited * ((1u << coding.bits) - 1)));
  if (coding.bits == 8) {
    out[0] = static_cast<std::byte>(sample);
  } else {
    out[coding.big_endian ? 1 : 0] = static_cast<std::byte>(sample & 0xFF);
    out[coding.big_endian ? 0 : 1] = static_cast<std::byte>(sample >> 8);
  }
}

bool CountsAsClamped(const SampleCoding& coding, float x) {
  if (coding.is_positive) return !((coding.is_signed ? (x + 1) / 2 : x) >= 0);
  if (coding.is_float) return coding.bits == 16 && half(x).isInfinity();
  return !coding.is_signed && !(x >= 0 && x <= 1);
}

// The planes of up to 8 channels, padded like a render's.
struct Planes {
  alignas(64) float data[8][272];

  const float* const* pointers() {
    for (int c = 0; c < 8; ++c) rows_[c] = data[c];
    return rows_;
  }

 private:
  const float* rows_[8];
};

// Checks `n` quantised pixels of `planes` against PutSample, and that no byte beyond changes.
void CheckRow(const SampleCoding& coding, int64_t target, int channels, int n, Planes& planes) {
  const std::size_t bytes = static_cast<std::size_t>(coding.bits / 8);
  const std::size_t size = bytes * static_cast<std::size_t>(n * channels);
  std::vector<std::byte> wanted(size + 64, std::byte{0x5C}), got(wanted.size() + 1, wanted[0]);
  uint64_t clamped = 0;
  for (int k = 0; k < n; ++k) {
    for (int c = 0; c < channels; ++c) {
      const float x = planes.data[c][k];
      PutSample(coding, x, wanted.data() + bytes * static_cast<std::size_t>(k * channels + c));
      clamped += CountsAsClamped(coding, x);
    }
  }
  std::byte* const odd = got.data() + 1;  // unaligned
  const uint64_t counted = SelectQuantize(coding, target)(planes.pointers(), channels, n, odd);
  CHECK(counted == clamped);
  CHECK(std::memcmp(odd, wanted.data(), wanted.size()) == 0);
}

void CheckValues(const SampleCoding& coding, int64_t target, const std::vector<float>& values) {
  Planes planes{};
  for (std::size_t at = 0; at < values.size(); at += 256) {
    const int n = static_cast<int>(std::min<std::size_t>(256, values.size() - at));
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(at), n, planes.data[0]);
    CheckRow(coding, target, 1, n, planes);
  }
}

// Returns the float32 nearest to each point halfway between two samples, and its neighbours.
std::vector<float> Halves(int bits, bool is_signed) {
  std::vector<float> values;
  const double largest = (1 << bits) - 1;
  for (double sample = -1; sample <= largest; ++sample) {
    const double half = (sample + 0.5) / largest;
    const float x = static_cast<float>(is_signed ? 2 * half - 1 : half);
    for (float v : {std::nextafter(x, -2.0f), x, std::nextafter(x, 2.0f)}) values.push_back(v);
  }
  return values;
}

std::vector<float> SpecialValues() {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kTiny = std::numeric_limits<float>::denorm_min();
  constexpr float kMax = std::numeric_limits<float>::max();
  std::vector<float> values{0.25f, 0.75f, 0.99999994f, 2, kMax, -1e30f};
  for (const float x : {0.0f, kTiny, 0.5f, 1.0f, 1.0000001f, kInfinity, kNan, 1e-8f})
    values.insert(values.end(), {x, -x});
  return values;
}

TEST_CASE("ties, ends and special values are exact at every level") {
  test::ForRunningLevels([](const SimdLevel& level) {
    for (const SampleCoding& coding : kCodings) {
      CheckValues(coding, level.target, SpecialValues());
      CheckValues(coding, level.target, Halves(std::min(coding.bits, 16), coding.is_signed));
    }
  });
}

TEST_CASE("every half, and the ties between halves, are exact at every level") {
  std::vector<float> values;
  for (unsigned bits = 0; bits < 0x7C00; ++bits) {
    half low, high;
    low.setBits(static_cast<uint16_t>(bits));
    high.setBits(static_cast<uint16_t>(bits + 1));
    const double next = high.isInfinity() ? 65536.0 : static_cast<double>(static_cast<float>(high));
    const auto middle =
        static_cast<float>((static_cast<double>(static_cast<float>(low)) + next) / 2);
    for (const float x : {static_cast<float>(low), std::nextafter(middle, 0.0f), middle,
                          std::nextafter(middle, 1e9f)})
      values.insert(values.end(), {x, -x});
  }
  test::ForRunningLevels([&](const SimdLevel& level) {
    CheckValues({.bits = 16, .is_float = true}, level.target, values);
  });
}

TEST_CASE("random rows of many lengths and channel counts are exact at every level") {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> distribution(-1.3f, 1.3f);
  Planes planes;
  for (auto& plane : planes.data)
    for (float& x : plane) x = distribution(random);
  test::ForRunningLevels([&](const SimdLevel& level) {
    for (const SampleCoding& coding : kCodings)
      for (int channels = 1; channels <= (coding.is_float && !coding.is_positive ? 8 : 3);
           ++channels)
        for (int n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 255, 256})
          CheckRow(coding, level.target, channels, n, planes);
  });
}

TEST_CASE("values beyond the last pixel are not counted as clamped") {
  Planes planes;
  for (auto& plane : planes.data)
    for (float& x : plane) x = 7.0f;
  planes.data[0][0] = 0.5f;
  std::byte out[3];
  test::ForRunningLevels([&](const SimdLevel& level) {
    CHECK(SelectQuantize({.bits = 8}, level.target)(planes.pointers(), 1, 1, out) == 0);
    CHECK(SelectQuantize({.bits = 8}, level.target)(planes.pointers(), 3, 1, out) == 2);
    CHECK(out[0] == std::byte{128});
  });
}

TEST_CASE("each level has a kernel of its own") {
  std::set<Quantize> kernels;
  for (const SimdLevel& level : SimdLevels())
    kernels.insert(SelectQuantize({.bits = 16}, level.target));
  CHECK(kernels.size() == SimdLevels().size());
}

}  // namespace
}  // namespace cobble
