// Measures links.
#include "drainage/links.h"

#include <algorithm>

namespace cobble::drainage {

Vector LinkOf(const Balance& land, int node) {
  const Grid& grid = land.grid;
  const int k = land.directions[Cells::Index(node)];
  const std::size_t from = Cells::Index(node), to = Cells::Index(grid.Neighbour(node, k));
  return {kColumns[Cells::Index(k)] + (grid.OffsetX(to) - grid.OffsetX(from)),
          kRows[Cells::Index(k)] + (grid.OffsetY(to) - grid.OffsetY(from))};
}

OnLink NearestOnLink(const Balance& land, int node, double by_x, double by_y) {
  const std::size_t from = Cells::Index(node);
  const double x = by_x + land.grid.OffsetX(from), y = by_y + land.grid.OffsetY(from);
  const Vector link = LinkOf(land, node);
  const double t =
      std::clamp(-(x * link.x + y * link.y) / (link.x * link.x + link.y * link.y), 0.0, 1.0);
  const double near_x = x + t * link.x, near_y = y + t * link.y;
  return {t, near_x * near_x + near_y * near_y};
}

}  // namespace cobble::drainage
