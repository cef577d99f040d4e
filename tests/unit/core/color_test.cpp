// Tests colours against the published formulas in 80-bit arithmetic, and as text.
#include "core/color.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "core/primaries.h"

namespace cobble {
namespace {

using Long = long double;

// IEC 61966-2-1.
Long Linear(Long x) { return x <= 0.04045L ? x / 12.92L : std::pow((x + 0.055L) / 1.055L, 2.4L); }
Long Srgb(Long x) { return x <= 0.0031308L ? 12.92L * x : 1.055L * std::pow(x, 1 / 2.4L) - 0.055L; }

Long Relative(Long mine, Long want) { return std::abs(mine - want) / std::abs(want); }

TEST_CASE("the sRGB curve and its inverse are those of the standard") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-30, 20);
  Long worst = 0;
  for (int k = 0; k < 100000; ++k) {
    const double x = k < 1000 ? (k + 1) / 1000.0 : std::exp2(exponent(random));
    worst = std::max(
        {worst, Relative(LinearFromSrgb(x), Linear(x)), Relative(SrgbFromLinear(x), Srgb(x))});
    CHECK(LinearFromSrgb(-x) == -LinearFromSrgb(x));
    CHECK(SrgbFromLinear(-x) == -SrgbFromLinear(x));
  }
  CHECK(worst < 1e-14L);
  CHECK(LinearFromSrgb(0) == 0);
  CHECK(SrgbFromLinear(0) == 0);
  CHECK(LinearFromSrgb(1) == 1);
}

// Bjorn Ottosson, "A perceptual color space for image processing", 2020: the article's code.
std::array<Long, 3> Oklab(const Rgb& c) {
  const Long l = 0.4122214708L * c[0] + 0.5363325363L * c[1] + 0.0514459929L * c[2];
  const Long m = 0.2119034982L * c[0] + 0.6806995451L * c[1] + 0.1073969566L * c[2];
  const Long s = 0.0883024619L * c[0] + 0.2817188376L * c[1] + 0.6299787005L * c[2];
  const Long l_ = std::cbrt(l), m_ = std::cbrt(m), s_ = std::cbrt(s);
  return {0.2104542553L * l_ + 0.7936177850L * m_ - 0.0040720468L * s_,
          1.9779984951L * l_ - 2.4285922050L * m_ + 0.4505937099L * s_,
          0.0259040371L * l_ + 0.7827717662L * m_ - 0.8086757660L * s_};
}

Rgb AnyColor(std::mt19937_64& random) {
  std::uniform_real_distribution<double> channel(0, 1);
  return {channel(random), channel(random), channel(random)};
}

TEST_CASE("Oklab is that of the publication, and can be inverted") {
  std::mt19937_64 random(2);
  Long worst = 0, worst_inverse = 0;
  for (int k = 0; k < 20000; ++k) {
    const Rgb color = AnyColor(random);
    const ConeRoots roots = ConeRootsFromLinear(color);
    const Rgb mine = Product(kOklabFromRoots, roots), back = LinearFromConeRoots(roots);
    const auto want = Oklab(color);
    const Rgb roots_again = Product(kRootsFromOklab, mine);
    for (std::size_t c = 0; c < 3; ++c) {
      worst = std::max(worst, std::abs(mine[c] - want[c]));
      worst_inverse = std::max<Long>(
          {worst_inverse, std::abs(back[c] - color[c]), std::abs(roots_again[c] - roots[c])});
    }
  }
  CHECK(worst < 1e-14L);
  CHECK(worst_inverse < 1e-13L);
  CHECK(ConeRootsFromLinear({0, 0, 0}) == ConeRoots{0, 0, 0});
}

TEST_CASE("texts of colours") {
  CHECK(ParseColor("#000") == Rgb{0, 0, 0});
  CHECK(ParseColor("#FfFfFf") == Rgb{1, 1, 1});
  CHECK(ParseColor("#1a2") == ParseColor("#11aa22"));
  const auto half = ParseColor("#808080");
  REQUIRE(half.has_value());
  CHECK((*half)[0] == LinearFromSrgb(128 / 255.0));
  CHECK(ParseColor("teal") == ParseColor("#008080"));
  CHECK(ParseColor("RebeccaPurple") == ParseColor("#663399"));
  CHECK(ParseColor("grey") == ParseColor("gray"));
  for (const char* text : {"", "#", "#12", "#1234", "#12345", "#1234567", "#ggg", "fff", " teal",
                           "teal ", "te\xC3\xA4l", "transparent", "#+12", "#-12345"})
    CHECK_FALSE(ParseColor(text).has_value());
  CHECK_FALSE(ParseColor(std::string_view("red\0", 4)).has_value());
}

TEST_CASE("#rrggbb survives the round trip for all bytes, and stands for nothing else") {
  const std::string digits = "0123456789abcdef";
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const std::string pair{digits[byte / 16], digits[byte % 16]};
    const std::string text = "#" + pair + "00" + pair;
    const auto color = ParseColor(text);
    REQUIRE(color.has_value());
    CHECK(HexOf(*color) == text);
    const Rgb near{std::nextafter((*color)[0], 2.0), (*color)[1], (*color)[2]};
    CHECK_FALSE(HexOf(near).has_value());
  }
  CHECK(HexOf({-0.0, 0, 1}) == "#0000ff");
  for (const double channel : {-1.0, 1.5, 1e6, HUGE_VAL, -HUGE_VAL, std::nan("")})
    CHECK_FALSE(HexOf({0, channel, 0}).has_value());
}

TEST_CASE("all 148 names of CSS are known, in order") {
  const auto names = ColorNames();
  CHECK(names.size() == 148);
  CHECK(std::ranges::is_sorted(names));
  CHECK(std::ranges::adjacent_find(names) == names.end());
  for (const std::string_view name : names) {
    CAPTURE(name);
    const auto color = ParseColor(name);
    REQUIRE(color.has_value());
    CHECK(ParseColor(*HexOf(*color)) == color);
  }
  // The ends of the list, the newest, and ones with easily mistaken bytes.
  CHECK(ParseColor("aliceblue") == ParseColor("#f0f8ff"));
  CHECK(ParseColor("yellowgreen") == ParseColor("#9acd32"));
  CHECK(ParseColor("darkgray") == ParseColor("#a9a9a9"));
  CHECK(ParseColor("lightgoldenrodyellow") == ParseColor("#fafad2"));
  CHECK(ParseColor("papayawhip") == ParseColor("#ffefd5"));
  CHECK(ParseColor("lime") == ParseColor("#0f0"));
  CHECK(ParseColor("green") == ParseColor("#008000"));
}

// --- Primaries ---

TEST_CASE("Rec. 709 becomes ACEScg as the published matrix says") {
  // Many programs print this, to ten digits, for these chromaticities and Bradford adaptation.
  constexpr ColorMatrix kPublished{{{0.6130974024, 0.3395231462, 0.0473794514},
                                    {0.0701937225, 0.9163538791, 0.0134523985},
                                    {0.0206155929, 0.1095697729, 0.8698146342}}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      CHECK(kAcesCgFromRec709[i][j] == doctest::Approx(kPublished[i][j]).epsilon(1e-7));
}

TEST_CASE("white stays white, and the way back is the inverse") {
  const auto white = Product(kAcesCgFromRec709, std::array<double, 3>{1, 1, 1});
  const ColorMatrix one = Product(RgbFromRgb(kRec709, kAcesCg), kAcesCgFromRec709);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(white[i] == doctest::Approx(1).epsilon(1e-12));
    for (std::size_t j = 0; j < 3; ++j)
      CHECK(one[i][j] == doctest::Approx(i == j ? 1 : 0).epsilon(1e-12));
  }
}

}  // namespace
}  // namespace cobble
