// The sizes that engines take.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "engines/engines.h"

namespace cobble {
namespace {

// A landscape consists of components of 1 or 2 sections a side, each of so many quads a side. The
// last vertex closes the last component.
bool IsLandscape(int64_t width, int64_t height) {
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

bool Follows(const SideRule& rule, int64_t side) {
  if (side < rule.minimum || side > rule.maximum) return false;
  switch (rule.kind) {
    case SideRule::kPowersOfTwo:
      return std::has_single_bit(static_cast<uint64_t>(side));
    case SideRule::kPowersOfTwoAndOne:
      return std::has_single_bit(static_cast<uint64_t>(side - 1));
    case SideRule::kLandscapeComponents:
      return IsLandscape(side, side);
  }
  return false;
}

std::array<int64_t, 2> NearestSides(const SizeRule& rule, int64_t width, int64_t height) {
  if (rule.suggested.empty())
    return {std::max(width, rule.minimum), std::max(height, rule.minimum)};
  double best = 0;
  int64_t columns = 0, rows = 0;
  for (const int64_t x : rule.suggested)
    for (const int64_t y : rule.suggested) {
      const double ratio = SizeRatio(x, width) * SizeRatio(y, height);
      if (!Fits(rule, x, y) || (columns > 0 && ratio >= best)) continue;
      best = ratio;
      columns = x;
      rows = y;
    }
  return {columns, rows};
}

std::string SizeText(int64_t columns, int64_t rows) {
  return columns == rows ? fmt::format("{}", columns) : fmt::format("{}x{}", columns, rows);
}

}  // namespace

double SizeRatio(int64_t a, int64_t b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<double>(high) / static_cast<double>(low);
}

bool Fits(const SizeRule& rule, int64_t width, int64_t height) {
  if (rule.sides.empty()) return std::min(width, height) >= rule.minimum;
  if (rule.is_square && width != height) return false;
  const auto fits = [&](int64_t side) {
    return std::ranges::any_of(rule.sides, [&](const auto& each) { return Follows(each, side); });
  };
  const bool shares = rule.sides.front().kind == SideRule::kLandscapeComponents;
  return fits(width) && fits(height) && (!shares || IsLandscape(width, height));
}

std::string NearestSize(const SizeRule& rule, int64_t width, int64_t height) {
  const auto [columns, rows] = NearestSides(rule, width, height);
  return SizeText(columns, rows);
}

std::string NearestSizeOfTiles(const SizeRule& rule, int64_t width, int64_t height, int64_t columns,
                               int64_t rows) {
  const bool shares =
      rule.sides.empty() ? rule.minimum > 1 : rule.sides.front().kind != SideRule::kPowersOfTwo;
  const auto [x, y] = NearestSides(rule, width, height);
  return shares ? SizeText((x - 1) * columns + 1, (y - 1) * rows + 1) : "";
}

}  // namespace cobble
