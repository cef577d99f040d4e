// Every shape: which cell, where in it, and the distance from its outline.
#include "support/oracle/shapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "support/oracle/family.h"

namespace cobble::test {
namespace {

// float32 positions in a cell are off by 2^-25; formulas add a few roundings.
constexpr double kBlur = 0x1p-23;

struct Place2 {
  double x = 0, y = 0;
};

// One axis of a lattice: cells per unit, fitted to the period.
struct AxisOfCells {
  double frequency = 1;
  int64_t period = 0;  // in cells; 0: not tiled

  AxisOfCells(double wanted, double length)
      : frequency(wanted), period(length == 0 ? 0 : std::llround(wanted * length)) {
    if (period != 0) frequency = static_cast<double>(period) / length;
  }
};

int64_t Floor(double x) { return static_cast<int64_t>(std::floor(x)); }

double Id(uint32_t accumulator, uint32_t x, uint32_t y) {
  const uint32_t upper = HashValue(HashEat(HashEat(accumulator, x), y)) / 256;
  return (upper + (upper >= 0x800000 ? 1 : 0)) / 16777216.0;
}

// The vector from the nearest point of a convex polygon, whose corners go either way; 0 inside.
Place2 OutsideOf(const std::vector<Place2>& corners, const Place2& p) {
  double nearest = HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
  Place2 out;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Place2 &a = corners[k], &b = corners[(k + 1) % corners.size()];
    const Place2 along{b.x - a.x, b.y - a.y}, to{p.x - a.x, p.y - a.y};
    const double cross = along.x * to.y - along.y * to.x;
    low = std::min(low, cross);
    high = std::max(high, cross);
    const double square = along.x * along.x + along.y * along.y;
    const double t =
        square == 0 ? 0 : std::clamp((along.x * to.x + along.y * to.y) / square, 0.0, 1.0);
    const Place2 from{to.x - t * along.x, to.y - t * along.y};
    if (std::hypot(from.x, from.y) >= nearest) continue;
    nearest = std::hypot(from.x, from.y);
    out = from;
  }
  const bool is_inside = low >= -1e-12 || high <= 1e-12;
  const bool has_area = high - low > 1e-12;
  return is_inside && has_area ? Place2{} : out;
}

// The height at a vector from the shape, shrunk by the bevel, and its slope.
PatternValue Raised(const Place2& outside, double bevel) {
  const double e = std::hypot(outside.x, outside.y);
  if (e <= 1e-12) return {1, {}};
  if (bevel == 0 || e >= bevel) return {};
  const double t = 1 - e / bevel, rate = -6 * t * (1 - t) / bevel / e;
  return {t * t * (3 - 2 * t), {rate * outside.x, rate * outside.y, 0}};
}

std::vector<Place2> Box(double half_x, double half_y) {
  return {{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}};
}

PatternValue Across(double x, double half, std::size_t axis) {
  const double t = x / (2 * half) + 0.5;
  PatternValue value{std::clamp(t, 0.0, 1.0), {}};
  if (t > 0 && t < 1) value.slope[axis] = 1 / (2 * half);
  return value;
}

// A rectangle's function, except its id, at an offset from its centre.
PatternValue OfBox(const std::string& function, const Place2& at, const Place2& half,
                   double bevel) {
  if (function == "u") return Across(at.x, half.x, 0);
  if (function == "v") return Across(at.y, half.y, 1);
  const double b = std::min({bevel, half.x, half.y});
  const PatternValue height = Raised(OutsideOf(Box(half.x - b, half.y - b), at), b);
  if (function == "mortar") return {height.value == 0 ? 1.0 : 0.0, {}};
  return height;
}

PatternValue Stretched(PatternValue value, double x, double y) {
  value.slope[0] *= x;
  value.slope[1] *= y;
  return value;
}

OraclePattern MakeChecker(const Node& node, uint32_t, const Vec3& periods) {
  const AxisOfCells x(FrequencyAlong(node, 0), periods[0]);
  const AxisOfCells y(FrequencyAlong(node, 1), periods[1]);
  return {[=](const Vec3& p) {
            const int64_t sum = Floor(p[0] * x.frequency) + Floor(p[1] * y.frequency);
            return PatternValue{sum % 2 == 0 ? 0.0 : 1.0, {}};
          },
          {0, 1}};
}

OraclePattern MakeStripes(const Node& node, uint32_t, const Vec3& periods) {
  const AxisOfCells x(FrequencyAlong(node, 0), periods[0]);
  const double half = node.Number("width") / 2, bevel = std::min(node.Number("bevel"), half);
  return {[=](const Vec3& p) {
            const double c = p[0] * x.frequency, at = c - std::floor(c) - 0.5;
            const double outside = std::max(std::abs(at) - (half - bevel), 0.0);
            return Stretched(Raised({std::copysign(outside, at), 0}, bevel), x.frequency, 0);
          },
          {0, 1},
          {kBlur / x.frequency, 0, 0}};
}

OraclePattern MakeDots(const Node& node, uint32_t accumulator, const Vec3& periods) {
  const AxisOfCells x(FrequencyAlong(node, 0), periods[0]);
  const AxisOfCells y(FrequencyAlong(node, 1), periods[1]);
  const double radius = node.Number("radius"), bevel = std::min(node.Number("bevel"), radius);
  const bool is_id = node.Text("function") == "id";
  return {[=](const Vec3& p) {
            const double cx = p[0] * x.frequency, cy = p[1] * y.frequency;
            if (is_id)
              return PatternValue{Id(accumulator, LatticeIndex(Floor(cx), x.period),
                                     LatticeIndex(Floor(cy), y.period)),
                                  {}};
            const Place2 at{cx - std::floor(cx) - 0.5, cy - std::floor(cy) - 0.5};
            const double distance = std::hypot(at.x, at.y);
            const double share = distance > 0 ? std::max(1 - (radius - bevel) / distance, 0.0) : 0;
            return Stretched(Raised({share * at.x, share * at.y}, bevel), x.frequency, y.frequency);
          },
          {0, 1},
          {kBlur / x.frequency, kBlur / y.frequency, 0}};
}

// The fraction with the smallest denominator within 0.0005.
struct Fraction {
  int64_t above = 0, below = 1;

  explicit Fraction(double x) {
    do {
      above = std::llround(x * static_cast<double>(below));
    } while (std::abs(x * static_cast<double>(below) - static_cast<double>(above)) >
                 (0.0005 + 1e-12) * static_cast<double>(below) &&
             ++below);
  }
};

OraclePattern MakeBricks(const Node& node, uint32_t accumulator, const Vec3& periods) {
  const double columns = node.Number("columns"), rows = node.Number("rows");
  const AxisOfCells x(columns, periods[0]), y(rows, periods[1]);
  const double smaller = std::min(1 / columns, 1 / rows), joint = node.Number("mortar") / 2;
  const Place2 side{1 / columns / smaller, 1 / rows / smaller};
  const Place2 half{side.x / 2 - joint, side.y / 2 - joint};
  const double bevel = node.Number("bevel");
  const std::string function = node.Text("function");
  const Fraction shift(node.Number("shift"));
  return {
      [=](const Vec3& p) {
        const double cy = p[1] * y.frequency;
        const auto row = static_cast<int64_t>(LatticeIndex(Floor(cy), y.period));
        // Untiled rows can be negative.
        const int64_t j = y.period == 0 ? Floor(cy) : row;
        const int64_t parts = ((j * shift.above) % shift.below + shift.below) % shift.below;
        const double moved = static_cast<double>(parts) / static_cast<double>(shift.below);
        const double cx = p[0] * x.frequency - moved;
        if (function == "id")
          return PatternValue{
              Id(accumulator, LatticeIndex(Floor(cx), x.period), LatticeIndex(j, y.period)), {}};
        const Place2 at{(cx - std::floor(cx) - 0.5) * side.x, (cy - std::floor(cy) - 0.5) * side.y};
        return Stretched(OfBox(function, at, half, bevel), side.x * x.frequency,
                         side.y * y.frequency);
      },
      {0, 1},
      {kBlur / columns, kBlur / rows, 0}};
}

double Reduced(double x, double period) {
  return period == 0 ? x : x - period * std::floor(x / period + 0.5);
}

// A stripe at a distance from its middle; the distance has no slope.
PatternValue StripeAt(double at, double half, double bevel) {
  const double b = std::min(bevel, half), outside = std::max(std::abs(at) - (half - b), 0.0);
  return Raised({std::copysign(outside, at), 0}, b);
}

OraclePattern MakeRings(const Node& node, uint32_t, const Vec3& periods) {
  const double frequency = node.Number("frequency"), half = node.Number("width") / 2;
  const double bevel = node.Number("bevel");
  return {[=](const Vec3& p) {
            const double x = Reduced(p[0], periods[0]), y = Reduced(p[1], periods[1]);
            const double radius = std::hypot(x, y), c = radius * frequency;
            PatternValue value = StripeAt(c - std::floor(c) - 0.5, half, bevel);
            const double rate = radius == 0 ? 0 : value.slope[0] * frequency / radius;
            value.slope = {rate * x, rate * y, 0};
            return value;
          },
          {0, 1},
          {kBlur / frequency, kBlur / frequency, 0}};
}

// A regular polygon's corners, the first one above the middle.
std::vector<Place2> RegularPolygon(int sides, double radius) {
  std::vector<Place2> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    corners.push_back({radius * std::sin(angle), -radius * std::cos(angle)});
  }
  return corners;
}

// The height of a regular polygon whose sides are at `distance` from its middle.
PatternValue PolygonAt(int sides, double distance, double bevel, const Place2& at) {
  const double b = std::min(bevel, distance);
  const double radius = (distance - b) / std::cos(std::numbers::pi / sides);
  return Raised(OutsideOf(RegularPolygon(sides, radius), at), b);
}

OraclePattern MakePolygon(const Node& node, uint32_t, const Vec3& periods) {
  const int sides = static_cast<int>(node.Number("sides"));
  const double rate = 1 / node.Number("radius"), bevel = node.Number("bevel");
  return {[=](const Vec3& p) {
            const Place2 at{rate * Reduced(p[0], periods[0]), rate * Reduced(p[1], periods[1])};
            return Stretched(PolygonAt(sides, std::cos(std::numbers::pi / sides), bevel, at), rate,
                             rate);
          },
          {0, 1},
          {kBlur / rate, kBlur / rate, 0}};
}

// Compares all centres near a position.
OraclePattern MakeHexagons(const Node& node, uint32_t accumulator, const Vec3& periods) {
  const double frequency = node.Number("frequency");
  const double rows = node.Has("rows") ? node.Number("rows") : frequency / std::sqrt(0.75);
  const AxisOfCells x(frequency, periods[0]), y(rows, periods[1]);
  const double distance = 0.5 - node.Number("gap") / 2, bevel = node.Number("bevel");
  const bool is_id = node.Text("function") == "id";
  return {[=](const Vec3& p) {
            const double cx = p[0] * x.frequency, cy = p[1] * y.frequency;
            Place2 nearest{HUGE_VAL, HUGE_VAL};
            uint32_t column = 0, row = 0;
            for (int64_t j = Floor(cy) - 2; j <= Floor(cy) + 3; ++j)
              for (int64_t i = Floor(cx) - 2; i <= Floor(cx) + 3; ++i) {
                const double middle = static_cast<double>(i) + (j % 2 == 0 ? 0 : 0.5);
                const Place2 at{cx - middle, (cy - static_cast<double>(j)) * std::sqrt(0.75)};
                if (std::hypot(at.x, at.y) >= std::hypot(nearest.x, nearest.y)) continue;
                nearest = at;
                column = LatticeIndex(i, x.period);
                row = LatticeIndex(j, y.period);
              }
            if (is_id) return PatternValue{Id(accumulator, column, row), {}};
            return Stretched(PolygonAt(6, distance, bevel, nearest), x.frequency,
                             std::sqrt(0.75) * y.frequency);
          },
          {0, 1},
          {kBlur / frequency, kBlur / rows, 0}};
}

struct Tile {
  int64_t i = 0, j = 0;
  bool stands = false;
};

bool IsMultipleOf4(int64_t k) { return k % 4 == 0; }

Tile TileAt(bool is_basket, int64_t i, int64_t j) {
  if (is_basket) {
    const int64_t block_i = Floor(static_cast<double>(i) / 2);
    const int64_t block_j = Floor(static_cast<double>(j) / 2);
    const bool stands = (block_i + block_j) % 2 != 0;
    return stands ? Tile{i, 2 * block_j, true} : Tile{2 * block_i, j, false};
  }
  // Lying tiles start where i - j is a multiple of 4, standing ones in the cells to their left.
  if (IsMultipleOf4(i - j)) return {i, j, false};
  if (IsMultipleOf4(i - 1 - j)) return {i - 1, j, false};
  if (IsMultipleOf4(i + 1 - j)) return {i, j, true};
  return {i, j - 1, true};
}

OraclePattern MakeTiles(const Node& node, uint32_t accumulator, const Vec3& periods) {
  const AxisOfCells x(FrequencyAlong(node, 0), periods[0]);
  const AxisOfCells y(FrequencyAlong(node, 1), periods[1]);
  const double joint = node.Number("gap") / 2, bevel = node.Number("bevel");
  const bool is_basket = node.Text("layout") == "basket";
  const std::string function = node.Text("function");
  return {
      [=](const Vec3& p) {
        const double cx = p[0] * x.frequency, cy = p[1] * y.frequency;
        const Tile tile = TileAt(is_basket, Floor(cx), Floor(cy));
        if (function == "id")
          return PatternValue{
              Id(accumulator, LatticeIndex(tile.i, x.period), LatticeIndex(tile.j, y.period)), {}};
        const double in_x = cx - static_cast<double>(tile.i);
        const double in_y = cy - static_cast<double>(tile.j);
        const Place2 at = tile.stands ? Place2{in_y - 1, in_x - 0.5} : Place2{in_x - 1, in_y - 0.5};
        PatternValue value = OfBox(function, at, {1 - joint, 0.5 - joint}, bevel);
        if (tile.stands) std::swap(value.slope[0], value.slope[1]);
        return Stretched(value, x.frequency, y.frequency);
      },
      {0, 1},
      {kBlur / x.frequency, kBlur / y.frequency, 0}};
}

// A strand at offsets along and across it from a cell's middle.
PatternValue StrandAt(double along, double across, bool is_over, double half, double bevel) {
  const double d = std::abs(along), step = d * d * (3 - 2 * d);
  const double rate = std::copysign(6 * d * (1 - d), along);
  const double level = is_over ? 1 - step : step, level_rate = is_over ? -rate : rate;
  const PatternValue profile = StripeAt(across, half, bevel);
  return {level * profile.value, {level_rate * profile.value, level * profile.slope[0], 0}};
}

OraclePattern MakeWeave(const Node& node, uint32_t accumulator, const Vec3& periods) {
  const AxisOfCells x(FrequencyAlong(node, 0), periods[0]);
  const AxisOfCells y(FrequencyAlong(node, 1), periods[1]);
  const double half = 0.5 - node.Number("gap") / 2, bevel = node.Number("bevel");
  const bool is_id = node.Text("function") == "id";
  return {[=](const Vec3& p) {
            const double cx = p[0] * x.frequency, cy = p[1] * y.frequency;
            const Place2 at{cx - std::floor(cx) - 0.5, cy - std::floor(cy) - 0.5};
            const bool y_over = (Floor(cx) + Floor(cy)) % 2 != 0;
            const PatternValue in_x = StrandAt(at.x, at.y, !y_over, half, bevel);
            PatternValue in_y = StrandAt(at.y, at.x, y_over, half, bevel);
            std::swap(in_y.slope[0], in_y.slope[1]);
            const bool is_y = in_x.value == in_y.value ? y_over : in_y.value > in_x.value;
            if (is_id)
              return PatternValue{is_y ? Id(accumulator, LatticeIndex(Floor(cx), x.period), 1)
                                       : Id(accumulator, LatticeIndex(Floor(cy), y.period), 0),
                                  {}};
            return Stretched(is_y ? in_y : in_x, x.frequency, y.frequency);
          },
          {0, 1},
          {kBlur / x.frequency, kBlur / y.frequency, 0}};
}

using Maker = OraclePattern (*)(const Node&, uint32_t, const Vec3&);

const std::map<std::string, Maker, std::less<>> kMakers{
    {"checker", &MakeChecker},   {"stripes", &MakeStripes}, {"dots", &MakeDots},
    {"bricks", &MakeBricks},     {"rings", &MakeRings},     {"polygon", &MakePolygon},
    {"hexagons", &MakeHexagons}, {"tiles", &MakeTiles},     {"weave", &MakeWeave}};

}  // namespace

bool IsShape(std::string_view type) { return kMakers.contains(type); }

OraclePattern MakeShape(const Node& node, uint32_t accumulator, const Vec3& periods) {
  return kMakers.at(node.type)(node, accumulator, periods);
}

}  // namespace cobble::test
