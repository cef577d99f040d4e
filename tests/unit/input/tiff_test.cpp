// Tests TIFF files of other programs: every type of samples, NoData, and where a raster is.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "input/image_file.h"
#include "input/picture_reader.h"
#include "support/errors.h"
#include "support/small_tiff.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

using test::Ascii;
using test::BytesOf;
using test::DegreeTags;
using test::Doubles;
using test::PlaceTags;
using test::Shorts;
using test::SmallTiff;
using test::TiffTag;

constexpr uint16_t kUnsigned = 1, kSigned = 2, kFloat = 3;
constexpr uint16_t kMetadata = 42112, kNoData = 42113;

template <typename Number>
SmallTiff RowOf(uint16_t format, const std::vector<Number>& numbers,
                const std::vector<TiffTag>& more = {}) {
  return {.width = static_cast<uint32_t>(numbers.size()),
          .bits = 8 * sizeof(Number),
          .format = format,
          .samples = BytesOf(numbers),
          .more = more};
}

PictureFile RasterFile(const SmallTiff& tiff) { return FileOf("dem.tif", tiff.Bytes()); }

std::vector<float> SamplesOf(const SmallTiff& tiff) {
  return AllSamples(*OpenPictureFile(RasterFile(tiff)));
}

TEST_CASE("signed, 32-bit, 64-bit and float samples are their numbers; others are 0..1") {
  using Row = std::vector<float>;
  CHECK(SamplesOf(RowOf<int8_t>(kSigned, {-128, -1, 0, 127})) == Row{-128, -1, 0, 127});
  CHECK(SamplesOf(RowOf<int16_t>(kSigned, {-32768, -1, 8848})) == Row{-32768, -1, 8848});
  CHECK(SamplesOf(RowOf<int32_t>(kSigned, {INT32_MIN, -3, 1 << 24})) == Row{-0x1p31f, -3, 0x1p24f});
  CHECK(SamplesOf(RowOf<uint32_t>(kUnsigned, {0, 7, UINT32_MAX})) == Row{0, 7, 0x1p32f});
  CHECK(SamplesOf(RowOf<int64_t>(kSigned, {INT64_MIN, -5})) == Row{-0x1p63f, -5});
  CHECK(SamplesOf(RowOf<uint64_t>(kUnsigned, {5, UINT64_MAX})) == Row{5, 0x1p64f});
  CHECK(SamplesOf(RowOf<double>(kFloat, {-0.1, 1e9, 1e300})) ==
        Row{-0.1f, 1e9f, std::numeric_limits<float>::max()});
  CHECK(SamplesOf(RowOf<float>(kFloat, {-0.1f, 1e9f})) == Row{-0.1f, 1e9f});
  // Halves: 1, -2, the largest, the smallest, infinity.
  const auto halves = SamplesOf(RowOf<uint16_t>(kFloat, {0x3C00, 0xC000, 0x7BFF, 1, 0x7C00}));
  CHECK(halves == Row{1, -2, 65504, 0x1p-24f, std::numeric_limits<float>::infinity()});
  CHECK(SamplesOf(RowOf<uint8_t>(kUnsigned, {0, 51, 255})) == Row{0, 0.2f, 1});
  CHECK(SamplesOf(RowOf<uint16_t>(kUnsigned, {0, 13107, 65535})) == Row{0, 0.2f, 1});
}

TEST_CASE("channels say what their samples are") {
  const auto channel = [](const SmallTiff& tiff) {
    return OpenPictureFile(RasterFile(tiff))->info().channels.front();
  };
  const PictureChannel whole = channel(RowOf<int16_t>(kSigned, {1}));
  CHECK(whole.is_float);
  CHECK(whole.is_int);
  CHECK(whole.bits == 16);
  CHECK(channel(RowOf<uint32_t>(kUnsigned, {1})).is_uint);
  CHECK_FALSE(channel(RowOf<double>(kFloat, {1})).is_int);
  CHECK_FALSE(channel(RowOf<uint16_t>(kUnsigned, {1})).is_float);
  // Of an image, only fractions of integers are sRGB.
  CHECK_FALSE(ReadImageFile(RasterFile(RowOf<int16_t>(kSigned, {1}))).is_srgb);
  CHECK(ReadImageFile(RasterFile(RowOf<uint16_t>(kUnsigned, {1}))).is_srgb);
}

TEST_CASE("types of samples that are not numbers of whole bytes are refused") {
  const auto refusal = [](SmallTiff tiff) {
    tiff.samples.resize(64);
    return test::TextIn([&] { OpenPictureFile(RasterFile(tiff)); });
  };
  const auto text = [](const std::string& type) {
    return "dem.tif: is a TIFF with " + type + ", which is not supported";
  };
  CHECK(refusal({.bits = 12}) == text("12-bit unsigned integers"));
  CHECK(refusal({.bits = 24, .format = kFloat}) == text("24-bit floats"));
  CHECK(refusal({.bits = 8, .format = kFloat}) == text("8-bit floats"));
  CHECK(refusal({.bits = 4, .format = kSigned}) == text("4-bit signed integers"));
  CHECK(refusal({.bits = 32, .format = 6}) == text("32-bit complex numbers"));
}

// Returns which samples are NaN, as "0110".
std::string HolesOf(const SmallTiff& tiff) {
  std::string holes;
  for (const float sample : SamplesOf(tiff)) holes += std::isnan(sample) ? '1' : '0';
  return holes;
}

TEST_CASE("NoData is NaN in samples of every type") {
  const auto holes = [](const auto& row, uint16_t format, const std::string& no_data) {
    return HolesOf(RowOf(format, row, {Ascii(kNoData, no_data)}));
  };
  CHECK(holes(std::vector<int16_t>{-9999, 5, -9998}, kSigned, "-9999") == "100");
  CHECK(holes(std::vector<int16_t>{-9999, 5}, kSigned, " -9999.0 ") == "10");
  CHECK(holes(std::vector<int32_t>{INT32_MIN, 5}, kSigned, "-2147483648") == "10");
  CHECK(holes(std::vector<uint8_t>{255, 0, 254}, kUnsigned, "255") == "100");
  CHECK(holes(std::vector<uint16_t>{65535, 0}, kUnsigned, "0") == "01");
  CHECK(holes(std::vector<uint16_t>{65535, 0}, kUnsigned, "-9999") == "00");
  CHECK(holes(std::vector<uint16_t>{65535, 0}, kUnsigned, "0.5") == "00");
  CHECK(holes(std::vector<double>{-9999, NAN, 0.1}, kFloat, "0.1") == "011");
  CHECK(holes(std::vector<float>{-9999, NAN}, kFloat, "nan") == "01");
  CHECK(holes(std::vector<float>{-9999, 1}, kFloat, "none") == "00");
  const float lowest = std::numeric_limits<float>::lowest();
  CHECK(holes(std::vector<float>{lowest, -9999}, kFloat, "-3.4028234663852886e+38") == "10");
  CHECK(holes(std::vector<float>{lowest, -9999}, kFloat, "-3.40282e+38") == "10");
  CHECK(holes(std::vector<double>{-1.7976931348623157e308, 1}, kFloat,
              "-1.7976931348623157e+308") == "10");
}

TEST_CASE("a colour is missing if all of it is NoData; alpha never is") {
  SmallTiff tiff{.width = 2,
                 .bits = 8,
                 .channels = 4,
                 .samples = std::string("\0\0\0\0\0\1\0\0", 8),
                 .more = {Ascii(kNoData, "0"), Shorts(338, {2})}};
  CHECK(HolesOf(tiff) == "11100000");
  tiff = {.width = 2, .bits = 8, .channels = 2, .samples = std::string("\0\0\1\0", 4)};
  tiff.more = {Ascii(kNoData, "0"), Shorts(338, {2})};
  CHECK(HolesOf(tiff) == "1000");
}

TEST_CASE("an image has NaN in its holes, and at least one sample without") {
  const auto image =
      ReadImageFile(RasterFile(RowOf<int16_t>(kSigned, {-9999, 5, 6}, {Ascii(kNoData, "-9999")})));
  CHECK(std::isnan(image.pixels.samples[0]));
  CHECK(image.pixels.samples[2] == 6);
  const auto refusal = [](const SmallTiff& tiff) {
    return test::TextIn([&] { ReadImageFile(RasterFile(tiff)); }, ErrorKind::kRecipe);
  };
  CHECK(refusal(RowOf<float>(kFloat, {NAN, NAN})) ==
        "dem.tif: has only missing samples (NoData or NaN) in its channel Y");
  CHECK(refusal(RowOf<float>(kFloat, {0, INFINITY})) ==
        "dem.tif: has samples in row 0 that are infinite");
}

// --- Terrain ---

ImageTerrain TerrainIn(const SmallTiff& tiff) {
  const auto terrain = OpenPictureFile(RasterFile(tiff))->info().terrain;
  REQUIRE(terrain.has_value());
  return *terrain;
}

using Pair = std::array<double, 2>;

TEST_CASE("a projected raster has a place, and numbers are metres") {
  const ImageTerrain terrain =
      TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, PlaceTags(30, 5e5, 52e5, 32632)));
  CHECK(terrain ==
        ImageTerrain{.heights = Pair{0, 1}, .step = 30, .x = 500000, .y = 5200000, .epsg = 32632});
}

TEST_CASE("a raster of points begins half a pixel before the first") {
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[2] = Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32632});
  const ImageTerrain terrain = TerrainIn(RowOf<float>(kFloat, {1, 2}, tags));
  CHECK(terrain.x == 499985);
  CHECK(terrain.y == 5200015);
}

TEST_CASE("a tiepoint may be anywhere, and a matrix may replace it") {
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[1] = Doubles(33922, {10, 20, 0, 500300, 5199400, 0});
  const ImageTerrain expected =
      TerrainIn(RowOf<float>(kFloat, {1}, PlaceTags(30, 5e5, 52e5, 32632)));
  CHECK(TerrainIn(RowOf<float>(kFloat, {1}, tags)) == expected);
  const std::vector<double> matrix{30, 0, 0, 5e5, 0, -30, 0, 52e5, 0, 0, 0, 0, 0, 0, 0, 1};
  CHECK(TerrainIn(RowOf<float>(kFloat, {1}, {Doubles(34264, matrix), tags[2]})) == expected);
}

TEST_CASE("a scale, an offset and a unit convert samples to metres") {
  const auto heights = [](const auto& row, uint16_t format, const std::string& items) {
    const std::string xml = "<GDALMetadata>\n" + items + "</GDALMetadata>\n";
    return TerrainIn(RowOf(format, row, {Ascii(kMetadata, xml)})).heights;
  };
  const std::string scale = R"(<Item name="SCALE" sample="0" role="scale">0.5</Item>)";
  const std::string offset = R"(<Item name="OFFSET" sample="0" role="offset">100</Item>)";
  const auto unit = [](const std::string& name) {
    return R"(<Item name="UNITTYPE" sample="0" role="unittype">)" + name + "</Item>";
  };
  const std::vector<uint8_t> bytes{0, 1};
  CHECK(heights(bytes, kUnsigned, scale + offset) == Pair{100, 100 + 0.5 * 255});
  CHECK(heights(bytes, kUnsigned, unit("metre")) == Pair{0, 255});
  CHECK(heights(std::vector<int16_t>{0, 1}, kSigned, scale + offset) == Pair{100, 100.5});
  CHECK(heights(std::vector<float>{0, 1}, kFloat, unit("ft")) == Pair{0, 0.3048});
  CHECK_FALSE(heights(std::vector<float>{0, 1}, kFloat, unit("degC")).has_value());
  CHECK_FALSE(heights(std::vector<float>{0, 1}, kFloat, scale.substr(0, 46) + "x</Item>"));
  // Items of other channels, and other items, do not count.
  CHECK(heights(std::vector<int16_t>{0}, kSigned,
                R"(<Item name="SCALE" sample="1" role="scale">7</Item><Item name="A">7</Item>)") ==
        Pair{0, 1});
}

TEST_CASE("pictures that are not elevation models have no terrain") {
  const auto has = [](const SmallTiff& tiff) {
    return OpenPictureFile(RasterFile(tiff))->info().terrain.has_value();
  };
  CHECK_FALSE(has(RowOf<float>(kFloat, {1})));
  CHECK_FALSE(has(RowOf<uint16_t>(kUnsigned, {1})));
  CHECK(has(RowOf<int16_t>(kSigned, {1})));
  // A place without a coordinate system says nothing.
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags.pop_back();
  CHECK_FALSE(has(RowOf<float>(kFloat, {1}, tags)));
  SmallTiff colors{.bits = 8, .channels = 3, .samples = "abc"};
  colors.more = PlaceTags(30, 5e5, 52e5, 32632);
  CHECK_FALSE(has(colors));
}

TEST_CASE("a place that a recipe cannot take has a reason, and a command that helps") {
  const auto problem = [](const std::vector<TiffTag>& tags) {
    const ImageTerrain terrain = TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, tags));
    CHECK(terrain.step == 0);
    return terrain.problem + ": " + terrain.cure;
  };
  CHECK(problem(DegreeTags(1.0 / 3600, 7, 46)) ==
        "is in degrees (EPSG:4326): gdalwarp -t_srs EPSG:32632 -r cubic -dstnodata -9999 dem.tif "
        "dem_m.tif");
  const auto with_no_data = [](std::vector<TiffTag> tags) {
    tags.push_back(Ascii(kNoData, "-1"));
    return tags;
  };
  CHECK(problem(with_no_data(DegreeTags(0.1, -70, -20))) ==
        "is in degrees (EPSG:4326): gdalwarp -t_srs EPSG:32719 -r cubic dem.tif dem_m.tif");
  CHECK(problem(DegreeTags(0.1, 20, 86)).find("EPSG:3995") != std::string::npos);
  CHECK(problem(DegreeTags(0.1, 20, -85)).find("EPSG:3031") != std::string::npos);
  CHECK(problem(DegreeTags(0.1, 1e300, 10)).find("EPSG:32660") != std::string::npos);
  auto tags = PlaceTags(30, 5e5, 52e5, 2263);
  tags[2] = Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 1, 3072, 0, 1, 2263, 3076, 0, 1, 9003});
  CHECK(problem(tags).starts_with("is in feet (EPSG:2263): gdalwarp -t_srs "));
  tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags[0] = Doubles(33550, {30, 20, 0});
  CHECK(problem(tags).starts_with(
      "has pixels of 30 x 20 m, which are not square: gdalwarp -tr 20 20 -r cubic "));
  tags[0] = Doubles(33550, {30, -30, 0});
  CHECK(problem(tags).starts_with("is not north up: gdalwarp -r cubic "));
  const std::vector<double> turned{30, 5, 0, 5e5, 5, -30, 0, 52e5, 0, 0, 0, 0, 0, 0, 0, 1};
  CHECK(problem({Doubles(34264, turned), tags[2]}).starts_with("is not north up"));
  // Less than a pixel along the longer side is square enough.
  tags[0] = Doubles(33550, {30, 30.01, 0});
  CHECK(TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, tags)).step == 30);
}

TEST_CASE("every truncation and damage of a raster's tags is an error or a picture") {
  auto tags = PlaceTags(30, 5e5, 52e5, 32632);
  tags.push_back(Ascii(kNoData, "-9999"));
  tags.push_back(Ascii(kMetadata, R"(<Item name="SCALE" sample="0" role="scale">0.5</Item>)"));
  const std::string whole = RowOf<int16_t>(kSigned, {1, 2, 3, -9999}, tags).Bytes();
  const auto read = [](std::string bytes) {
    return test::TextIn([&] { ReadImageFile(FileOf("dem.tif", std::move(bytes))); });
  };
  CHECK(read(whole) == "nothing is wrong");
  for (std::size_t size = 0; size + 4 < whole.size(); ++size)
    CHECK_MESSAGE(read(whole.substr(0, size)) != "nothing is wrong", size);
  std::mt19937 random(7);
  for (int k = 0; k < 3000; ++k) {
    std::string damaged = whole;
    for (int n = 0; n < 3; ++n) damaged[random() % damaged.size()] = static_cast<char>(random());
    read(damaged);
  }
}

}  // namespace
}  // namespace cobble
