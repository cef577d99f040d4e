// Cubes with a Poisson number of points, and weighted sums of the four smallest distances.
#include "support/oracle/cell.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {
namespace {

constexpr std::size_t kNearest = 4;

// floor(2^32 P(count <= m) + 0.5) for m = 1 .. 8.
std::vector<uint64_t> Thresholds(double density) {
  long double probability = std::exp(static_cast<long double>(-density)), sum = probability;
  std::vector<uint64_t> thresholds;
  for (int m = 1; m <= 8; ++m) {
    probability *= static_cast<long double>(density) / m;
    sum += probability;
    thresholds.push_back(static_cast<uint64_t>(std::floor(0x1p32L * sum + 0.5L)));
  }
  return thresholds;
}

std::array<double, 4> WeightsOf(CellFunction function) {
  switch (function) {
    case CellFunction::kF1:
      return {1, 0, 0, 0};
    case CellFunction::kF2:
      return {0, 1, 0, 0};
    case CellFunction::kF3:
      return {0, 0, 1, 0};
    case CellFunction::kF4:
      return {0, 0, 0, 1};
    case CellFunction::kDifference:
      return {-1, 1, 0, 0};
    case CellFunction::kCellId:
    case CellFunction::kU:
    case CellFunction::kV:
    case CellFunction::kW:
      break;
  }
  return {};
}

}  // namespace

OracleCell::OracleCell(const Node& node)
    : dimensions_(static_cast<int>(node.Number("dimensions"))),
      limit_(node.Number("limit")),
      thresholds_(Thresholds(node.Number("density"))) {
  FromName(node.Text("metric"), &metric_);
  if (node.Has("weights")) {
    std::ranges::copy(node.Numbers("weights"), weights_.begin());
    return;
  }
  FromName(node.Text("function"), &function_);
  weights_ = WeightsOf(function_);
}

OracleResult OracleCell::At(const OracleSite& site) const {
  const Points points = PointsAround(site);
  return function_ >= CellFunction::kCellId ? OfNearest(site, points) : Sum(site, points);
}

// The loop over x is the outermost. Of equally distant points, the first found stays first.
OracleCell::Points OracleCell::PointsAround(const OracleSite& site) const {
  const auto reach = static_cast<int64_t>(std::ceil(limit_));
  const auto side = [&](int axis) { return axis < dimensions_ ? reach : 0; };
  Points points;
  points.reserve(3087);
  for (int64_t x = -side(0); x <= side(0); ++x)
    for (int64_t y = -side(1); y <= side(1); ++y)
      for (int64_t z = -side(2); z <= side(2); ++z) AddCube(site, {x, y, z}, &points);
  const std::size_t first = std::min(kNearest, points.size());
  for (std::size_t m = 0; m < first; ++m) {
    const auto rest = points.begin() + static_cast<std::ptrdiff_t>(m);
    const auto nearest = std::ranges::min_element(
        rest, points.end(), {}, [](const Point& point) { return point.distance.length; });
    std::rotate(rest, nearest, nearest + 1);
  }
  return points;
}

void OracleCell::AddCube(const OracleSite& site, const std::array<int64_t, 3>& by,
                         Points* points) const {
  uint32_t accumulator = site.accumulator;
  for (int a = 0; a < dimensions_; ++a)
    accumulator = HashEat(accumulator, LatticeIndex(site.cell[a] + by[a], site.period[a]));
  uint32_t r = HashValue(accumulator);
  const auto step = [&] { return r = 1103515245u * r + 12345u; };
  const uint32_t drawn = step();
  const auto above = std::ranges::count_if(thresholds_, [&](uint64_t t) { return drawn >= t; });
  for (uint32_t number = 0; number <= static_cast<uint32_t>(above); ++number) {
    Point point{.id = HashValue(HashEat(accumulator, number)) * 0x1p-32};
    for (int a = 0; a < dimensions_; ++a)
      point.offset[a] = (static_cast<double>(by[a]) - site.fraction[a]) + step() * 0x1p-32;
    point.distance = Measure(metric_, point.offset);
    points->push_back(point);
  }
}

// The point's id, or the sample's offset from it along an axis.
OracleResult OracleCell::OfNearest(const OracleSite& site, const Points& points) const {
  const double length = points[0].distance.length;
  OracleResult result{.value = points[0].id};
  if (function_ >= CellFunction::kU) {
    const auto axis =
        static_cast<std::size_t>(function_) - static_cast<std::size_t>(CellFunction::kU);
    result.value = -points[0].offset[axis];
    result.slope[axis] = 1;
  }
  result.jump = points[1].distance.length - length < 4 * site.blur;
  // Beyond a distance of 1, the nearest point may be outside the 3^n cubes, so the result may jump
  // where the sample enters another cube.
  for (int a = 0; a < dimensions_; ++a)
    result.jump |= length > 1 && std::abs(site.fraction[a] - 0.5) > 0.5 - 4 * site.blur;
  return result;
}

OracleResult OracleCell::Sum(const OracleSite& site, const Points& points) const {
  OracleResult result;
  double blur = 0;
  for (std::size_t m = 0; m < kNearest; ++m) {
    const Distance f =
        m < points.size() ? Limited(points[m].distance, limit_) : Distance{limit_, {}};
    result.value += weights_[m] * f.length;
    result.slope = Plus(result.slope, f.slope, weights_[m]);
    blur += std::abs(weights_[m]) * site.blur;
    result.kink |= weights_[m] != 0 && m < points.size() &&
                   IsRidge(points, points[m], metric_, dimensions_, limit_, site.blur);
  }
  const double beyond = std::max(-result.value, result.value - limit_);
  if (beyond > 4 * blur) return {.value = result.value < 0 ? 0.0 : limit_};
  result.kink |= beyond > -4 * blur && Differ(result.slope, {});
  if (beyond > 0) result.slope = {};
  result.value = std::clamp(result.value, 0.0, limit_);
  return result;
}

}  // namespace cobble::test
