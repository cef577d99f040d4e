// Tests terrain codes, read with the published formulas.
#include "output/terrain_codes.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/maps.h"
#include "support/readers/png.h"
#include "support/simd_levels.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

constexpr TerrainCode kCodes[] = {TerrainCode::kMapbox, TerrainCode::kTerrarium};

class Codes final : public BandSink {
 public:
  explicit Codes(int64_t width, int channels = 3) : width_(width), channels_(channels) {}

  RowFormat row_format() const override { return {channels_, 1, nullptr}; }
  void Write(const Band& band, const Chunk&) override {
    CHECK(band.first_row == rows_);
    for (int64_t j = 0; j < band.rows; ++j)
      for (int64_t k = 0; k < 3 * width_; ++k)
        bytes.push_back(std::to_integer<int>(
            band.data[static_cast<std::size_t>(j) * band.stride + static_cast<std::size_t>(k)]));
    rows_ += band.rows;
  }

  std::vector<int> bytes;

 private:
  int64_t width_, rows_ = 0;
  int channels_;
};

double Step(TerrainCode code) { return code == TerrainCode::kMapbox ? 0.1 : 1.0 / 256; }

// The readers' formulas.
double MetresOf(TerrainCode code, int r, int g, int b) {
  if (code == TerrainCode::kMapbox) return -10000 + (r * 256 * 256 + g * 256 + b) * 0.1;
  return r * 256.0 + g + b / 256.0 - 32768;
}

// Returns the elevations that readers get from a row of heights.
std::vector<double> Decoded(TerrainCode code, double low, double high,
                            const std::vector<float>& heights, int64_t band_rows = 1) {
  const auto width = static_cast<int64_t>(heights.size());
  Codes codes(width);
  const auto encoder = EncodeTerrain({code, low, high}, codes, width);
  WriteBands(*encoder, {.width = width, .height = 3}, band_rows,
             [&](int64_t x, int64_t, int) { return heights[static_cast<std::size_t>(x)]; });
  std::vector<double> metres;
  for (std::size_t k = 0; k < codes.bytes.size(); k += 3)
    metres.push_back(MetresOf(code, codes.bytes[k], codes.bytes[k + 1], codes.bytes[k + 2]));
  REQUIRE(metres.size() == 3 * heights.size());
  for (std::size_t k = heights.size(); k < metres.size(); ++k)
    CHECK(metres[k] == metres[k - heights.size()]);
  metres.resize(heights.size());
  return metres;
}

TEST_CASE("readers get every elevation back within half a step") {
  std::vector<float> heights;
  for (int k = 0; k <= 5000; ++k) heights.push_back(static_cast<float>(k) / 5000.0f);
  for (const TerrainCode code : kCodes) {
    const Bounds range = TerrainRange(code);
    for (const Bounds& e : {Bounds{0, 1}, Bounds{-430.5, 8848.86}, Bounds{3000, -200},
                            Bounds{-10000, 32767.5}, Bounds{range.low, range.high}}) {
      CAPTURE(e.low);
      CAPTURE(e.high);
      const std::vector<double> metres = Decoded(code, e.low, e.high, heights, 2);
      double worst = 0;
      for (std::size_t k = 0; k < heights.size(); ++k) {
        const double exact = e.low + static_cast<double>(heights[k]) * (e.high - e.low);
        worst = std::max(worst, std::abs(metres[k] - exact));
      }
      CHECK(worst <= Step(code) / 2 * 1.0001);
    }
  }
}

TEST_CASE("the range is that of the first and the last code") {
  for (const TerrainCode code : kCodes) {
    const Bounds range = TerrainRange(code);
    CHECK(range.low == MetresOf(code, 0, 0, 0));
    CHECK(range.high == doctest::Approx(MetresOf(code, 255, 255, 255)).epsilon(1e-15));
    const std::vector<double> ends = Decoded(code, range.low, range.high, {0, 1});
    CHECK(ends == std::vector{MetresOf(code, 0, 0, 0), MetresOf(code, 255, 255, 255)});
    // Beyond the range, codes are clamped instead of wrapping.
    const std::vector<double> beyond = Decoded(code, range.low - 1e9, range.high + 1e9, {0, 1});
    CHECK(beyond == ends);
  }
  CHECK(TerrainRange(TerrainCode::kMapbox).low == -10000);
  CHECK(TerrainRange(TerrainCode::kTerrarium).high == 32768 - 1.0 / 256);
}

TEST_CASE("codes of known elevations") {
  const auto bytes = [](TerrainCode code, double metres) {
    Codes codes(1);
    const auto encoder = EncodeTerrain({code, metres, metres}, codes, 1);
    WriteBands(*encoder, {.width = 1, .height = 1}, 1, [](int64_t, int64_t, int) { return 0.5f; });
    return codes.bytes;
  };
  CHECK(bytes(TerrainCode::kMapbox, 0) == std::vector{1, 134, 160});
  CHECK(bytes(TerrainCode::kMapbox, 0.04) == std::vector{1, 134, 160});
  CHECK(bytes(TerrainCode::kMapbox, 0.06) == std::vector{1, 134, 161});
  CHECK(bytes(TerrainCode::kTerrarium, 0) == std::vector{128, 0, 0});
  CHECK(bytes(TerrainCode::kTerrarium, -1) == std::vector{127, 255, 0});
  CHECK(bytes(TerrainCode::kTerrarium, 1.5) == std::vector{128, 1, 128});
  CHECK(bytes(TerrainCode::kTerrarium, 1.5 / 256) == std::vector{128, 0, 2});  // rounded half up
}

TEST_CASE("heights outside 0..1 are clamped and counted, like NaN") {
  Codes codes(1);
  const auto encoder = EncodeTerrain({TerrainCode::kMapbox, 0, 1}, codes, 1);
  alignas(64) const float in[16] = {-0.1f, 0.0f, -0.0f, 1.0f, 1.0001f, NAN, INFINITY, -INFINITY};
  const float* const planes[] = {in};
  float out[8];
  CHECK(encoder->row_format().quantize(planes, 1, 8, reinterpret_cast<std::byte*>(out)) == 5);
  const float expected[] = {0, 0, 0, 1, 1, 0, 1, 0};
  for (int k = 0; k < 8; ++k) CHECK(out[k] == expected[k]);
  CHECK(Decoded(TerrainCode::kTerrarium, 100, 200, {NAN, -1, 2}) ==
        std::vector<double>{100, 100, 200});
}

TEST_CASE("a PNG of codes is read back, at every SIMD level the same") {
  PictureMap map(Map::kHeight);
  map.channels = 3;
  std::string first;
  test::ForRunningLevels([&](const SimdLevel& level) {
    PictureBytes memory;
    const PictureSpec spec{.memory = &memory,
                           .format = FindFormat("png"),
                           .maps = {map},
                           .bits = 8,
                           .width = 256,
                           .height = 256,
                           .simd_target = level.target};
    const auto writer = OpenPicture(spec);
    const auto encoder = EncodeTerrain({TerrainCode::kTerrarium, -100, 4000}, *writer, spec.width);
    WriteBands(*encoder, spec, 64, [](int64_t x, int64_t y, int) {
      return static_cast<float>(x * 256 + y) / 65535.0f;
    });
    writer->Commit();
    if (first.empty()) first = memory.bytes;
    CHECK(memory.bytes == first);
  });
  const TemporaryFolder folder;
  WriteFile(folder / "a.png", first);
  const PngPicture png = ReadPng(folder / "a.png");
  REQUIRE(png.ok);
  REQUIRE(png.bytes.size() == 3 * 65536);
  double worst = 0;
  for (int k = 0; k < 65536; ++k) {
    const uint8_t* const rgb = png.bytes.data() + 3 * k;
    const double exact = -100 + 4100 * static_cast<double>(k % 256 * 256 + k / 256) / 65535;
    const double metres = MetresOf(TerrainCode::kTerrarium, rgb[0], rgb[1], rgb[2]);
    worst = std::max(worst, std::abs(metres - exact));
  }
  CHECK(worst <= 0.5 / 256 + 4100 * 0x1p-24);  // heights are float32
}

TEST_CASE("a sink of other pixels is refused") {
  Codes grey(1, 1);
  CHECK(ErrorOf([&] {
          EncodeTerrain({TerrainCode::kMapbox, 0, 1}, grey, 1);
        }) == "70 terrain codes need a picture of 3 channels of 8 bits");
}

}  // namespace
}  // namespace cobble
