// Tests TIFF files of other programs: every type of samples, NoData, alpha and masks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "input/image_file.h"
#include "input/picture_reader.h"
#include "support/errors.h"
#include "support/small_tiff.h"
#include "unit/input/pictures.h"
#include "unit/input/rasters.h"

namespace cobble {
namespace {

using test::Ascii;
using test::BytesOf;
using test::PlaceTags;
using test::Shorts;
using test::SmallTiff;
using test::TiffTag;

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
  for (const std::string text : {"inf", "-inf"})
    CHECK(holes(std::vector<float>{INFINITY, -INFINITY, 3e38f}, kFloat, text) == "110");
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
        "dem.tif: has samples in row 0 that are infinite; add :nodata=inf to the file's name if "
        "they are holes");
  PictureFile named = RasterFile(RowOf<float>(kFloat, {7, -9, INFINITY}, {Ascii(kNoData, "-9")}));
  named.no_data = "inf";
  CHECK(std::isnan(ReadImageFile(named).pixels.samples[1]));  // as the file says
  CHECK(std::isnan(ReadImageFile(named).pixels.samples[2]));
}

TEST_CASE("alpha of 0 marks holes of rasters on the ground, and of numbers") {
  const auto alpha = [](const SmallTiff& tiff, uint16_t kind, const std::vector<TiffTag>& place) {
    SmallTiff with = tiff;
    with.more = place;
    with.more.push_back(Shorts(338, {kind}));
    return HolesOf(with);
  };
  const SmallTiff numbers{.width = 3,
                          .bits = 32,
                          .format = kFloat,
                          .channels = 2,
                          .samples = BytesOf(std::vector<float>{5, 0, 6, 0.1f, 7, 1})};
  CHECK(alpha(numbers, 2, {}) == "100000");
  CHECK(alpha(numbers, 1, {}) == "100000");
  CHECK(alpha(numbers, 0, {}) == "000000");  // another channel
  const SmallTiff colors{
      .width = 2, .bits = 8, .channels = 4, .samples = std::string("\1\2\3\0\4\5\6\1", 8)};
  CHECK(alpha(colors, 2, PlaceTags(30, 5e5, 52e5, 32632)) == "11100000");
  CHECK(alpha(colors, 2, {}) == "00000000");  // a picture
}

TEST_CASE("a mask marks holes: another page of the file, or a file of its own") {
  SmallTiff tiff = RowOf<int16_t>(kSigned, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const SmallTiff mask{.width = 10, .bits = 1, .samples = "\x7f\x40", .more = {Shorts(254, {4})}};
  SmallTiff small = mask;
  small.width = 5;
  tiff.pages = {small, mask};  // the first one masks an overview
  CHECK(HolesOf(tiff) == "1000000010");
  const auto more = OpenPictureFile(RasterFile(tiff))->info().more;
  CHECK(std::ranges::count(more, "a mask") == 1);

  tiff.pages.back().bits = 4;
  tiff.pages.back().samples.resize(5);
  CHECK(test::TextIn([&] { OpenPictureFile(RasterFile(tiff)); }) ==
        "dem.tif: has a mask that is not supported: 10 x 1 pixels, 1 channel, 4-bit unsigned "
        "integers; make a copy: gdalwarp -dstalpha dem.tif dem_m.tif");
  tiff.pages = {};
  PictureFile file = RasterFile(tiff);
  SmallTiff own = RowOf<uint8_t>(kUnsigned, {0, 255, 255, 255, 0, 255, 255, 255, 255, 255});
  file.mask = std::make_shared<MemorySource>(own.Bytes());
  const auto samples = AllSamples(*OpenPictureFile(file));
  CHECK(std::isnan(samples[0]));
  CHECK(samples[3] == 4);
  CHECK(std::isnan(samples[4]));
  own.width = 5;
  file.mask = std::make_shared<MemorySource>(own.Bytes());
  CHECK(
      test::TextIn([&] { OpenPictureFile(file); }).starts_with("dem.tif.msk: has a mask that is"));
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
