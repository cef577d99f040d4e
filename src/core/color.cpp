// Conversions and names of colours.
#include "core/color.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "core/math.h"
#include "core/primaries.h"
#include "core/srgb.h"
#include "core/utf8.h"

namespace cobble {
namespace {

constexpr SrgbCurve<double> kCurve = kSrgb<double>;

// Returns x^exponent for x > 0.
double Power(double x, double exponent) { return Exp(exponent * Log(x)); }

double CubeRoot(double x) {
  if (x == 0) return 0;
  const double size = std::abs(x);
  double root = Power(size, 1.0 / 3);
  root -= (root * root * root - size) / (3 * root * root);  // Newton's method
  return std::copysign(root, x);
}

constexpr ColorMatrix kCones{{{0.4122214708, 0.5363325363, 0.0514459929},
                              {0.2119034982, 0.6806995451, 0.1073969566},
                              {0.0883024619, 0.2817188376, 0.6299787005}}};
constexpr ColorMatrix kOklab{{{0.2104542553, 0.7936177850, -0.0040720468},
                              {1.9779984951, -2.4285922050, 0.4505937099},
                              {0.0259040371, 0.7827717662, -0.8086757660}}};

Rgb FromBytes(uint32_t rgb) {
  Rgb color{};
  for (unsigned c = 0; c < 3; ++c)
    color[c] = LinearFromSrgb(static_cast<double>(rgb >> (16 - 8 * c) & 0xFF) / 255);
  return color;
}

struct NamedColor {
  std::string_view name;
  uint32_t rgb;
};

// Source: W3C, CSS Color Module Level 4, named colours.
constexpr NamedColor kNamed[] = {
    {"aliceblue", 0xF0F8FF},
    {"antiquewhite", 0xFAEBD7},
    {"aqua", 0x00FFFF},
    {"aquamarine", 0x7FFFD4},
    {"azure", 0xF0FFFF},
    {"beige", 0xF5F5DC},
    {"bisque", 0xFFE4C4},
    {"black", 0x000000},
    {"blanchedalmond", 0xFFEBCD},
    {"blue", 0x0000FF},
    {"blueviolet", 0x8A2BE2},
    {"brown", 0xA52A2A},
    {"burlywood", 0xDEB887},
    {"cadetblue", 0x5F9EA0},
    {"chartreuse", 0x7FFF00},
    {"chocolate", 0xD2691E},
    {"coral", 0xFF7F50},
    {"cornflowerblue", 0x6495ED},
    {"cornsilk", 0xFFF8DC},
    {"crimson", 0xDC143C},
    {"cyan", 0x00FFFF},
    {"darkblue", 0x00008B},
    {"darkcyan", 0x008B8B},
    {"darkgoldenrod", 0xB8860B},
    {"darkgray", 0xA9A9A9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xA9A9A9},
    {"darkkhaki", 0xBDB76B},
    {"darkmagenta", 0x8B008B},
    {"darkolivegreen", 0x556B2F},
    {"darkorange", 0xFF8C00},
    {"darkorchid", 0x9932CC},
    {"darkred", 0x8B0000},
    {"darksalmon", 0xE9967A},
    {"darkseagreen", 0x8FBC8F},
    {"darkslateblue", 0x483D8B},
    {"darkslategray", 0x2F4F4F},
    {"darkslategrey", 0x2F4F4F},
    {"darkturquoise", 0x00CED1},
    {"darkviolet", 0x9400D3},
    {"deeppink", 0xFF1493},
    {"deepskyblue", 0x00BFFF},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1E90FF},
    {"firebrick", 0xB22222},
    {"floralwhite", 0xFFFAF0},
    {"forestgreen", 0x228B22},
    {"fuchsia", 0xFF00FF},
    {"gainsboro", 0xDCDCDC},
    {"ghostwhite", 0xF8F8FF},
    {"gold", 0xFFD700},
    {"goldenrod", 0xDAA520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xADFF2F},
    {"grey", 0x808080},
    {"honeydew", 0xF0FFF0},
    {"hotpink", 0xFF69B4},
    {"indianred", 0xCD5C5C},
    {"indigo", 0x4B0082},
    {"ivory", 0xFFFFF0},
    {"khaki", 0xF0E68C},
    {"lavender", 0xE6E6FA},
    {"lavenderblush", 0xFFF0F5},
    {"lawngreen", 0x7CFC00},
    {"lemonchiffon", 0xFFFACD},
    {"lightblue", 0xADD8E6},
    {"lightcoral", 0xF08080},
    {"lightcyan", 0xE0FFFF},
    {"lightgoldenrodyellow", 0xFAFAD2},
    {"lightgray", 0xD3D3D3},
    {"lightgreen", 0x90EE90},
    {"lightgrey", 0xD3D3D3},
    {"lightpink", 0xFFB6C1},
    {"lightsalmon", 0xFFA07A},
    {"lightseagreen", 0x20B2AA},
    {"lightskyblue", 0x87CEFA},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xB0C4DE},
    {"lightyellow", 0xFFFFE0},
    {"lime", 0x00FF00},
    {"limegreen", 0x32CD32},
    {"linen", 0xFAF0E6},
    {"magenta", 0xFF00FF},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66CDAA},
    {"mediumblue", 0x0000CD},
    {"mediumorchid", 0xBA55D3},
    {"mediumpurple", 0x9370DB},
    {"mediumseagreen", 0x3CB371},
    {"mediumslateblue", 0x7B68EE},
    {"mediumspringgreen", 0x00FA9A},
    {"mediumturquoise", 0x48D1CC},
    {"mediumvioletred", 0xC71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xF5FFFA},
    {"mistyrose", 0xFFE4E1},
    {"moccasin", 0xFFE4B5},
    {"navajowhite", 0xFFDEAD},
    {"navy", 0x000080},
    {"oldlace", 0xFDF5E6},
    {"olive", 0x808000},
    {"olivedrab", 0x6B8E23},
    {"orange", 0xFFA500},
    {"orangered", 0xFF4500},
    {"orchid", 0xDA70D6},
    {"palegoldenrod", 0xEEE8AA},
    {"palegreen", 0x98FB98},
    {"paleturquoise", 0xAFEEEE},
    {"palevioletred", 0xDB7093},
    {"papayawhip", 0xFFEFD5},
    {"peachpuff", 0xFFDAB9},
    {"peru", 0xCD853F},
    {"pink", 0xFFC0CB},
    {"plum", 0xDDA0DD},
    {"powderblue", 0xB0E0E6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xFF0000},
    {"rosybrown", 0xBC8F8F},
    {"royalblue", 0x4169E1},
    {"saddlebrown", 0x8B4513},
    {"salmon", 0xFA8072},
    {"sandybrown", 0xF4A460},
    {"seagreen", 0x2E8B57},
    {"seashell", 0xFFF5EE},
    {"sienna", 0xA0522D},
    {"silver", 0xC0C0C0},
    {"skyblue", 0x87CEEB},
    {"slateblue", 0x6A5ACD},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xFFFAFA},
    {"springgreen", 0x00FF7F},
    {"steelblue", 0x4682B4},
    {"tan", 0xD2B48C},
    {"teal", 0x008080},
    {"thistle", 0xD8BFD8},
    {"tomato", 0xFF6347},
    {"turquoise", 0x40E0D0},
    {"violet", 0xEE82EE},
    {"wheat", 0xF5DEB3},
    {"white", 0xFFFFFF},
    {"whitesmoke", 0xF5F5F5},
    {"yellow", 0xFFFF00},
    {"yellowgreen", 0x9ACD32},
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kNamed)> names;
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = kNamed[k].name;
  return names;
}();
static_assert(std::ranges::is_sorted(kNames));

std::optional<Rgb> ParseHex(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return std::nullopt;
  uint32_t rgb = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, rgb, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if (digits.size() == 3) rgb = 0x11 * ((rgb & 0xF00) << 8 | (rgb & 0xF0) << 4 | (rgb & 0xF));
  return FromBytes(rgb);
}

}  // namespace

constinit const std::array<Rgb, 3> kConesFromLinear = kCones;
constinit const std::array<Rgb, 3> kOklabFromRoots = kOklab;
// Computed, since published inverses have ten digits and a round trip would change a colour.
constinit const std::array<Rgb, 3> kLinearFromCones = Inverse(kCones);
constinit const std::array<Rgb, 3> kRootsFromOklab = Inverse(kOklab);

double LinearFromSrgb(double x) {
  const double size = std::abs(x);
  const double linear = size <= kCurve.encoded_end
                            ? size / kCurve.divisor
                            : Power((size + kCurve.offset) / kCurve.scale, kCurve.power);
  return std::copysign(linear, x);
}

double SrgbFromLinear(double x) {
  const double size = std::abs(x);
  const double srgb = size <= kCurve.linear_end
                          ? kCurve.divisor * size
                          : kCurve.scale * Power(size, 1 / kCurve.power) - kCurve.offset;
  return std::copysign(srgb, x);
}

ConeRoots ConeRootsFromLinear(const Rgb& color) {
  ConeRoots roots = Product(kConesFromLinear, color);
  for (double& root : roots) root = CubeRoot(root);
  return roots;
}

Rgb LinearFromConeRoots(const ConeRoots& roots) {
  Rgb cones{};
  for (std::size_t k = 0; k < 3; ++k) cones[k] = roots[k] * roots[k] * roots[k];
  return Product(kLinearFromCones, cones);
}

std::optional<Rgb> ParseColor(std::string_view text) {
  if (text.starts_with('#')) return ParseHex(text.substr(1));
  const std::string lower = LowerCase(text);
  const std::string_view name = lower;
  const auto found = std::ranges::lower_bound(kNames, name);
  if (found == kNames.end() || *found != name) return std::nullopt;
  return FromBytes(kNamed[found - kNames.begin()].rgb);
}

std::optional<std::string> HexOf(const Rgb& color) {
  std::string text = "#";
  for (const double channel : color) {
    const double byte = std::round(SrgbFromLinear(channel) * 255);
    if (!(byte >= 0 && byte <= 255) || LinearFromSrgb(byte / 255) != channel) return std::nullopt;
    text += fmt::format("{:02x}", static_cast<int>(byte));
  }
  return text;
}

std::span<const std::string_view> ColorNames() { return kNames; }

}  // namespace cobble
