// Feature points, distances, and functions of them.
#include "support/oracle/voronoi.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {
namespace {

using Cell = std::array<int64_t, 3>;

// Returns the nearest point other than `other`; the first point found wins a tie.
template <class Points>
const auto& Nearest(const Points& points, const typename Points::value_type* other = nullptr) {
  const typename Points::value_type* nearest = nullptr;
  for (const auto& point : points)
    if (&point != other && (nearest == nullptr || point.distance.length < nearest->distance.length))
      nearest = &point;
  return *nearest;
}

// Clamps a smooth minimum to 0..1 and applies smoothstep, whose slope is 0 at both limits.
OracleResult Eased(double v, const Vec3& slope) {
  if (v <= 0) return {.value = 0};
  if (v >= 1) return {.value = 1};
  return {.value = v * v * (3 - 2 * v), .slope = Times(6 * v * (1 - v), slope)};
}

}  // namespace

OracleVoronoi::OracleVoronoi(const Node& node)
    : dimensions_(static_cast<int>(node.Number("dimensions"))),
      jitter_(node.Number("jitter")),
      limit_(node.Number("limit")) {
  FromName(node.Text("metric"), &metric_);
  FromName(node.Text("function"), &function_);
  FromName(node.Text("smooth"), &smooth_);
}

OracleResult OracleVoronoi::At(const OracleSite& site) const {
  if (smooth_ == Smooth::kLse) return LogSumExp(site);
  if (smooth_ == Smooth::kPoly) return Polynomial(site);
  if (function_ == VoronoiFunction::kCellId || function_ >= VoronoiFunction::kU)
    return OfNearest(site);
  if (function_ == VoronoiFunction::kEdge) return Edge(site);
  return Distances(site);
}

// The loop over x is the outermost.
OracleVoronoi::Points OracleVoronoi::PointsWithin(int64_t reach, const OracleSite& site) const {
  const auto side = [&](int axis) { return axis < dimensions_ ? reach : 0; };
  Points points;
  points.reserve(686);
  for (int64_t x = -side(0); x <= side(0); ++x)
    for (int64_t y = -side(1); y <= side(1); ++y)
      for (int64_t z = -side(2); z <= side(2); ++z) AddCell(site, {x, y, z}, &points);
  return points;
}

void OracleVoronoi::AddCell(const OracleSite& site, const Cell& by, Points* points) const {
  uint32_t accumulator = site.accumulator;
  for (int a = 0; a < dimensions_; ++a) {
    const int64_t index = site.cell[a] + by[a];
    accumulator = HashEat(accumulator, LatticeIndex(index, site.period[a]));
  }
  for (uint32_t number = 0; number < (dimensions_ == 1 ? 1u : 2u); ++number)
    points->push_back(MakePoint(site, by, accumulator, number));
}

OracleVoronoi::Point OracleVoronoi::MakePoint(const OracleSite& site, const Cell& by,
                                              uint32_t accumulator, uint32_t number) const {
  const uint32_t value = HashValue(accumulator);
  const uint32_t bits = dimensions_ == 3 ? 5 : 8, maximum = (1u << bits) - 1;
  Point point{.by = by};
  for (int a = 0; a < dimensions_; ++a) {
    const uint32_t place = number * static_cast<uint32_t>(dimensions_) + static_cast<uint32_t>(a);
    const double f = static_cast<double>((value >> (bits * place)) & maximum) / maximum;
    point.inside[a] = 0.5 + (f - 0.5) * jitter_;
    point.offset[a] = (static_cast<double>(by[a]) - site.fraction[a]) + point.inside[a];
  }
  point.id = HashValue(HashEat(accumulator, number)) * 0x1p-32;
  point.distance = Measure(metric_, point.offset);
  return point;
}

OracleResult OracleVoronoi::Limit(const Points& points, const Point& chosen, double blur) const {
  const Distance limited = Limited(chosen.distance, limit_);
  return {.value = limited.length,
          .slope = limited.slope,
          .kink = IsRidge(points, chosen, metric_, dimensions_, limit_, blur)};
}

// The point's id, or the sample's offset from it along an axis.
OracleResult OracleVoronoi::OfNearest(const OracleSite& site) const {
  const Points points = PointsWithin(1, site);
  const Point& nearest = Nearest(points);
  OracleResult result{.value = nearest.id};
  if (function_ >= VoronoiFunction::kU) {
    const auto axis =
        static_cast<std::size_t>(function_) - static_cast<std::size_t>(VoronoiFunction::kU);
    result.value = -nearest.offset[axis];
    result.slope[axis] = 1;
  }
  for (const Point& point : points)
    // Points at the same position in one cell tie exactly; others may differ by rounding.
    if (point.by != nearest.by || point.inside != nearest.inside)
      result.jump |= point.distance.length - nearest.distance.length < 4 * site.blur;
  return result;
}

OracleResult OracleVoronoi::Distances(const OracleSite& site) const {
  const Points points = PointsWithin(static_cast<int64_t>(std::ceil(limit_)), site);
  const Point& nearest = Nearest(points);
  const OracleResult f1 = Limit(points, nearest, site.blur);
  const OracleResult f2 = Limit(points, Nearest(points, &nearest), site.blur);
  OracleResult result{.kink = f1.kink || f2.kink};
  switch (function_) {
    case VoronoiFunction::kF1:
      return f1;
    case VoronoiFunction::kF2:
      return f2;
    case VoronoiFunction::kDifference:
      result.value = f2.value - f1.value;
      result.slope = Plus(f2.slope, f1.slope, -1);
      break;
    case VoronoiFunction::kMean:
      result.value = (f1.value + f2.value) / 2;
      result.slope = Times(0.5, Plus(f1.slope, f2.slope));
      break;
    case VoronoiFunction::kProduct:
      result.value = f1.value * f2.value;
      result.slope = Plus(Times(f2.value, f1.slope), f2.slope, f1.value);
      break;
    case VoronoiFunction::kQuotient:
      if (f2.value == 0) break;
      result.value = f1.value / f2.value;
      result.slope = Times(1 / f2.value, Plus(f1.slope, f2.slope, -result.value));
      break;
    case VoronoiFunction::kCellId:  // handled by At
    case VoronoiFunction::kEdge:
    case VoronoiFunction::kU:
    case VoronoiFunction::kV:
    case VoronoiFunction::kW:
      break;
  }
  return result;
}

// Returns the minimum distance to the planes halfway to other points, with the plane's normal.
OracleResult OracleVoronoi::Edge(const OracleSite& site) const {
  const Points inner = PointsWithin(1, site);
  const Point& p = Nearest(inner);
  const auto place = [](const Point& point, int axis) {
    return static_cast<double>(point.by[axis]) + point.inside[axis];
  };
  struct Wall {
    Distance distance;
    double blur;
  };
  std::vector<Wall> walls;
  for (const Point& q : PointsWithin(2, site)) {
    Vec3 across{};
    for (int a = 0; a < dimensions_; ++a) across[a] = place(q, a) - place(p, a);
    const double length = std::sqrt(Dot(across, across));
    if (length == 0) continue;
    const double distance = Dot(Plus(p.offset, q.offset), across) / (2 * length);
    walls.push_back({{distance, Times(-1 / length, across)}, site.blur * (1 + 1 / length)});
  }
  const Wall& nearest = Nearest(walls);
  const auto [distance, slope] = nearest.distance;
  OracleResult result{
      .value = std::clamp(distance, 0.0, 1.0),
      .kink = std::abs(distance - 1) < 4 * nearest.blur || distance < 4 * nearest.blur};
  if (distance >= 0 && distance <= 1) result.slope = slope;
  for (const Wall& wall : walls)
    result.kink |= wall.distance.length - distance < 4 * (wall.blur + nearest.blur) &&
                   Differ(wall.distance.slope, slope);
  return result;
}

OracleResult OracleVoronoi::LogSumExp(const OracleSite& site) const {
  double sum = 0;
  Vec3 slope{};
  for (const Point& point : PointsWithin(2, site)) {
    const double weight = std::exp(-10 * point.distance.length);
    sum += weight;
    slope = Plus(slope, point.distance.slope, weight);
  }
  return Eased(-std::log(sum) / 10, Times(1 / sum, slope));
}

OracleResult OracleVoronoi::Polynomial(const OracleSite& site) const {
  double b = 2;
  Vec3 slope{};
  for (const Point& point : PointsWithin(2, site)) {
    const double gap = b - point.distance.length, h = std::max(1 - std::abs(gap) / 0.25, 0.0);
    // d (h^2 / 16) = h h' / 8, h' = -4 sign(gap) gap'.
    const Vec3 gap_slope = Plus(slope, point.distance.slope, -1);
    slope = Plus(gap > 0 ? point.distance.slope : slope, gap_slope, h * SignOf(gap) / 2);
    b = std::min(b, point.distance.length) - h * h / 16;
  }
  return Eased(b, slope);
}

}  // namespace cobble::test
