// Tests pictures for screens: sizes, means, bytes.
#include "views/rgb_picture.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>

#include "core/color.h"
#include "views/label.h"

namespace cobble {
namespace {

TEST_CASE("a picture is fitted without being enlarged or flattened to nothing") {
  CHECK(FitWithin(1024, 512, 100, 100) == FittedSize{100, 50});
  CHECK(FitWithin(512, 1024, 100, 100) == FittedSize{50, 100});
  CHECK(FitWithin(30, 20, 100, 100) == FittedSize{30, 20});
  CHECK(FitWithin(30, 20, 30, 7) == FittedSize{11, 7});
  CHECK(FitWithin(100000, 1, 80, 46) == FittedSize{80, 1});
  CHECK(FitWithin(2147483647, 2147483647, 80, 46) == FittedSize{46, 46});
}

TEST_CASE("a reduced pixel is the mean of the area that it covers") {
  const Image six{6, 1, 1, {0, 3, 6, 9, 12, 15}};
  CHECK(Reduced(six, {3, 1}).samples == std::vector<float>{1.5f, 7.5f, 13.5f});
  CHECK(Reduced(six, {1, 1}).samples == std::vector<float>{7.5f});
  // Each of the four covers one and a half pixels.
  CHECK(Reduced(six, {4, 1}).samples == std::vector<float>{1, 5, 10, 14});
  const Image square{2, 2, 2, {1, 10, 2, 20, 3, 30, 4, 40}};
  CHECK(Reduced(square, {1, 1}).samples == std::vector<float>{2.5f, 25});
  CHECK(Reduced(square, {1, 2}).samples == std::vector<float>{1.5f, 15, 3.5f, 35});
  CHECK(Reduced(square, {2, 2}).samples == square.samples);
}

// Otherwise this takes hours.
TEST_CASE("the work of a reduction grows with the height, not with its square") {
  constexpr int64_t kHeight = 4'000'000;
  Reducer reducer(1, kHeight, 1, {1, 2});
  for (int64_t y = 0; y < kHeight; ++y) reducer.Add(std::array{y < kHeight / 2 ? 1.0f : 3.0f});
  const Image reduced = reducer.Take();
  CHECK(reduced.samples[0] == doctest::Approx(1));
  CHECK(reduced.samples[1] == doctest::Approx(3));
}

TEST_CASE("bytes are the nearest, and clamped") {
  for (int k = 0; k <= 255; ++k) CHECK(SrgbByte(LinearFromSrgb(k / 255.0)) == k);
  CHECK(SrgbByte(-1) == 0);
  CHECK(SrgbByte(7) == 255);
  CHECK(UnitByte(0.5) == 128);
  CHECK(UnitByte(0.4999 / 255) == 0);
  CHECK(UnitByte(1.5) == 255);
  CHECK(UnitByte(-0.1) == 0);
  CHECK(UnitByte(std::numeric_limits<double>::quiet_NaN()) == 0);
}

TEST_CASE("a repeated picture is there four times") {
  RgbPicture picture(2, 1);
  picture.samples = {1, 2, 3, 4, 5, 6};
  const RgbPicture repeated = Repeated(picture);
  CHECK(repeated.width == 4);
  CHECK(repeated.height == 2);
  for (int64_t y = 0; y < 2; ++y)
    for (int64_t x = 0; x < 4; ++x)
      for (int c = 0; c < 3; ++c)
        CHECK(repeated.Pixel(x, y)[c] == picture.samples[static_cast<std::size_t>(x % 2 * 3 + c)]);
}

TEST_CASE("a picture is enlarged by a whole number") {
  RgbPicture picture(2, 1);
  picture.samples = {1, 2, 3, 4, 5, 6};
  const RgbPicture enlarged = Enlarged(picture, 7, 100);
  CHECK(enlarged.width == 6);
  CHECK(enlarged.height == 3);
  for (int64_t y = 0; y < 3; ++y)
    for (int64_t x = 0; x < 6; ++x)
      CHECK(enlarged.Pixel(x, y)[1] == picture.samples[static_cast<std::size_t>(x / 3 * 3 + 1)]);
  CHECK(Enlarged(picture, 100, 2).width == 4);
  CHECK(Enlarged(picture, 3, 100) == picture);
  CHECK(Enlarged(picture, 1, 1) == picture);
}

// --- Labels ---

TEST_CASE("a character outside ASCII is as wide as one question mark") {
  CHECK(LabelWidth("a\xC3\xA4", 1) == LabelWidth("a?", 1));
  CHECK(LabelWidth("\xF0\x9F\x8E\xA8=1", 2) == LabelWidth("?=1", 2));
  CHECK(LabelWidth("\xE6\xA8\x99\xE6\x9C\xAC", 1) == LabelWidth("??", 1));
  // Invalid UTF-8, and a character that is cut off.
  CHECK(LabelWidth("\xFF\xFE", 1) == LabelWidth("??", 1));
  CHECK(LabelWidth("a\xE6\xA8", 1) == LabelWidth("a??", 1));
  CHECK(LabelWidth("", 1) == 0);
}

TEST_CASE("a label is cut between characters") {
  const std::string text = "\xC3\xA4\xC3\xB6\xC3\xBC long enough";
  CHECK(FitLabel(text, 1, LabelWidth(text, 1)) == text);
  CHECK(FitLabel(text, 1, LabelWidth("??...", 1)) == "\xC3\xA4\xC3\xB6...");
  CHECK(FitLabel("\xFF\xFF\xFF\xFF\xFF\xFF", 1, LabelWidth("?...", 1)) == "\xFF...");
}

}  // namespace
}  // namespace cobble
