// Builds tables of piecewise cubics.
#include "nodes/shared/curve_table.h"

#include <cmath>
#include <limits>

#include "program/intervals.h"

namespace cobble::nodes {

std::shared_ptr<const CubicTable> MakeCubicTable(double before,
                                                 const std::vector<CubicSegment>& segments,
                                                 double after) {
  auto table = std::make_shared<CubicTable>();
  const auto set = [&](std::size_t number, double at, const std::array<double, 4>& c) {
    table->x[number] = static_cast<float>(at);
    for (std::size_t power = 0; power < c.size(); ++power)
      table->c[power][number] = static_cast<float>(c[power]);
  };
  set(0, segments.front().x, {before, 0, 0, 0});
  std::size_t number = 1;
  for (const CubicSegment& segment : segments) set(number++, segment.x, segment.c);
  set(number++, segments.back().end, {after, 0, 0, 0});
  while (table->segments < static_cast<int>(number)) table->segments *= 2;
  for (; number < static_cast<std::size_t>(table->segments); ++number)
    table->x[number] = std::numeric_limits<float>::infinity();
  return table;
}

Bounds BoundsOf(const CubicSegment& segment) {
  const double width = segment.end - segment.x;
  const double first = segment.At(0), last = segment.At(width);
  Bounds bounds = Hull({first, first}, {last, last});
  // Extrema: c1 + 2 c2 t + 3 c3 t^2 = 0, solved without cancellation.
  const double a = 3 * segment.c[3], half_b = segment.c[2], c = segment.c[1];
  const double discriminant = half_b * half_b - a * c;
  if (discriminant < 0) return bounds;
  const double q = -(half_b + std::copysign(std::sqrt(discriminant), half_b));
  for (const double t : {q / a, c / q}) {
    if (!(t > 0 && t < width)) continue;  // also if it is not a number
    const double extremum = segment.At(t);
    bounds = Hull(bounds, {extremum, extremum});
  }
  return bounds;
}

}  // namespace cobble::nodes
