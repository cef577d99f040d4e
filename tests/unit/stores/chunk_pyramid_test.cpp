// Tests of coarser levels against means of the whole picture.
#include "stores/chunk_pyramid.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "core/color.h"
#include "core/simd_level.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

// What the samples of a pixel are, written out independently of the recipe.
enum class Kind { kPlain, kColor, kNormal, kCode };

// One sample of a picture, as a number: a float, or an integer.
double SampleAt(const ChunkPixels& pixels, int64_t x, int64_t y, int c) {
  const auto at =
      static_cast<std::size_t>(((y * pixels.width + x) * pixels.channels + c) * (pixels.bits / 8));
  if (pixels.is_float) {
    float sample = 0;
    std::memcpy(&sample, &pixels.samples[at], sizeof sample);
    return sample;
  }
  uint16_t sample = 0;
  std::memcpy(&sample, &pixels.samples[at], static_cast<std::size_t>(pixels.bits / 8));
  return sample;
}

void AppendSample(double sample, ChunkPixels* pixels) {
  std::byte bytes[4];
  const auto number = static_cast<float>(sample);
  const auto integer = static_cast<uint16_t>(sample);
  if (pixels->is_float)
    std::memcpy(bytes, &number, sizeof number);
  else
    std::memcpy(bytes, &integer, sizeof integer);
  pixels->samples.insert(pixels->samples.end(), bytes, bytes + pixels->bits / 8);
}

// The pixels that a coarse pixel covers; `at` reads channel c of one of them.
struct Covered {
  const ChunkPixels& fine;
  std::vector<std::pair<int64_t, int64_t>> places;

  template <typename Value>
  double Mean(const Value& value) const {
    double sum = 0;
    for (const auto& place : places) sum += value(place.first, place.second);
    return sum / static_cast<double>(places.size());
  }
};

// In: first, the channel of x.
void AppendNormal(const Covered& covered, int first, double maximum, ChunkPixels* coarse) {
  const auto decoded = [&](int64_t x, int64_t y, int c) {
    const double sample = SampleAt(covered.fine, x, y, first + c);
    return coarse->is_float ? sample : 2 * sample / maximum - 1;
  };
  const auto slope = [&](int c) {
    return covered.Mean([&](int64_t x, int64_t y) {
      return decoded(x, y, c) /
             std::max(decoded(x, y, 2), coarse->is_float ? 0x1p-24 : 1 / maximum);
    });
  };
  const double p = slope(0), q = slope(1), length = std::sqrt(p * p + q * q + 1);
  for (const double n : {p / length, q / length, 1 / length})
    AppendSample(coarse->is_float ? n : std::floor((n + 1) / 2 * maximum + 0.5), coarse);
}

// Three bytes are one number.
void AppendCode(const Covered& covered, ChunkPixels* coarse) {
  const double mean = covered.Mean([&](int64_t x, int64_t y) {
    return 65536 * SampleAt(covered.fine, x, y, 0) + 256 * SampleAt(covered.fine, x, y, 1) +
           SampleAt(covered.fine, x, y, 2);
  });
  const auto code = static_cast<uint32_t>(std::floor(mean + 0.5));
  for (const int shift : {16, 8, 0}) AppendSample(code >> shift & 255, coarse);
}

ChunkPixels MeanOf(const ChunkPixels& fine, const std::vector<Kind>& kinds) {
  ChunkPixels coarse = fine;
  coarse.samples.clear();
  coarse.width = (fine.width + 1) / 2;
  coarse.height = (fine.height + 1) / 2;
  const double maximum = fine.bits == 8 ? 255 : 65535;
  for (int64_t y = 0; y < coarse.height; ++y) {
    for (int64_t x = 0; x < coarse.width; ++x) {
      Covered covered{fine, {}};
      for (int64_t j = 2 * y; j < std::min(2 * y + 2, fine.height); ++j)
        for (int64_t i = 2 * x; i < std::min(2 * x + 2, fine.width); ++i)
          covered.places.emplace_back(i, j);
      if (kinds.front() == Kind::kCode) {
        AppendCode(covered, &coarse);
        continue;
      }
      for (int c = 0; c < fine.channels; ++c) {
        if (kinds[static_cast<std::size_t>(c)] == Kind::kNormal) {
          AppendNormal(covered, c, maximum, &coarse);
          c += 2;
          continue;
        }
        const bool is_srgb = kinds[static_cast<std::size_t>(c)] == Kind::kColor && !fine.is_float;
        const double mean = covered.Mean([&](int64_t i, int64_t j) {
          const double sample = SampleAt(fine, i, j, c);
          return is_srgb ? LinearFromSrgb(sample / maximum) : sample;
        });
        const double sample = is_srgb ? SrgbFromLinear(mean) * maximum : mean;
        AppendSample(fine.is_float ? sample : std::floor(sample + 0.5), &coarse);
      }
    }
  }
  return coarse;
}

constexpr const char* kPyramidMaps =
    R"("nodes": {"n": {"type": "perlin", "frequency": 9}},
       "maps": {"color": {"type": "ramp", "source": {"ref": "n"},
                          "stops": [[0, "#fc2"], [1, "#037"]]}},
       "pack": {"tint": ["color", "height"], "mixed": [0.3, "color"], "two": ["height", "ao"],
                "shaded": ["ao", "normal"]},
       "noise": {"type": "simplex", "octaves": 3, "frequency": 4})";

const std::vector<Kind> kPlain(4, Kind::kPlain), kNormal(3, Kind::kNormal), kColor(3, Kind::kColor);
const std::vector<Kind> kTint{Kind::kColor, Kind::kColor, Kind::kColor, Kind::kPlain},
    kShaded{Kind::kPlain, Kind::kNormal, Kind::kNormal, Kind::kNormal},
    kMixed{Kind::kPlain, Kind::kColor, Kind::kColor, Kind::kColor};

void CheckLevels(const StorePlan& plan, const std::vector<std::vector<Kind>>& kinds) {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", plan);
  MakeStore(store);
  for (std::size_t map = 0; map < plan.maps.size(); ++map) {
    ChunkPixels mean = LevelOf(store, 0, map);
    for (int level = 1; level <= plan.levels; ++level) {
      CAPTURE(plan.maps[map].map.name);
      CAPTURE(plan.maps[map].bits);
      CAPTURE(level);
      mean = MeanOf(mean, kinds[map]);
      CHECK(IsSame(LevelOf(store, level, map), mean));
    }
  }
}

TEST_CASE("each level is the mean of the one below, for all maps and depths") {
  const std::string members = std::string(R"("size": [70, 45], "range": "fit", )") + kPyramidMaps;
  for (const int bits : {8, 16, 32})
    CheckLevels(ZarrPlan(members,
                         {{"height", bits},
                          {"normal", bits},
                          {"color", bits},
                          {"tint", bits},
                          {"mixed", bits},
                          {"two", bits},
                          {"shaded", bits},
                          {"@n", bits}},
                         32, 4),
                {kPlain, kNormal, kColor, kTint, kMixed, kPlain, kShaded, kPlain});
}

TEST_CASE("levels go down to a single pixel, at any odd size") {
  for (const std::string size : {"[33, 1]", "[1, 17]", "[31, 32]", "[17, 33]"})
    CheckLevels(ZarrPlan("\"size\": " + size + ", " + kPyramidMaps, {{"height", 16}, {"normal", 8}},
                         4, size == "[31, 32]" || size == "[1, 17]" ? 5 : 6),
                {kPlain, kNormal});
}

TEST_CASE("levels of tiles are means, also of elevations") {
  const std::string members = std::string(R"("size": [512, 512], )") + kPyramidMaps;
  CheckLevels(XyzPlan(members, {"height", 16}, 256, 1), {kPlain});
  CheckLevels(XyzPlan(members, {"color", 8}, 256, 1), {kColor});
  StorePlan plan = XyzPlan(members, {"height", 16}, 256, 1);
  plan.elevation = {TerrainCode::kTerrarium, -500, 3000};
  CheckLevels(plan, {std::vector<Kind>(3, Kind::kCode)});
}

TEST_CASE("a coarse chunk needs all of its parts, whole") {
  const TemporaryFolder folder;
  const ChunkStore store(
      folder / "a.zarr",
      ZarrPlan(std::string(R"("size": [32, 32], )") + kPyramidMaps, {{"height", 16}}, 16, 1));
  const ChunkIndex coarse{1, 0, 0}, part{0, 1, 1};
  const std::string path = store.PathOf(part, 0);
  const auto error = [&] {
    return ErrorOf([&] { MakeCoarseChunk(store, coarse, FindSimdLevel("auto")->target, [] {}); });
  };
  MakeStore(store);
  const auto files = ReadersFilesIn(folder / "a.zarr");
  CHECK(ArePartsThere(store, coarse));
  CHECK(MakeCoarseChunk(store, coarse, FindSimdLevel("auto")->target, [] {}).front().bytes ==
        ReadFile(store.PathOf(coarse, 0)));

  FlipBit(path, 100);
  CHECK(ArePartsThere(store, coarse));
  CHECK(error().starts_with("5 " + path + ": is damaged"));
  std::filesystem::remove(path);
  CHECK(!ArePartsThere(store, coarse));
  CHECK(error().starts_with("5 " + path + ": is missing"));
  std::filesystem::remove(store.InternalPath("chunks/0/1/1"));
  CHECK(error().starts_with("5 " + path + ": has no record"));
  MakeStore(store);
  CHECK(ReadersFilesIn(folder / "a.zarr") == files);
}

}  // namespace
}  // namespace cobble
