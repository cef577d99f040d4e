// Tests the colour nodes against double: ramps in every space and interpolation against the
// published formulas of Oklab and sRGB, palettes, channels and luminance, with their slopes.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "support/float_rows.h"

namespace cobble {
namespace {

using Color = std::array<double, 3>;

double Linear(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }
double Srgb(double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055; }

// Source: Bjorn Ottosson, "A perceptual color space for image processing", 2020.
Color OklabOf(const Color& c) {
  const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
  const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
  const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}
Color FromOklab(const Color& c) {
  const double l = std::pow(c[0] + 0.3963377774 * c[1] + 0.2158037573 * c[2], 3);
  const double m = std::pow(c[0] - 0.1055613458 * c[1] - 0.0638541728 * c[2], 3);
  const double s = std::pow(c[0] - 0.0894841775 * c[1] - 1.2914855480 * c[2], 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

struct RampCase {
  std::string space, interpolation;
  std::vector<double> x;
  std::vector<std::array<int, 3>> bytes;  // sRGB

  Color ColorOf(std::size_t k) const {
    Color color{};
    for (std::size_t c = 0; c < 3; ++c) color[c] = Linear(bytes[k][c] / 255.0);
    return color;
  }

  Color At(double s) const {
    if (s <= x.front()) return ColorOf(0);
    if (s >= x.back()) return ColorOf(x.size() - 1);
    std::size_t k = 0;
    while (s >= x[k + 1]) ++k;
    double t = (s - x[k]) / (x[k + 1] - x[k]);
    if (interpolation == "step") t = 0;
    if (interpolation == "smooth") t = t * t * (3 - 2 * t);
    Color from = ColorOf(k), to = ColorOf(k + 1), mixed{};
    if (space == "oklab") from = OklabOf(from), to = OklabOf(to);
    if (space == "srgb")
      for (std::size_t c = 0; c < 3; ++c) from[c] = Srgb(from[c]), to[c] = Srgb(to[c]);
    for (std::size_t c = 0; c < 3; ++c) mixed[c] = from[c] + t * (to[c] - from[c]);
    if (space == "oklab") return FromOklab(mixed);
    if (space == "srgb")
      for (double& channel : mixed) channel = Linear(channel);
    return mixed;
  }

  std::string Node(const std::string& source) const {
    std::string stops;
    for (std::size_t k = 0; k < x.size(); ++k) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "#%02x%02x%02x", bytes[k][0], bytes[k][1], bytes[k][2]);
      stops += (k > 0 ? ", [" : "[") + std::to_string(x[k]) + ", \"" + hex + "\"]";
    }
    return R"({"type": "ramp", "source": )" + source + R"(, "stops": [)" + stops +
           R"(], "space": ")" + space + R"(", "interpolation": ")" + interpolation + "\"}";
  }
};

// In: the number of stops; 0: any from 2 to 8.
RampCase AnyRamp(std::mt19937& random, const std::string& space, const std::string& interpolation,
                 int stops = 0) {
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  RampCase ramp{space, interpolation, {}, {}};
  double x = -0.9;
  const int count = stops > 0 ? stops : 2 + draw(7);
  for (int k = count; k > 0; --k) {
    ramp.x.push_back(x);
    // Narrow transitions magnify the rounding of stops to float32.
    x += stops > 0 ? std::floor(1800.0 / count) / 1000 : 0.1 + 0.001 * draw(300);
    ramp.bytes.push_back({draw(256), draw(256), draw(256)});
    if (draw(4) == 0) ramp.bytes.back() = {0, 0, 0};
    if (draw(4) == 0) ramp.bytes.back() = {255, 255, 255};
  }
  return ramp;
}

constexpr char kSource[] = R"({"type": "perlin", "octaves": 2, "frequency": 5, "seed": 7})";

TEST_CASE("ramps are within a step of 16 bits, in every space and interpolation") {
  std::mt19937 random(1);
  for (const std::string space : {"oklab", "linear", "srgb"})
    for (const std::string interpolation : {"linear", "smooth", "step"})
      for (const int stops : {0, 0, 0, 0, 0, 0, 9, 15, 16, 31, 64}) {
        const RampCase ramp = AnyRamp(random, space, interpolation, stops);
        const Recipe recipe = ReadRecipe(
            R"({"cobble": 1, "size": [97, 50], "noise": {"type": "constant", "value": 0},
                "nodes": {"s": )" +
                std::string(kSource) + R"(}, "maps": {"s": {"ref": "s"}, "c": )" +
                ramp.Node(R"({"ref": "s"})") + "}}",
            "r");
        CAPTURE(WriteRecipeLine(recipe));
        const Image image = test::RenderNamed(recipe, {"s", "c"});
        double worst = 0;
        int near_stops = 0;
        for (int64_t j = 0; j < image.height; ++j)
          for (int64_t i = 0; i < image.width; ++i) {
            const float* const pixel = image.Pixel(i, j);
            const double s = static_cast<double>(pixel[0]);
            // Stops are rounded to float32, so a step may be on either side of its stop.
            const bool near = std::any_of(ramp.x.begin(), ramp.x.end(),
                                          [&](double x) { return std::abs(s - x) < 1e-6; });
            near_stops += near;
            if (near && interpolation == "step") continue;
            const Color exact = ramp.At(s);
            for (std::size_t c = 0; c < 3; ++c)
              worst =
                  std::max(worst, std::abs(Srgb(std::max(exact[c], 0.0)) -
                                           Srgb(std::max(static_cast<double>(pixel[1 + c]), 0.0))));
          }
        CHECK(near_stops < 20);
        CHECK(worst * 65535 < 0.5);
      }
}

TEST_CASE("a palette picks, and channels, channel and luminance take colours apart") {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": [64, 64], "noise": {"type": "constant", "value": 0},
          "nodes": {"s": {"type": "remap", "source": )" +
          std::string(kSource) + R"(, "to": [-0.2, 1.2]}},
          "maps": {"s": {"ref": "s"},
                   "p": {"type": "palette", "source": {"ref": "s"},
                         "colors": [[1, 0, 0.5], "white", 0.25, [2, 3, 4]]},
                   "k": {"type": "channels", "red": {"ref": "s"}, "green": 1, "blue": 0.5},
                   "g": {"type": "channel", "source": {"type": "channels", "red": 0,
                         "green": {"ref": "s"}, "blue": 0}, "channel": "green"},
                   "l": {"type": "luminance", "source": {"type": "channels", "red": {"ref": "s"},
                         "green": 0.5, "blue": {"ref": "s"}}}}})",
      "r");
  const Image image = test::RenderNamed(recipe, {"s", "p", "k", "g", "l"});
  const Color colors[] = {{1, 0, 0.5}, {1, 1, 1}, {0.25, 0.25, 0.25}, {2, 3, 4}};
  int wrong = 0;
  double worst = 0;
  for (int64_t j = 0; j < 64; ++j)
    for (int64_t i = 0; i < 64; ++i) {
      const float* const pixel = image.Pixel(i, j);
      const double s = static_cast<double>(pixel[0]);
      const auto index = static_cast<std::size_t>(std::clamp(std::floor(4 * s), 0.0, 3.0));
      for (std::size_t c = 0; c < 3; ++c)
        wrong += static_cast<double>(pixel[1 + c]) != colors[index][c];
      wrong += pixel[4] != pixel[0] || pixel[5] != 1 || pixel[6] != 0.5f || pixel[7] != pixel[0];
      const double luminance = (0.2126 + 0.0722) * s + 0.7152 * 0.5;
      worst = std::max(worst, std::abs(static_cast<double>(pixel[8]) - luminance));
    }
  CHECK(wrong == 0);
  CHECK(worst < 1e-6);
}

TEST_CASE("slopes pass through colours") {
  std::mt19937 random(3);
  for (const std::string interpolation : {"linear", "smooth", "step"}) {
    const RampCase ramp = AnyRamp(random, "oklab", interpolation);
    const auto recipe = [&](const std::string& noise) {
      return ReadRecipe(
          R"({"cobble": 1, "size": [80, 60], "range": "none", "noise": )" + noise + "}", "r");
    };
    const std::string luminance = R"({"type": "luminance", "source": )" + ramp.Node(kSource) + "}";
    const Image source =
        test::RenderMaps(Program::Compile(recipe(kSource)), {Map::kValue, Map::kSlope});
    const Image got =
        test::RenderMaps(Program::Compile(recipe(luminance)), {Map::kValue, Map::kSlope});
    const auto exact = [&](double s) {
      const Color c = ramp.At(s);
      return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    };
    constexpr double kStep = 1e-6;
    double worst = 0, largest = 0;
    for (int64_t j = 0; j < source.height; ++j)
      for (int64_t i = 0; i < source.width; ++i) {
        const double s = static_cast<double>(source.Pixel(i, j)[0]);
        if (std::any_of(ramp.x.begin(), ramp.x.end(),
                        [&](double x) { return std::abs(s - x) < 2 * kStep; }))
          continue;
        const double rate = (exact(s + kStep) - exact(s - kStep)) / (2 * kStep);
        for (int a = 1; a <= 2; ++a) {
          const double slope = rate * static_cast<double>(source.Pixel(i, j)[a]);
          largest = std::max(largest, std::abs(slope));
          worst = std::max(worst, std::abs(slope - static_cast<double>(got.Pixel(i, j)[a])));
        }
      }
    CHECK(worst <= 2e-4 * (1 + largest));
    if (interpolation != "step") CHECK(largest > 0.1);
  }
}

}  // namespace
}  // namespace cobble
