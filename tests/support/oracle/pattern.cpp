// Every pattern's formula and bounds.
#include "support/oracle/pattern.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "support/oracle/family.h"
#include "support/oracle/images/by_example.h"
#include "support/oracle/images/image.h"
#include "support/oracle/shapes.h"

namespace cobble::test {
namespace {

constexpr double kRadiansPerTurn = 2 * std::numbers::pi;

// The interval of the picture's positions along an axis, and its period.
struct Side {
  double low = 0, high = 0, middle = 0, period = 0;

  double Reduced(double x) const {
    return period == 0 ? x : x - period * std::floor((x - middle) / period + 0.5);
  }
};

// Returns the picture's sides or, if `has_halo`, those of the halo around it: a quarter of the
// picture's width in pixels, at least one.
std::array<Side, 3> SidesOf(const Recipe& recipe, const OraclePatternPlace& place, bool has_halo) {
  std::array<double, 2> extent = recipe.domain.extent;
  if (has_halo) {
    const double ends = recipe.domain.grid == Grid::kVertices ? 1 : 0;
    const double width = static_cast<double>(recipe.width) - ends;
    const double height = static_cast<double>(recipe.height) - ends;
    const double pixels = std::max(std::round(0.25 * width), 1.0);
    extent[0] += 2 * pixels * extent[0] / width;
    extent[1] += 2 * pixels * extent[1] / height;
  }
  std::array<Side, 3> sides;
  if (place.in_stamp) {
    // Positions in a stamp are up to 0.5 from (0, 0, 500) along x and y, and up to 500 along z.
    const Vec3 middle = place.map.Apply({0, 0, 500});
    for (std::size_t a = 0; a < 3; ++a) {
      const Vec3& m = place.map.matrix[a];
      const double half =
          std::abs(m[0]) / 2 + std::abs(m[1]) / 2 + std::abs(m[2]) * 500 + place.moved[a];
      sides[a] = {middle[a] - half, middle[a] + half, middle[a], 0};
    }
    return sides;
  }
  for (std::size_t a = 0; a < 3; ++a) {
    const Vec3& m = place.map.matrix[a];
    const double width = std::abs(m[0]) * extent[0] + std::abs(m[1]) * extent[1];
    Side& side = sides[a];
    side.middle = place.map.translate[a];
    const bool repeats = recipe.tiling || (recipe.loop && a == 2);
    if (repeats) {
      const auto& period = recipe.domain.extent;
      side.period = std::abs(m[0]) * period[0] + std::abs(m[1]) * period[1] + std::abs(m[2]);
    }
    double centre = side.middle + m[2] * recipe.domain.slice;
    double half = (width > 0 ? width : std::abs(m[2])) / 2 + place.moved[a];
    if (repeats) centre = side.middle, half = side.period / 2;
    side.low = centre - half;
    side.high = centre + half;
  }
  return sides;
}

using Sides = std::array<Side, 3>;

Vec3 Unit(std::size_t axis) {
  Vec3 unit{};
  unit[axis] = 1;
  return unit;
}

PatternValue Limited(PatternValue v, const Bounds& bounds) {
  const double limited = std::clamp(v.value, bounds.low, bounds.high);
  if (limited != v.value) v.slope = {};
  v.value = limited;
  return v;
}

PatternValue DistanceOf(double x, double y) {
  const double r = std::hypot(x, y);
  return r == 0 ? PatternValue{} : PatternValue{r, {x / r, y / r, 0}};
}

PatternValue Angle(double x, double y) {
  const double square = x * x + y * y;
  if (square == 0) return {};
  const double turns = std::atan2(y, x) / kRadiansPerTurn;
  return {turns < 0 ? turns + 1 : turns,
          {-y / square / kRadiansPerTurn, x / square / kRadiansPerTurn, 0}};
}

Bounds RadiusWithin(const Sides& sides) {
  Bounds bounds;
  for (const Side& side : {sides[0], sides[1]}) {
    const bool has_zero = side.low <= 0 && side.high >= 0;
    const double near = has_zero ? 0 : std::min(std::abs(side.low), std::abs(side.high));
    const double far = std::max(std::abs(side.low), std::abs(side.high));
    bounds = {std::hypot(bounds.low, near), std::hypot(bounds.high, far)};
  }
  return bounds;
}

// In: the picture's sides, which define the bounds, and its halo's, which limit the value.
OraclePattern MakeCoordinate(const Node& node, const Sides& sides, const Sides& halo) {
  const std::string axis = node.Text("axis");
  if (axis == "angle")
    return {[=](const Vec3& p) { return Angle(sides[0].Reduced(p[0]), sides[1].Reduced(p[1])); },
            {0, 1}};
  if (axis == "radius") {
    return {[=, limits = RadiusWithin(halo)](const Vec3& p) {
              return Limited(DistanceOf(sides[0].Reduced(p[0]), sides[1].Reduced(p[1])), limits);
            },
            RadiusWithin(sides)};
  }
  const std::size_t a = std::string_view("xyz").find(axis);
  const Side side = sides[a];
  const Bounds limits{halo[a].low, halo[a].high};
  return {[=](const Vec3& p) {
            return Limited({side.Reduced(p[a]), Unit(a)}, limits);
          },
          {side.low, side.high}};
}

PatternValue Folded(const PatternValue& t, const std::string& repeat) {
  const double floor = std::floor(t.value);
  if (repeat == "none") return Limited(t, {0, 1});
  if (t.value == floor) return {repeat == "mirror" ? std::abs(std::fmod(t.value, 2)) : 0, {}};
  if (repeat == "mirror" && std::fmod(floor, 2) != 0)
    return {1 - (t.value - floor), Times(-1, t.slope)};
  return {t.value - floor, t.slope};
}

// In: P on a sphere whose equator is 1 long.
PatternValue LatitudeAt(const Vec3& p) {
  const double ring = std::hypot(p[0], p[2]), square = ring * ring + p[1] * p[1];
  PatternValue latitude{std::atan2(-p[1], ring), {}};
  if (ring > 0)
    latitude.slope = {p[1] * p[0] / (ring * square), -ring / square, p[1] * p[2] / (ring * square)};
  return {0.5 + 2 * latitude.value / kRadiansPerTurn, Times(2 / kRadiansPerTurn, latitude.slope)};
}

PatternValue LongitudeAt(const Vec3& p) {
  const double square = p[0] * p[0] + p[2] * p[2];
  Vec3 slope{};
  if (square > 0) slope = {p[2] / square, 0, -p[0] / square};
  return {0.5 + std::atan2(p[0], p[2]) / kRadiansPerTurn, Times(1 / kRadiansPerTurn, slope)};
}

OraclePattern MakeGradient(const Node& node, Sides sides) {
  if (node.Text("kind") == "latitude") return {LatitudeAt, {0, 1}};
  if (node.Text("kind") == "longitude") return {LongitudeAt, {0, 1}};
  const std::string repeat = node.Text("repeat");
  if (node.Text("kind") == "linear") {
    const double angle = node.Number("angle") * kRadiansPerTurn / 360,
                 length = node.Number("length");
    const Vec3 direction{std::cos(angle) / length, std::sin(angle) / length, 0};
    return {[=](const Vec3& p) {
              const Vec3 q{sides[0].Reduced(p[0]), sides[1].Reduced(p[1]), 0};
              return Folded({0.5 + Dot(direction, q), direction}, repeat);
            },
            {0, 1}};
  }
  const std::vector<double> centre = node.Numbers("centre");
  for (std::size_t a = 0; a < 2; ++a) sides[a].middle = centre[a];
  const double radius = node.Number("radius");
  return {[=](const Vec3& p) {
            const PatternValue r =
                DistanceOf(sides[0].Reduced(p[0]) - centre[0], sides[1].Reduced(p[1]) - centre[1]);
            return Folded({r.value / radius, Times(1 / radius, r.slope)}, repeat);
          },
          {0, 1}};
}

OraclePattern MakeWhite(const Node& node, uint32_t accumulator, const Sides& sides) {
  const auto dimensions = static_cast<std::size_t>(node.Number("dimensions"));
  return {[=](const Vec3& p) {
            uint32_t hash = accumulator;
            for (std::size_t a = 0; a < dimensions; ++a) {
              const double frequency = FrequencyAlong(node, a);
              const int64_t period = std::llround(frequency * sides[a].period);
              const double cells =
                  period == 0 ? frequency : static_cast<double>(period) / sides[a].period;
              const auto cell = static_cast<int64_t>(std::floor(p[a] * cells));
              hash = HashEat(hash, LatticeIndex(cell, period));
            }
            const uint32_t upper = HashValue(hash) / 256;
            return PatternValue{(upper + (upper >= 0x800000 ? 1 : 0)) / 16777216.0, {}};
          },
          {0, 1}};
}

}  // namespace

bool IsPattern(std::string_view type) {
  return type == "coordinate" || type == "gradient" || type == "image" || type == "by-example" ||
         type == "white" || IsShape(type);
}

OraclePattern MakePattern(const Recipe& recipe, const Node& node, const OraclePatternPlace& place) {
  const Sides sides = SidesOf(recipe, place, false);
  if (node.type == "coordinate") return MakeCoordinate(node, sides, SidesOf(recipe, place, true));
  if (node.type == "gradient") return MakeGradient(node, sides);
  if (node.type == "image")
    return MakeImage(recipe, node, place.in_stamp, [sides](const Vec3& p) {
      return Vec3{sides[0].Reduced(p[0]), sides[1].Reduced(p[1]), p[2]};
    });
  if (node.type == "by-example")
    return MakeByExample(recipe, node, place.accumulator, {sides[0].period, sides[1].period});
  if (IsShape(node.type))
    return MakeShape(node, place.accumulator, {sides[0].period, sides[1].period, sides[2].period});
  return MakeWhite(node, place.accumulator, sides);
}

OracleSample OraclePattern::At(const Vec3& position, double slack) const {
  const PatternValue here = at(position);
  double value_off = 0, slope_off = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    // Sums may cancel, except along z, where positions are often exactly 0.
    const double minimum = a < 2 ? 1 : 0;
    const double off =
        kValueTolerance * slack + blur[a] + 0x1p-44 * (minimum + std::abs(position[a]));
    for (const double step : {-1.0, -0.5, 0.5, 1.0}) {
      Vec3 moved = position;
      moved[a] += step * off;
      const PatternValue near = at(moved);
      value_off = std::max(value_off, std::abs(near.value - here.value));
      slope_off = std::max(slope_off, Largest(Plus(near.slope, here.slope, -1)));
    }
  }
  OracleSample sample{.value = here.value, .slope = here.slope};
  sample.value_slack = kRounding * (1 + std::abs(here.value)) + 3 * value_off / kValueTolerance;
  sample.slope_slack = kRounding * (1 + Largest(here.slope)) + 3 * slope_off / kSlopeTolerance;
  sample.jump = value_off > 0.01 * (1 + std::abs(here.value));
  sample.kink = slope_off > 0.03 * (1 + Largest(here.slope));
  return sample;
}

}  // namespace cobble::test
