// Tangents and coefficients of monotone cubics.
// Based on: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", 1980.
#include "nodes/shared/monotone_cubic.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace cobble::nodes {
namespace {

struct Points {
  const std::vector<double>& xy;

  std::size_t count() const { return xy.size() / 2; }
  double x(std::size_t k) const { return xy[2 * k]; }
  double y(std::size_t k) const { return xy[2 * k + 1]; }
  double secant(std::size_t k) const { return (y(k + 1) - y(k)) / (x(k + 1) - x(k)); }
};

// A tangent is the mean of its two secants, 0 at a local extremum, and reduced where it overshoots.
std::vector<double> Tangents(const Points& points, bool is_level_at_ends) {
  const std::size_t last = points.count() - 1;
  std::vector<double> m(points.count());
  m[0] = is_level_at_ends ? 0 : points.secant(0);
  m[last] = is_level_at_ends ? 0 : points.secant(last - 1);
  for (std::size_t k = 1; k < last; ++k) {
    const double before = points.secant(k - 1), after = points.secant(k);
    m[k] = before * after <= 0 ? 0 : (before + after) / 2;
  }
  for (std::size_t k = 0; k < last; ++k) {
    const double secant = points.secant(k);
    if (secant == 0) continue;  // both tangents are 0
    const double a = m[k] / secant, b = m[k + 1] / secant, square = a * a + b * b;
    if (square <= 9) continue;
    m[k] = 3 * m[k] / std::sqrt(square);
    m[k + 1] = 3 * m[k + 1] / std::sqrt(square);
  }
  return m;
}

}  // namespace

std::shared_ptr<const CubicTable> MonotoneCubic(const std::vector<double>& xy,
                                                bool is_level_at_ends) {
  const Points points{xy};
  const std::vector<double> m = Tangents(points, is_level_at_ends);
  auto table = std::make_shared<CubicTable>();
  std::size_t count = 0;
  const auto add = [&](double x, const std::array<double, 4>& c) {
    table->x[count] = static_cast<float>(x);
    for (std::size_t power = 0; power < c.size(); ++power)
      table->c[power][count] = static_cast<float>(c[power]);
    ++count;
  };
  const std::size_t last = points.count() - 1;
  add(points.x(0), {points.y(0), 0, 0, 0});
  for (std::size_t k = 0; k < last; ++k) {
    const double width = points.x(k + 1) - points.x(k), secant = points.secant(k);
    add(points.x(k), {points.y(k), m[k], (3 * secant - 2 * m[k] - m[k + 1]) / width,
                      (m[k] + m[k + 1] - 2 * secant) / (width * width)});
  }
  add(points.x(last), {points.y(last), 0, 0, 0});
  while (table->segments < static_cast<int>(count)) table->segments *= 2;
  for (; count < static_cast<std::size_t>(table->segments); ++count)
    table->x[count] = std::numeric_limits<float>::infinity();
  return table;
}

}  // namespace cobble::nodes
