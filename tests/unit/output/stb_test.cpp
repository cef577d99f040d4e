// Tests TGA, BMP, JPG and HDR files, which oiiotool reads back.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/readers/exr.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Samples = std::vector<float>;

PictureSpec StbSpec(const std::string& path, const std::string& format, Map map, int64_t width,
                    int64_t height) {
  return SpecOf(path, format, {map}, FindFormat(format)->bits[0], width, height);
}

// Values are within 0..1.
float Wave(int64_t x, int64_t y, int c) {
  return 0.5f + 0.5f * static_cast<float>(std::sin(0.1 * static_cast<double>(x) +
                                                   0.07 * static_cast<double>(y) + c));
}
float SignedWave(int64_t x, int64_t y, int c) { return 2 * Wave(x, y, c) - 1; }

// Returns the channels R, G and B, or the only channel three times.
std::vector<Samples> RgbOf(const ExrPicture& picture) {
  const auto& all = picture.channels;
  if (all.contains("R")) return {all.at("R"), all.at("G"), all.at("B")};
  REQUIRE(all.size() == 1);
  return std::vector<Samples>(3, all.begin()->second);
}

// Writes the wave and reads it back; calls check(got, wanted in 0..1) for every sample.
template <class Check>
void ForSamples(const PictureSpec& spec, int64_t band_rows, const Check& check) {
  const bool is_normal = spec.maps[0] == Map::kNormal;
  WritePicture(spec, band_rows, is_normal ? SignedWave : Wave);
  const ExrPicture picture = ReadByOiiotool(spec.path);
  REQUIRE(picture.Width() == spec.width);
  REQUIRE(picture.Height() == spec.height);
  const auto rgb = RgbOf(picture);
  for (int c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < rgb[0].size(); ++i) {
      const auto x = static_cast<int64_t>(i) % spec.width, y = static_cast<int64_t>(i) / spec.width;
      const int component = is_normal ? c : 0;
      const float wanted =
          is_normal ? (SignedWave(x, y, component) + 1) * 0.5f : Wave(x, y, component);
      check(rgb[static_cast<std::size_t>(c)][i], wanted, i);
    }
  }
}

constexpr std::pair<int64_t, int64_t> kSizes[] = {{1, 1}, {7, 2}, {130, 35}};

TEST_CASE("the first row of a TGA is the top one") {
  const TemporaryFolder folder;
  const PictureSpec spec = StbSpec(folder / "a.tga", "tga", Map::kHeight, 7, 2);
  WritePicture(spec, 2, Wave);
  const std::string bytes = ReadFile(spec.path);
  REQUIRE(bytes.size() > 18);
  CHECK((bytes[17] & 0x30) == 0x20);  // from the top, from the left
}

TEST_CASE("TGA and BMP store 8 bits exactly, for heights and normals, whatever the bands") {
  if (test::Lacks(test::kShell)) return;
  const TemporaryFolder folder;
  for (const std::string format : {"tga", "bmp"}) {
    for (const Map map : {Map::kHeight, Map::kNormal}) {
      for (const auto& [width, height] : kSizes) {
        const PictureSpec spec = StbSpec(folder / ("a." + format), format, map, width, height);
        CAPTURE(spec.path);
        std::size_t wrong = 0;
        ForSamples(spec, 1 + height / 3, [&](float got, float wanted, std::size_t) {
          wrong += std::nearbyint(got * 255) != std::nearbyint(wanted * 255);
        });
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("JPG is close to the samples") {
  if (test::Lacks(test::kShell)) return;
  const TemporaryFolder folder;
  for (const Map map : {Map::kHeight, Map::kNormal}) {
    for (const auto& [width, height] : kSizes) {
      const PictureSpec spec = StbSpec(folder / "a.jpg", "jpg", map, width, height);
      float worst = 0;
      ForSamples(spec, 4, [&](float got, float wanted, std::size_t) {
        worst = std::max(worst, std::abs(got - wanted));
      });
      CHECK(worst < 6.0f / 255);
    }
  }
}

TEST_CASE("HDR stores floats with 8 bits relative to the largest channel") {
  if (test::Lacks(test::kShell)) return;
  const TemporaryFolder folder;
  for (const Map map : {Map::kHeight, Map::kNormal, Map::kValue}) {
    for (const auto& [width, height] : kSizes) {
      const PictureSpec spec = StbSpec(folder / "a.hdr", "hdr", map, width, height);
      float worst = 0;
      ForSamples(spec, 4, [&](float got, float wanted, std::size_t) {
        CHECK(got <= wanted);
        worst = std::max(worst, wanted - got);
      });
      CHECK(worst <= 1.0f / 128);
    }
  }
}

TEST_CASE("HDR keeps large values and clamps negative ones") {
  if (test::Lacks(test::kShell)) return;
  const TemporaryFolder folder;
  const PictureSpec spec = StbSpec(folder / "a.hdr", "hdr", Map::kValue, 40, 3);
  const auto content = [](int64_t x, int64_t y, int) {
    const float scale = y == 1 ? 1e9f : 1e-9f;
    return static_cast<float>(x - 10) * (y == 0 ? 1.0f : scale);
  };
  WritePicture(spec, 2, content);
  const ExrPicture picture = ReadByOiiotool(spec.path);
  const auto samples = RgbOf(picture)[1];
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float wanted =
        std::max(content(static_cast<int64_t>(i) % 40, static_cast<int64_t>(i) / 40, 0), 0.0f);
    CHECK(samples[i] <= wanted);
    CHECK(samples[i] >= wanted * (1 - 1.0f / 128));
  }
}

}  // namespace
}  // namespace cobble
