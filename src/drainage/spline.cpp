// Evaluates splines and fits planes.
#include "drainage/spline.h"

#include <algorithm>
#include <cmath>

namespace cobble::drainage {
namespace {

// The sums over nodes of q, q x, q y, ... that the least squares of a plane need. Values count from
// that of the node in the middle, so that rounding errors do not depend on the land's height.
struct PlaneFit {
  double one = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, value = 0, x_value = 0, y_value = 0;
  double low = 0, high = 0;

  void Add(double at_x, double at_y, double v) {
    double q = 1 - (at_x * at_x + at_y * at_y) / 4;
    if (q <= 0) return;
    q = q * q;
    low = std::min(low, v);
    high = std::max(high, v);
    one += q;
    x += q * at_x;
    y += q * at_y;
    xx += q * at_x * at_x;
    xy += q * at_x * at_y;
    yy += q * at_y * at_y;
    value += q * v;
    x_value += q * at_x * v;
    y_value += q * at_y * v;
  }

  // Returns the plane's value at (0, 0).
  double Middle() const {
    const double of_one = xx * yy - xy * xy, of_x = x * yy - xy * y, of_y = x * xy - xx * y;
    const double determinant = one * of_one - x * of_x + y * of_y;
    const double middle = (value * of_one - x_value * of_x + y_value * of_y) / determinant;
    return std::min(high, std::max(low, middle));
  }
};

double MiddleOf(const Grid& grid, const Values& at_nodes, int x, int y) {
  const double own = at_nodes[Cells::Index(y * grid.side + x)];
  PlaneFit fit;
  for (int b = -1; b <= 1; ++b) {
    const int row = grid.Inside(y + b);
    if (row < 0) continue;
    for (int a = -1; a <= 1; ++a) {
      const int column = grid.Inside(x + a);
      if (column < 0) continue;
      const std::size_t j = Cells::Index(row * grid.side + column);
      fit.Add(a + grid.OffsetX(j), b + grid.OffsetY(j), at_nodes[j] - own);
    }
  }
  return own + fit.Middle();
}

}  // namespace

std::array<double, 4> SplineWeights(double t) {
  const double u = 1 - t, t2 = t * t, t3 = t2 * t;
  return {u * u * u / 6, (4 - 6 * t2 + 3 * t3) / 6, (1 + 3 * t + 3 * t2 - 3 * t3) / 6, t3 / 6};
}

SplinePlace::SplinePlace(const Cells& cells, double position) {
  const double whole = std::floor(position);
  weights = SplineWeights(position - whole);
  const int first = static_cast<int>(whole) - 1;
  for (int k = 0; k < 4; ++k) at[Cells::Index(k)] = cells.Nearest(first + k);
}

double SplineAt(const Cells& cells, const Values& values, const Vector& at) {
  const SplinePlace across(cells, at.x), down(cells, at.y);
  return down.Sum([&](int row) {
    const double* const of_row = values.data() + Cells::Index(row * cells.side);
    return across.Sum([&](int column) { return of_row[column]; });
  });
}

Values AtMiddles(const Grid& grid, const Values& at_nodes, const Team& team) {
  Values out(grid.count());
  team.EachRow(grid.side, [&](int y) {
    for (int x = 0; x < grid.side; ++x)
      out[Cells::Index(y * grid.side + x)] = MiddleOf(grid, at_nodes, x, y);
  });
  return out;
}

Values AtNodes(const Cells& coarse, const Values& values, const Grid& fine, const Team& team) {
  Values out(fine.count());
  const int factor = fine.side / coarse.side;
  team.EachRow(fine.side, [&](int y) {
    for (int node = y * fine.side; node < (y + 1) * fine.side; ++node) {
      const Vector at = fine.At(node);
      out[Cells::Index(node)] =
          SplineAt(coarse, values, {(at.x + 0.5) / factor - 0.5, (at.y + 0.5) / factor - 0.5});
    }
  });
  return out;
}

}  // namespace cobble::drainage
