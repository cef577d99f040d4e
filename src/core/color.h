// Colours: as text, and their conversions, in double. Colours are linear Rec. 709 (the primaries
// and the white of sRGB) unless stated otherwise; they are constants of a Program, not pixels.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cobble {

using Rgb = std::array<double, 3>;

// The sRGB curve and its inverse, for one channel; odd functions, so that negative values of
// colours outside the gamut survive.
// In: any x. Error: below 1e-14, relative. Source: IEC 61966-2-1:1999.
double LinearFromSrgb(double x);
double SrgbFromLinear(double x);

// Cube roots of the responses of the eye's three cones: Oklab before its last, linear step, so
// interpolating one is interpolating the other.
// Source: Bjorn Ottosson, "A perceptual color space for image processing", 2020.
using ConeRoots = std::array<double, 3>;
ConeRoots ConeRootsFromLinear(const Rgb& color);
Rgb LinearFromConeRoots(const ConeRoots& roots);

// The matrices of ConeRoots: linear Rec. 709 to cones, cones to linear Rec. 709, and roots to
// Oklab (L, a, b) and back.
extern const std::array<Rgb, 3> kConesFromLinear, kLinearFromCones;
extern const std::array<Rgb, 3> kOklabFromRoots, kRootsFromOklab;

// Returns the colour that a text names: "#rgb" or "#rrggbb" in sRGB, or a name of CSS
// ("rebeccapurple"), ignoring case; nullopt if it is none of these.
std::optional<Rgb> ParseColor(std::string_view text);

// Returns "#rrggbb" if that text means exactly this colour, else nullopt.
std::optional<std::string> HexOf(const Rgb& color);

// The names of CSS Color Module Level 4, sorted.
std::span<const std::string_view> ColorNames();

}  // namespace cobble
