// The sizes that engines take.
#include "engines/set_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "engines/engines.h"

namespace cobble {
namespace {

constexpr int64_t kMaxTexture = 16384;  // of the graphics interfaces that engines use

bool IsPowerOfTwo(int64_t side) {
  return side > 0 && side <= kMaxTexture && std::has_single_bit(static_cast<uint64_t>(side));
}

bool IsVertices(int64_t side, int64_t minimum, int64_t maximum) {
  return side >= minimum && side <= maximum && IsPowerOfTwo(side - 1);
}

// Returns the larger of a / b and b / a.
double Ratio(int64_t a, int64_t b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<double>(high) / static_cast<double>(low);
}

}  // namespace

bool ArePowersOfTwo(int64_t width, int64_t height) {
  return IsPowerOfTwo(width) && IsPowerOfTwo(height);
}

// Unity's heightmap resolutions.
bool IsUnityTerrain(int64_t width, int64_t height) {
  return width == height && IsVertices(width, 33, 4097);
}

// HTerrain has 2^n + 1 vertices a side, at most 4097; Terrain3D cuts a picture into regions of 2^n
// vertices.
bool IsGodotTerrain(int64_t width, int64_t height) {
  const bool is_side = IsVertices(width, 65, 4097) || (width >= 64 && IsPowerOfTwo(width));
  return width == height && is_side;
}

// A landscape consists of at most 32 components a side, each of 1 or 2 sections a side, each of 7,
// 15, 31, 63, 127 or 255 quads a side; all components are of one kind. The last vertex closes the
// last component.
bool IsUnrealLandscape(int64_t width, int64_t height) {
  constexpr std::array<int64_t, 6> kQuads{7, 15, 31, 63, 127, 255};
  constexpr int64_t kMaxComponents = 32;
  const auto fits = [](int64_t side, int64_t quads) {
    return side > 1 && (side - 1) % quads == 0 && (side - 1) / quads <= kMaxComponents;
  };
  return std::ranges::any_of(kQuads, [&](int64_t quads) {
    return (fits(width, quads) && fits(height, quads)) ||
           (fits(width, 2 * quads) && fits(height, 2 * quads));
  });
}

bool Fits(const SizeRule& rule, int64_t width, int64_t height) {
  return !rule.fits || rule.fits(width, height);
}

std::string NearestSize(const SizeRule& rule, int64_t width, int64_t height) {
  double best = 0;
  int64_t columns = 0, rows = 0;
  for (const int64_t x : rule.suggested)
    for (const int64_t y : rule.suggested) {
      const double ratio = Ratio(x, width) * Ratio(y, height);
      if (!Fits(rule, x, y) || (columns > 0 && ratio >= best)) continue;
      best = ratio;
      columns = x;
      rows = y;
    }
  return columns == rows ? fmt::format("{}", columns) : fmt::format("{}x{}", columns, rows);
}

}  // namespace cobble
