// Lifts the land.
#include "drainage/uplift.h"

#include <algorithm>

#include "drainage/spline.h"

namespace cobble::drainage {

Uplift::Uplift(const Settings& settings)
    : part_(settings.uplift),
      blocks_(Cells::Across(kLiftBlocks, settings.wraps)),
      lift_(blocks_.count(), 0.0) {}

void Uplift::Follow(const Grid& grid, const Values& source, const Values& level, const Team& team) {
  if (part_ <= 0) return;
  const int blocks = blocks_.side, side = grid.side / blocks;  // of a block
  team.Each(blocks, [&](int row) {
    Values worn(Cells::Index(blocks));
    for (int y = row * side; y < (row + 1) * side; ++y)
      for (int x = 0; x < grid.side; ++x) {
        const std::size_t i = Cells::Index(y * grid.side + x);
        worn[Cells::Index(x / side)] += source[i] - level[i];
      }
    for (int x = 0; x < blocks; ++x) {
      double& lift = lift_[Cells::Index(row * blocks + x)];
      const double mean = worn[Cells::Index(x)] / (side * side);
      lift = std::max(0.0, lift + 0.5 * (part_ * (mean + lift) - lift));
    }
  });
}

void Uplift::Raise(const Grid& grid, const Values& source, const Team& team, Values* raised) const {
  *raised = source;
  if (part_ <= 0) return;
  const int blocks = blocks_.side;
  const auto place_of = [&](int cell) {
    return SplinePlace(blocks_, (cell + 0.5) / grid.side * blocks - 0.5);
  };
  std::vector<SplinePlace> columns;
  columns.reserve(Cells::Index(grid.side));
  for (int x = 0; x < grid.side; ++x) columns.push_back(place_of(x));
  team.EachRow(grid.side, [&](int y) {
    const SplinePlace down = place_of(y);
    Values of_row(Cells::Index(blocks));
    for (int x = 0; x < blocks; ++x)
      of_row[Cells::Index(x)] =
          down.Sum([&](int row) { return lift_[Cells::Index(row * blocks + x)]; });
    for (int x = 0; x < grid.side; ++x)
      (*raised)[Cells::Index(y * grid.side + x)] +=
          columns[Cells::Index(x)].Sum([&](int column) { return of_row[Cells::Index(column)]; });
  });
}

}  // namespace cobble::drainage
