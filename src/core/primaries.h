// The primaries of colours in files, and the matrix from the primaries that cobble renders with.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace cobble {

// Rendered colours are linear Rec. 709; acescg has the primaries AP1 and the white of ACES.
enum class Primaries { kRec709, kAcesCg };
inline constexpr std::array<std::string_view, 2> kPrimaries{"rec709", "acescg"};

// CIE 1931 x and y of a light.
struct Chromaticity {
  double x, y;
};
struct Chromaticities {
  Chromaticity red, green, blue, white;
};

// ITU-R BT.709-6, 2015: the primaries of sRGB, and D65.
inline constexpr Chromaticities kRec709{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}};
// Academy of Motion Picture Arts and Sciences, S-2014-004, "ACEScg", 2014: AP1, and nearly D60.
inline constexpr Chromaticities kAcesCg{
    {0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}, {0.32168, 0.33767}};

// Returns whether they are the same within the rounding of files.
constexpr bool AreSame(const Chromaticities& a, const Chromaticities& b) {
  const auto same = [](const Chromaticity& one, const Chromaticity& other) {
    constexpr double kRounding = 1e-4;
    const double x = one.x - other.x, y = one.y - other.y;
    return x < kRounding && -x < kRounding && y < kRounding && -y < kRounding;
  };
  return same(a.red, b.red) && same(a.green, b.green) && same(a.blue, b.blue) &&
         same(a.white, b.white);
}

using ColorMatrix = std::array<std::array<double, 3>, 3>;  // rows

constexpr ColorMatrix Product(const ColorMatrix& a, const ColorMatrix& b) {
  ColorMatrix product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  return product;
}

constexpr std::array<double, 3> Product(const ColorMatrix& a, const std::array<double, 3>& v) {
  return {a[0][0] * v[0] + a[0][1] * v[1] + a[0][2] * v[2],
          a[1][0] * v[0] + a[1][1] * v[1] + a[1][2] * v[2],
          a[2][0] * v[0] + a[2][1] * v[1] + a[2][2] * v[2]};
}

// Returns the inverse, by cofactors.
constexpr ColorMatrix Inverse(const ColorMatrix& m) {
  ColorMatrix inverse{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      inverse[i][j] = m[r][c] * m[s][d] - m[r][d] * m[s][c];
    }
  const double determinant =
      m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
  for (auto& row : inverse)
    for (double& x : row) x /= determinant;
  return inverse;
}

// Returns the XYZ of a light of luminance 1.
constexpr std::array<double, 3> Xyz(const Chromaticity& light) {
  return {light.x / light.y, 1, (1 - light.x - light.y) / light.y};
}

// Returns the matrix from linear RGB to XYZ; RGB (1, 1, 1) becomes the white of luminance 1.
// Based on: SMPTE RP 177, "Derivation of Basic Television Color Equations", 1993.
constexpr ColorMatrix XyzFromRgb(const Chromaticities& from) {
  const auto r = Xyz(from.red), g = Xyz(from.green), b = Xyz(from.blue);
  ColorMatrix matrix{{{r[0], g[0], b[0]}, {r[1], g[1], b[1]}, {r[2], g[2], b[2]}}};
  const auto scale = Product(Inverse(matrix), Xyz(from.white));
  for (auto& row : matrix)
    for (std::size_t c = 0; c < 3; ++c) row[c] *= scale[c];
  return matrix;
}

// Returns the matrix between linear RGB of two sets of primaries. White becomes white, because XYZ
// is adapted in between.
// Based on: Lam, "Metamerism and Colour Constancy", thesis, University of Bradford, 1985: the
// matrix of cone responses, whose ratios adapt.
constexpr ColorMatrix RgbFromRgb(const Chromaticities& to, const Chromaticities& from) {
  constexpr ColorMatrix kBradford{
      {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
  const auto source = Product(kBradford, Xyz(from.white)),
             target = Product(kBradford, Xyz(to.white));
  ColorMatrix adapted = kBradford;
  for (std::size_t i = 0; i < 3; ++i)
    for (double& x : adapted[i]) x *= target[i] / source[i];
  adapted = Product(Inverse(kBradford), adapted);
  return Product(Inverse(XyzFromRgb(to)), Product(adapted, XyzFromRgb(from)));
}

inline constexpr ColorMatrix kAcesCgFromRec709 = RgbFromRgb(kAcesCg, kRec709);

}  // namespace cobble
