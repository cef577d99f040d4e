// Colours as text, and their conversions, in double. Colours are linear Rec. 709 (sRGB's primaries
// and white) unless stated otherwise. They are constants of a Program, not pixels.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cobble {

using Rgb = std::array<double, 3>;

// The sRGB curve and its inverse for one channel: odd functions, so negative values (colours
// outside the gamut) survive. In: any x. Error: below 1e-14, relative. Source: IEC 61966-2-1:1999.
double LinearFromSrgb(double x);
double SrgbFromLinear(double x);

// Cube roots of the responses of the eye's three cones: Oklab before its last, linear step, so
// interpolating one interpolates the other.
// Source: Bjorn Ottosson, "A perceptual color space for image processing", 2020.
using ConeRoots = std::array<double, 3>;
ConeRoots ConeRootsFromLinear(const Rgb& color);
Rgb LinearFromConeRoots(const ConeRoots& roots);

// ConeRoots matrices: linear Rec. 709 to cones and back, roots to Oklab (L, a, b) and back.
extern const std::array<Rgb, 3> kConesFromLinear, kLinearFromCones;
extern const std::array<Rgb, 3> kOklabFromRoots, kRootsFromOklab;

// Returns the colour that a text names: "#rgb" or "#rrggbb" in sRGB, or a CSS name
// ("rebeccapurple") in upper or lower case; nullopt for any other text.
std::optional<Rgb> ParseColor(std::string_view text);

// Returns "#rrggbb" if that text means exactly this colour, else nullopt.
std::optional<std::string> HexOf(const Rgb& color);

// The names of CSS Color Module Level 4, sorted.
std::span<const std::string_view> ColorNames();

}  // namespace cobble
