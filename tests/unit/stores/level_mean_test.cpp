// Tests Halved: each kind of pixel against its mean in 80-bit or integer arithmetic.
#include "stores/level_mean.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace cobble {
namespace {

using Long = long double;

template <class Sample>
ChunkPixels Pixels(int64_t width, int64_t height, int channels,
                   const std::vector<Sample>& samples) {
  ChunkPixels pixels{.width = width,
                     .height = height,
                     .channels = channels,
                     .bits = 8 * sizeof(Sample),
                     .is_float = std::is_floating_point_v<Sample>,
                     .samples = std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(pixels.samples.data(), samples.data(), pixels.samples.size());
  return pixels;
}

template <class Sample>
std::vector<Sample> SamplesOf(const ChunkPixels& pixels) {
  std::vector<Sample> samples(pixels.samples.size() / sizeof(Sample));
  std::memcpy(samples.data(), pixels.samples.data(), pixels.samples.size());
  return samples;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <class Sample>
std::vector<Sample> AnySamples(std::size_t count, std::mt19937_64* random) {
  std::vector<Sample> samples(count);
  for (Sample& sample : samples) {
    if constexpr (std::is_floating_point_v<Sample>)
      sample = std::ldexp(std::normal_distribution<float>()(*random),
                          static_cast<int>((*random)() % 80) - 40);
    else
      sample = static_cast<Sample>((*random)());
  }
  return samples;
}

template <class Sample, std::size_t kChannels>
std::vector<Sample> MeanOfEqual(const std::array<Sample, kChannels>& pixel, const MeanSpec& spec) {
  std::vector<Sample> samples;
  for (int k = 0; k < 4; ++k) samples.insert(samples.end(), pixel.begin(), pixel.end());
  return SamplesOf<Sample>(Halved(Pixels(2, 2, kChannels, samples), spec));
}

// Calls check(covered, c, mean) for each sample of channel c of the smaller picture, with the 1, 2
// or 4 pixels that it covers, each a vector of channels.
template <class Sample, class Check>
void ForCovered(const ChunkPixels& pixels, const ChunkPixels& half, const Check& check) {
  const auto from = SamplesOf<Sample>(pixels), to = SamplesOf<Sample>(half);
  const int64_t channels = pixels.channels;
  REQUIRE(half.width == (pixels.width + 1) / 2);
  REQUIRE(half.height == (pixels.height + 1) / 2);
  REQUIRE(half.channels == pixels.channels);
  REQUIRE(half.bits == pixels.bits);
  REQUIRE(half.is_float == pixels.is_float);
  REQUIRE(static_cast<int64_t>(to.size()) == half.width * half.height * channels);
  for (int64_t y = 0; y < half.height; ++y)
    for (int64_t x = 0; x < half.width; ++x) {
      std::vector<std::vector<Sample>> covered;
      for (int64_t v = 2 * y; v < std::min(2 * y + 2, pixels.height); ++v)
        for (int64_t u = 2 * x; u < std::min(2 * x + 2, pixels.width); ++u) {
          const auto first = from.begin() + (v * pixels.width + u) * channels;
          covered.emplace_back(first, first + channels);
        }
      for (int64_t c = 0; c < channels; ++c) {
        const auto index = static_cast<std::size_t>((y * half.width + x) * channels + c);
        check(covered, static_cast<std::size_t>(c), to[index]);
      }
    }
}

// Calls check(pixels, half) for random pictures of all sizes up to 9 x 9, and some wider ones.
template <class Sample, class Check>
void ForSizes(int channels, const MeanSpec& spec, const Check& check) {
  std::mt19937_64 random(static_cast<uint64_t>(channels));
  for (int64_t height = 1; height <= 9; ++height)
    for (const int64_t width : {1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 65, 130, 131}) {
      CAPTURE(width);
      CAPTURE(height);
      const auto count = static_cast<std::size_t>(width * height * channels);
      const ChunkPixels pixels =
          Pixels(width, height, channels, AnySamples<Sample>(count, &random));
      check(pixels, Halved(pixels, spec));
    }
}

template <class Sample>
void CheckIntegers() {
  for (const int channels : {1, 2, 3, 4, 5, 7}) {
    CAPTURE(channels);
    ForSizes<Sample>(channels, {}, [](const ChunkPixels& pixels, const ChunkPixels& half) {
      ForCovered<Sample>(pixels, half, [](const auto& covered, std::size_t c, Sample mean) {
        const auto n = static_cast<uint64_t>(covered.size());
        uint64_t sum = 0;
        for (const auto& pixel : covered) sum += pixel[c];
        CHECK(uint64_t{mean} == (2 * sum + n) / (2 * n));
      });
    });
  }
}

TEST_CASE("integers: the exact mean, rounded half up") {
  CheckIntegers<uint8_t>();
  CheckIntegers<uint16_t>();
  CHECK(MeanOfEqual<uint16_t, 1>({65535}, {}) == std::vector<uint16_t>{65535});
  CHECK(SamplesOf<uint8_t>(Halved(Pixels<uint8_t>(2, 2, 1, {1, 0, 0, 0}), {}))[0] == 0);
  CHECK(SamplesOf<uint8_t>(Halved(Pixels<uint8_t>(2, 2, 1, {1, 0, 0, 1}), {}))[0] == 1);
}

TEST_CASE("floats: the mean in double, row by row, rounded to float") {
  for (const int channels : {1, 2, 3, 4, 6}) {
    CAPTURE(channels);
    ForSizes<float>(channels, {}, [](const ChunkPixels& pixels, const ChunkPixels& half) {
      ForCovered<float>(pixels, half, [](const auto& covered, std::size_t c, float mean) {
        double sum = 0;
        for (std::size_t k = 0; k < covered.size(); k += 2)
          sum += covered.size() == 1 ? double{covered[k][c]}
                                     : double{covered[k][c]} + double{covered[k + 1][c]};
        const auto want = static_cast<float>(sum / static_cast<double>(covered.size()));
        CHECK(std::bit_cast<uint32_t>(mean) == std::bit_cast<uint32_t>(want));
      });
    });
  }
}

float MeanOfFloats(const std::vector<float>& samples) {
  return SamplesOf<float>(Halved(Pixels(2, 2, 1, samples), {}))[0];
}

TEST_CASE("floats: neither large nor small numbers are lost, and NaN stays the same NaN") {
  constexpr float kMax = std::numeric_limits<float>::max(), kMin = 0x1p-149f;
  CHECK(MeanOfFloats({kMax, kMax, kMax, kMax}) == kMax);
  CHECK(MeanOfFloats({kMin, kMin, kMin, kMin}) == kMin);
  CHECK(MeanOfFloats({0x1p30f, 1, -0x1p30f, 3}) == 1);
  CHECK(MeanOfFloats({kInfinity, 1, 2, 3}) == kInfinity);
  CHECK(std::signbit(MeanOfFloats({-0.0f, -0.0f, -0.0f, -0.0f})));
  // Machines' own NaNs: from infinity - infinity, negative, with a payload, signalling.
  const auto nan = [](uint32_t bits) { return std::bit_cast<float>(bits); };
  for (const auto& samples : std::vector<std::vector<float>>{{kNan, 1, 2, 3},
                                                             {1, 2, 3, nan(0xFFC00000)},
                                                             {1, nan(0x7FC12345), 2, 3},
                                                             {1, 2, nan(0xFF812345), kNan},
                                                             {kInfinity, -kInfinity, 1, 2}}) {
    CHECK(std::bit_cast<uint32_t>(MeanOfFloats(samples)) == 0x7FC00000);
    std::vector<float> normals;
    for (const float sample : samples) normals.insert(normals.end(), {sample, 0, 1});
    const auto half = Halved(Pixels(2, 2, 3, normals), {.kind = PixelKind::kNormal});
    CHECK(std::bit_cast<uint32_t>(SamplesOf<float>(half)[0]) == 0x7FC00000);
  }
}

// IEC 61966-2-1.
Long LightOf(Long x) { return x <= 0.04045L ? x / 12.92L : std::pow((x + 0.055L) / 1.055L, 2.4L); }
Long SrgbOf(Long x) {
  return x <= 0.0031308L ? 12.92L * x : 1.055L * std::pow(x, 1 / 2.4L) - 0.055L;
}

template <class Sample>
void CheckSrgb(int channels, uint32_t srgb_channels) {
  constexpr Long kMaximum = std::numeric_limits<Sample>::max();
  const MeanSpec spec{.kind = PixelKind::kScalars, .srgb_channels = srgb_channels};
  ForSizes<Sample>(channels, spec, [&](const ChunkPixels& pixels, const ChunkPixels& half) {
    ForCovered<Sample>(pixels, half, [&](const auto& covered, std::size_t c, Sample mean) {
      const bool is_srgb = (srgb_channels >> c & 1) != 0;
      Long sum = 0;
      for (const auto& pixel : covered)
        sum += is_srgb ? LightOf(pixel[c] / kMaximum) : pixel[c] / kMaximum;
      const Long exact = sum / static_cast<Long>(covered.size());
      const Long want = (is_srgb ? SrgbOf(exact) : exact) * kMaximum;
      CHECK(std::abs(want - mean) < 0.5L + 1e-6L);  // the tie itself depends on rounding
    });
  });
}

TEST_CASE("sRGB: the sample nearest to the mean light, in the channels that are sRGB") {
  CheckSrgb<uint8_t>(3, 0b111);
  CheckSrgb<uint16_t>(3, 0b111);
  CheckSrgb<uint8_t>(4, 0b111);
  CheckSrgb<uint16_t>(4, 0b0101);
  CheckSrgb<uint8_t>(1, 1);
  // Black and white: half the light, not half the sample.
  const MeanSpec srgb{.kind = PixelKind::kScalars, .srgb_channels = 1};
  const auto half = Halved(Pixels<uint8_t>(2, 1, 2, {0, 0, 255, 255}), srgb);
  CHECK(SamplesOf<uint8_t>(half) == std::vector<uint8_t>{188, 128});
}

template <class Sample>
void CheckEqualSrgb() {
  const MeanSpec spec{.kind = PixelKind::kScalars, .srgb_channels = 1};
  constexpr int kMaximum = std::numeric_limits<Sample>::max();
  std::vector<Sample> row;
  for (int s = 0; s <= kMaximum; ++s) row.insert(row.end(), 2, static_cast<Sample>(s));
  const auto equal = SamplesOf<Sample>(Halved(Pixels(2 * (kMaximum + 1), 1, 1, row), spec));
  REQUIRE(equal.size() == kMaximum + std::size_t{1});
  int wrong = 0;
  for (std::size_t s = 0; s < equal.size(); ++s) wrong += equal[s] != s;
  CHECK(wrong == 0);

  // Neighbours s and s + 1, three to one and one to three: all thresholds between samples.
  std::vector<Sample> above, below;
  for (int s = 0; s < kMaximum; ++s) {
    const auto low = static_cast<Sample>(s), high = static_cast<Sample>(s + 1);
    above.insert(above.end(), {low, low, low, high});
    below.insert(below.end(), {low, high, high, high});
  }
  above.insert(above.end(), below.begin(), below.end());
  const auto mixed = SamplesOf<Sample>(Halved(Pixels(4 * kMaximum, 2, 1, above), spec));
  REQUIRE(mixed.size() == 2 * std::size_t{kMaximum});
  for (std::size_t k = 0; k < mixed.size(); ++k) wrong += mixed[k] != k / 2 + k % 2;
  CHECK(wrong == 0);
  CHECK(std::ranges::is_sorted(mixed));
}

TEST_CASE("sRGB: equal samples keep their value, and the mean is monotonic") {
  CheckEqualSrgb<uint8_t>();
  CheckEqualSrgb<uint16_t>();
}

// Integers as numbers: n = 2 s / maximum - 1.
template <class Sample>
Long NormalOf(Sample sample) {
  if constexpr (std::is_floating_point_v<Sample>)
    return sample;
  else
    return static_cast<Long>(2 * sample) / std::numeric_limits<Sample>::max() - 1;
}

// Returns the exact normal of the mean slopes.
template <class Sample>
std::array<Long, 3> MeanNormal(const std::vector<std::vector<Sample>>& covered) {
  const Long min_z = std::is_floating_point_v<Sample>
                         ? 0x1p-24L
                         : 1 / static_cast<Long>(std::numeric_limits<Sample>::max());
  Long x = 0, y = 0;
  for (const auto& normal : covered) {
    const Long z = std::max(NormalOf(normal[2]), min_z);
    x += NormalOf(normal[0]) / z / static_cast<Long>(covered.size());
    y += NormalOf(normal[1]) / z / static_cast<Long>(covered.size());
  }
  const Long length = std::sqrt(x * x + y * y + 1);
  return {x / length, y / length, 1 / length};
}

template <class Sample>
void CheckNormals() {
  ForSizes<Sample>(
      3, {.kind = PixelKind::kNormal}, [](const ChunkPixels& pixels, const ChunkPixels& half) {
        ForCovered<Sample>(pixels, half, [](const auto& covered, std::size_t c, Sample mean) {
          const Long want = MeanNormal(covered)[c];
          if constexpr (std::is_floating_point_v<Sample>) {
            CHECK(std::abs(mean - want) <= 0x1p-24L * std::abs(want) * 1.0001L + 0x1p-149L);
          } else {
            constexpr Long kHalfStep = 1 / static_cast<Long>(std::numeric_limits<Sample>::max());
            CHECK(std::abs(NormalOf(mean) - want) <= kHalfStep * 1.000001L);
          }
        });
      });
}

TEST_CASE("normals: those of the mean slopes, in the nearest samples") {
  CheckNormals<uint8_t>();
  CheckNormals<uint16_t>();
  CheckNormals<float>();
}

// Rounds half to even, as files store normals.
template <class Sample>
Sample StoredNormal(double n) {
  return static_cast<Sample>(std::nearbyint((n + 1) / 2 * std::numeric_limits<Sample>::max()));
}

// Returns the share of normals that stay the same over five levels; others differ by a step.
template <class Sample>
double ShareOfUnchanged(int count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> component;
  int unchanged = 0;
  for (int k = 0; k < count; ++k) {
    const double x = component(random), y = component(random), z = std::abs(component(random));
    const double length = std::sqrt(x * x + y * y + z * z);
    const std::array<Sample, 3> normal{StoredNormal<Sample>(x / length),
                                       StoredNormal<Sample>(y / length),
                                       StoredNormal<Sample>(z / length)};
    auto mean = normal;
    for (int level = 0; level < 5; ++level) {
      std::ranges::copy(MeanOfEqual(mean, {.kind = PixelKind::kNormal}), mean.begin());
      for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(mean[c] - normal[c]) <= 1);
    }
    unchanged += mean == normal;
  }
  return static_cast<double>(unchanged) / count;
}

// A normal rounded to samples is not quite 1 long. At length 1 it may be nearer to other samples.
TEST_CASE("normals: of equal ones, nearly all are unchanged, and the rest differ by one step") {
  CHECK(ShareOfUnchanged<uint8_t>(20000, 1) > 0.98);
  CHECK(ShareOfUnchanged<uint16_t>(20000, 2) > 0.98);
  // The flat normal, (0, 0, 1), is half a step from its samples.
  CHECK(MeanOfEqual<uint8_t, 3>({128, 128, 255}, {.kind = PixelKind::kNormal}) ==
        std::vector<uint8_t>{128, 128, 255});
  CHECK(MeanOfEqual<uint16_t, 3>({32768, 32768, 65535}, {.kind = PixelKind::kNormal}) ==
        std::vector<uint16_t>{32768, 32768, 65535});
}

TEST_CASE("normals: opposite slopes cancel, and ties go to the even sample") {
  const MeanSpec spec{.kind = PixelKind::kNormal};
  CHECK(SamplesOf<uint8_t>(Halved(Pixels<uint8_t>(2, 1, 3, {55, 128, 230, 200, 127, 230}), spec)) ==
        std::vector<uint8_t>{128, 128, 255});
  CHECK(SamplesOf<float>(Halved(Pixels<float>(2, 1, 3, {0.6f, 0, 0.8f, -0.6f, 0, 0.8f}), spec)) ==
        std::vector<float>{0, 0, 1});
  // Below the horizon, z counts as half a step.
  CHECK(MeanOfEqual<float, 3>({1, 0, -1}, spec) == std::vector<float>{1, 0, 0x1p-24f});
  CHECK(MeanOfEqual<uint8_t, 3>({255, 128, 0}, spec) == std::vector<uint8_t>{255, 128, 128});
}

template <class Sample>
ChunkPixels ChannelsOf(const ChunkPixels& pixels, int first, int count) {
  const std::vector<Sample> all = SamplesOf<Sample>(pixels);
  std::vector<Sample> some;
  for (std::size_t k = 0; k < all.size(); k += static_cast<std::size_t>(pixels.channels))
    for (int c = first; c < first + count; ++c)
      some.push_back(all[k + static_cast<std::size_t>(c)]);
  return Pixels<Sample>(pixels.width, pixels.height, count, some);
}

template <class Sample>
void CheckPackedNormals() {
  for (const int first : {0, 1}) {
    const int scalar = first == 0 ? 3 : 0;
    ForSizes<Sample>(4, {.kind = PixelKind::kNormal, .normal_channel = first},
                     [&](const ChunkPixels& pixels, const ChunkPixels& half) {
                       const ChunkPixels normal = Halved(ChannelsOf<Sample>(pixels, first, 3),
                                                         {.kind = PixelKind::kNormal});
                       const ChunkPixels other = Halved(ChannelsOf<Sample>(pixels, scalar, 1), {});
                       CHECK(ChannelsOf<Sample>(half, first, 3).samples == normal.samples);
                       CHECK(ChannelsOf<Sample>(half, scalar, 1).samples == other.samples);
                     });
  }
}

TEST_CASE("normals: in a pack with a scalar, as alone") {
  CheckPackedNormals<uint8_t>();
  CheckPackedNormals<uint16_t>();
  CheckPackedNormals<float>();
}

TEST_CASE("codes: the exact mean of numbers of 24 bits") {
  ForSizes<uint8_t>(
      3, {.kind = PixelKind::kCode}, [](const ChunkPixels& pixels, const ChunkPixels& half) {
        ForCovered<uint8_t>(pixels, half, [](const auto& covered, std::size_t c, uint8_t mean) {
          const auto n = static_cast<uint64_t>(covered.size());
          uint64_t sum = 0;
          for (const auto& pixel : covered)
            sum += uint64_t{pixel[0]} * 65536 + uint64_t{pixel[1]} * 256 + pixel[2];
          const uint64_t want = (2 * sum + n) / (2 * n);
          CHECK(uint64_t{mean} == (want >> (8 * (2 - c)) & 0xFF));
        });
      });
  CHECK(MeanOfEqual<uint8_t, 3>({255, 255, 255}, {.kind = PixelKind::kCode}) ==
        std::vector<uint8_t>{255, 255, 255});
}

template <class Sample>
ChunkPixels Cut(const ChunkPixels& pixels, int64_t x, int64_t y, int64_t width, int64_t height) {
  const auto all = SamplesOf<Sample>(pixels);
  std::vector<Sample> samples;
  for (int64_t row = y; row < y + height; ++row) {
    const auto first = all.begin() + (row * pixels.width + x) * pixels.channels;
    samples.insert(samples.end(), first, first + width * pixels.channels);
  }
  return Pixels(width, height, pixels.channels, samples);
}

template <class Sample>
void CheckParts(const MeanSpec& spec) {
  constexpr int64_t kWidth = 37, kHeight = 23, kSide = 8;
  std::mt19937_64 random(7);
  const auto pixels = Pixels(kWidth, kHeight, 3, AnySamples<Sample>(kWidth * kHeight * 3, &random));
  const ChunkPixels whole = Halved(pixels, spec);
  for (int64_t y = 0; y < kHeight; y += kSide)
    for (int64_t x = 0; x < kWidth; x += kSide) {
      const auto part =
          Cut<Sample>(pixels, x, y, std::min(kSide, kWidth - x), std::min(kSide, kHeight - y));
      const ChunkPixels half = Halved(part, spec);
      CHECK(half.samples == Cut<Sample>(whole, x / 2, y / 2, half.width, half.height).samples);
    }
}

TEST_CASE("the bits do not depend on how a picture is cut into chunks") {
  const MeanSpec srgb{.kind = PixelKind::kScalars, .srgb_channels = 0b101};
  for (const MeanSpec& spec : {MeanSpec{}, srgb, MeanSpec{.kind = PixelKind::kNormal}}) {
    CheckParts<uint8_t>(spec);
    CheckParts<uint16_t>(spec);
    CheckParts<float>(spec);
  }
  CheckParts<uint8_t>({.kind = PixelKind::kCode});
}

}  // namespace
}  // namespace cobble
