// Tests the matrix between the primaries of colours.
#include "core/primaries.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

TEST_CASE("Rec. 709 becomes ACEScg as the published matrix says") {
  // As many programs print it, to ten digits, for these chromaticities and Bradford adaptation.
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
