// Feature points, distances, and what is made of them.
#include "support/oracle_voronoi.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {
namespace {

using Cell = std::array<int64_t, 3>;

double SignOf(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

double Dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 Plus(const Vec3& a, const Vec3& b, double factor = 1) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Vec3 Times(double factor, const Vec3& a) { return Plus({}, a, factor); }

bool Differ(const Vec3& a, const Vec3& b) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(a[k] - b[k]) > 1e-9) return true;
  return false;
}

// The nearest but for `other`; the first found wins a tie.
template <class Points>
const auto& Nearest(const Points& points, const typename Points::value_type* other = nullptr) {
  const typename Points::value_type* nearest = nullptr;
  for (const auto& point : points)
    if (&point != other && (nearest == nullptr || point.distance < nearest->distance))
      nearest = &point;
  return *nearest;
}

// Limits a smooth minimum to 0..1 and eases it; its slope is 0 at both limits.
OracleVoronoi::Result Eased(double v, const Vec3& slope) {
  if (v <= 0) return {.value = 0};
  if (v >= 1) return {.value = 1};
  return {.value = v * v * (3 - 2 * v), .slope = Times(6 * v * (1 - v), slope)};
}

}  // namespace

OracleVoronoi::OracleVoronoi(const Node& node)
    : dimensions_(static_cast<int>(node.Number("dimensions"))), jitter_(node.Number("jitter")) {
  FromName(node.Text("metric"), &metric_);
  FromName(node.Text("function"), &function_);
  FromName(node.Text("smooth"), &smooth_);
}

OracleVoronoi::Result OracleVoronoi::At(const Site& site) const {
  if (smooth_ == Smooth::kLse) return LogSumExp(site);
  if (smooth_ == Smooth::kPoly) return Polynomial(site);
  if (function_ == VoronoiFunction::kCellId) return CellId(site);
  if (function_ == VoronoiFunction::kEdge) return Edge(site);
  return Distances(site);
}

// x outermost.
OracleVoronoi::Points OracleVoronoi::PointsWithin(int64_t reach, const Site& site) const {
  const auto side = [&](int axis) { return axis < dimensions_ ? reach : 0; };
  Points points;
  points.reserve(250);
  for (int64_t x = -side(0); x <= side(0); ++x)
    for (int64_t y = -side(1); y <= side(1); ++y)
      for (int64_t z = -side(2); z <= side(2); ++z) AddCell(site, {x, y, z}, &points);
  return points;
}

void OracleVoronoi::AddCell(const Site& site, const Cell& by, Points* points) const {
  uint32_t accumulator = site.accumulator;
  for (int a = 0; a < dimensions_; ++a) {
    int64_t index = site.cell[a] + by[a];
    if (const int64_t period = site.period[a]; period != 0)
      index = (index % period + period) % period;
    accumulator = HashEat(accumulator, static_cast<uint32_t>(index));
  }
  for (uint32_t number = 0; number < (dimensions_ == 1 ? 1u : 2u); ++number)
    points->push_back(MakePoint(site, by, accumulator, number));
}

OracleVoronoi::Point OracleVoronoi::MakePoint(const Site& site, const Cell& by,
                                              uint32_t accumulator, uint32_t number) const {
  const uint32_t value = HashValue(accumulator);
  const uint32_t bits = dimensions_ == 3 ? 5 : 8, most = (1u << bits) - 1;
  Point point{.by = by};
  for (int a = 0; a < dimensions_; ++a) {
    const uint32_t place = number * static_cast<uint32_t>(dimensions_) + static_cast<uint32_t>(a);
    const double f = static_cast<double>((value >> (bits * place)) & most) / most;
    point.inside[a] = 0.5 + (f - 0.5) * jitter_;
    point.offset[a] = (static_cast<double>(by[a]) - site.fraction[a]) + point.inside[a];
  }
  point.id = HashValue(HashEat(accumulator, number)) * 0x1p-32;
  Measure(&point);
  return point;
}

void OracleVoronoi::Measure(Point* point) const {
  const Vec3& o = point->offset;
  const double sizes[] = {std::abs(o[0]), std::abs(o[1]), std::abs(o[2])};
  const double square = Dot(o, o);
  switch (metric_) {
    case Metric::kEuclidean:
      point->distance = std::sqrt(square);
      if (square > 0) point->slope = Times(-1 / point->distance, o);
      break;
    case Metric::kEuclideanSquared:
      point->distance = square;
      point->slope = Times(-2, o);
      break;
    case Metric::kManhattan:
      point->distance = sizes[0] + sizes[1] + sizes[2];
      for (int a = 0; a < 3; ++a) point->slope[a] = -SignOf(o[a]);
      break;
    case Metric::kChebyshev: {
      const auto first = std::max_element(sizes, sizes + 3) - sizes;
      point->distance = sizes[first];
      point->slope[static_cast<std::size_t>(first)] = -SignOf(o[static_cast<std::size_t>(first)]);
      break;
    }
  }
}

// Whether rounding could choose another point than `chosen`, of another slope, or give the chosen
// one's distance another slope.
bool OracleVoronoi::IsRidge(const Points& points, const Point& chosen, double blur) const {
  for (const Point& point : points)
    if (std::abs(point.distance - chosen.distance) < 4 * blur && Differ(point.slope, chosen.slope))
      return true;
  if (std::abs(chosen.distance - 1) < 4 * blur || chosen.distance < 4 * blur) return true;
  int largest = 0;
  for (int a = 0; a < dimensions_; ++a) {
    const double size = std::abs(chosen.offset[a]);
    if (metric_ == Metric::kManhattan && size < 4 * blur) return true;
    largest += chosen.distance - size < 4 * blur;
  }
  return metric_ == Metric::kChebyshev && largest > 1;
}

OracleVoronoi::Result OracleVoronoi::Limited(const Points& points, const Point& chosen,
                                             double blur) const {
  Result result{.value = std::min(chosen.distance, 1.0), .kink = IsRidge(points, chosen, blur)};
  if (chosen.distance <= 1) result.slope = chosen.slope;
  return result;
}

OracleVoronoi::Result OracleVoronoi::CellId(const Site& site) const {
  const Points points = PointsWithin(1, site);
  const Point& nearest = Nearest(points);
  Result result{.value = nearest.id};
  for (const Point& point : points)
    // Points of one cell at one place tie exactly; others only as far as rounding goes.
    if (point.by != nearest.by || point.inside != nearest.inside)
      result.jump |= point.distance - nearest.distance < 4 * site.blur;
  return result;
}

OracleVoronoi::Result OracleVoronoi::Distances(const Site& site) const {
  const Points points = PointsWithin(1, site);
  const Point& nearest = Nearest(points);
  const Result f1 = Limited(points, nearest, site.blur);
  const Result f2 = Limited(points, Nearest(points, &nearest), site.blur);
  Result result{.kink = f1.kink || f2.kink};
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
    default:  // the quotient
      if (f2.value == 0) break;
      result.value = f1.value / f2.value;
      result.slope = Times(1 / f2.value, Plus(f1.slope, f2.slope, -result.value));
  }
  return result;
}

// The distance to the plane halfway to each other point; the slope is the plane's normal.
OracleVoronoi::Result OracleVoronoi::Edge(const Site& site) const {
  const Points inner = PointsWithin(1, site);
  const Point& p = Nearest(inner);
  const auto place = [](const Point& point, int axis) {
    return static_cast<double>(point.by[axis]) + point.inside[axis];
  };
  struct Wall {
    double distance, blur;
    Vec3 slope;
  };
  std::vector<Wall> walls;
  for (const Point& q : PointsWithin(2, site)) {
    Vec3 across{};
    for (int a = 0; a < dimensions_; ++a) across[a] = place(q, a) - place(p, a);
    const double length = std::sqrt(Dot(across, across));
    if (length == 0) continue;
    const double distance = Dot(Plus(p.offset, q.offset), across) / (2 * length);
    walls.push_back({distance, site.blur * (1 + 1 / length), Times(-1 / length, across)});
  }
  const Wall& nearest = Nearest(walls);
  Result result{.value = std::clamp(nearest.distance, 0.0, 1.0),
                .kink = std::abs(nearest.distance - 1) < 4 * nearest.blur ||
                        nearest.distance < 4 * nearest.blur};
  if (nearest.distance >= 0 && nearest.distance <= 1) result.slope = nearest.slope;
  for (const Wall& wall : walls)
    result.kink |= wall.distance - nearest.distance < 4 * (wall.blur + nearest.blur) &&
                   Differ(wall.slope, nearest.slope);
  return result;
}

OracleVoronoi::Result OracleVoronoi::LogSumExp(const Site& site) const {
  double sum = 0;
  Vec3 slope{};
  for (const Point& point : PointsWithin(2, site)) {
    const double weight = std::exp(-10 * point.distance);
    sum += weight;
    slope = Plus(slope, point.slope, weight);
  }
  return Eased(-std::log(sum) / 10, Times(1 / sum, slope));
}

OracleVoronoi::Result OracleVoronoi::Polynomial(const Site& site) const {
  double b = 2;
  Vec3 slope{};
  for (const Point& point : PointsWithin(2, site)) {
    const double gap = b - point.distance, h = std::max(1 - std::abs(gap) / 0.25, 0.0);
    // d (h^2 / 16) = h h' / 8, h' = -4 sign(gap) gap'.
    const Vec3 gap_slope = Plus(slope, point.slope, -1);
    slope = Plus(gap > 0 ? point.slope : slope, gap_slope, h * SignOf(gap) / 2);
    b = std::min(b, point.distance) - h * h / 16;
  }
  return Eased(b, slope);
}

}  // namespace cobble::test
