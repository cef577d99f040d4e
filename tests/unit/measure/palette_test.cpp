// Tests palettes of pictures whose colours are known.
#include "measure/palette.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/color.h"

namespace cobble {
namespace {

using Hexes = std::vector<std::string>;

// Returns bands of sRGB colours, as wide as their counts say.
Image Bands(const std::vector<std::pair<std::string, int64_t>>& bands, int channels = 3) {
  Image image{0, 40, channels, {}};
  for (const auto& [hex, width] : bands) image.width += width;
  for (int64_t y = 0; y < image.height; ++y)
    for (const auto& [hex, width] : bands)
      for (int64_t x = 0; x < width; ++x) {
        const auto rgb = *ParseColor(hex);
        for (const double channel : rgb)
          image.samples.push_back(static_cast<float>(SrgbFromLinear(channel)));
        if (channels == 4) image.samples.push_back(hex == "#ff0000" ? 0.0f : 1.0f);
      }
  return image;
}

Hexes HexesOf(const std::vector<PaletteColor>& colors) {
  Hexes hexes;
  for (const PaletteColor& color : colors) hexes.push_back(color.hex);
  return hexes;
}

TEST_CASE("a picture of few colours has these, from dark to light, with their shares") {
  const Image image = Bands({{"#e8d8b0", 10}, {"#203040", 50}, {"#a04020", 30}, {"#ffffff", 10}});
  for (const int count : {4, 6, 64}) {
    const std::vector<PaletteColor> colors = PaletteOf(image, true, count);
    CHECK(HexesOf(colors) == Hexes{"#203040", "#a04020", "#e8d8b0", "#ffffff"});
    CHECK(colors[0].share == doctest::Approx(0.5));
    CHECK(colors[1].share == doctest::Approx(0.3));
    CHECK(colors[0].position == doctest::Approx(0.25));
    CHECK(colors[3].position == doctest::Approx(0.95));
  }
  CHECK(PaletteOf(image, true, 2).size() == 2);
}

TEST_CASE("formulas have the colours by shares and by equal parts") {
  const std::vector<PaletteColor> colors =
      PaletteOf(Bands({{"#203040", 75}, {"#e8d8b0", 25}}), true, 6);
  CHECK(RampOf(colors, "x") == "ramp(x, [[0.375, #203040], [0.875, #e8d8b0]])");
  CHECK(EqualPartsOf(colors, "y") == "palette(y, [#203040, #e8d8b0])");
  CHECK(RampOf({{"#101010", 1, 0.5}}, "x") == "#101010");
  // Stops increase, however small the shares are.
  CHECK(RampOf({{"#101010", 1e-9, 0}, {"#202020", 1e-9, 1e-9}, {"#303030", 1, 0.5}}, "x") ==
        "ramp(x, [[0.0001, #101010], [0.0002, #202020], [0.5, #303030]])");
}

TEST_CASE("pixels that cannot be seen do not count, and linear light is not encoded") {
  const Image image = Bands({{"#ff0000", 60}, {"#203040", 30}, {"#e8d8b0", 10}}, 4);
  CHECK(HexesOf(PaletteOf(image, true, 6)) == Hexes{"#203040", "#e8d8b0"});
  CHECK(PaletteOf(Bands({{"#ff0000", 5}}, 4), true, 6).empty());
  Image grey{2, 1, 1, {0.2158605f, std::numeric_limits<float>::quiet_NaN()}};
  CHECK(HexesOf(PaletteOf(grey, false, 3)) == Hexes{"#808080"});
}

TEST_CASE("groups are of similar sizes in a smooth picture, and their shares add up to 1") {
  Image image{700, 500, 3, {}};
  for (int64_t y = 0; y < image.height; ++y)
    for (int64_t x = 0; x < image.width; ++x) {
      const double u = static_cast<double>(x) / 700, v = static_cast<double>(y) / 500;
      for (const double channel : {u, v, 0.5 + 0.5 * std::sin(9 * u) * v})
        image.samples.push_back(static_cast<float>(channel));
    }
  double sum = 0, last = 0;
  const std::vector<PaletteColor> colors = PaletteOf(image, true, 8);
  CHECK(colors.size() == 8);
  for (const PaletteColor& color : colors) {
    CHECK(color.share > 0.03);
    CHECK(color.position > last);
    last = color.position;
    sum += color.share;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(HexesOf(PaletteOf(image, true, 8)) == HexesOf(colors));
}

}  // namespace
}  // namespace cobble
