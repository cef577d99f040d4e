// Lifts the land.
#include "drainage/uplift.h"

#include <algorithm>

#include "drainage/spline.h"

namespace cobble::drainage {

Uplift::Uplift(const Settings& settings)
    : part_(settings.uplift),
      blocks_(Cells::Across(kLiftBlocks, settings.wraps)),
      lift_(blocks_.count(), 0.0) {}

Values MeansWorn(const Grid& grid, const Values& source, const Values& height, const Team& team) {
  const int blocks = Cells::Across(kLiftBlocks, grid.wraps).side;
  const int side = grid.side / blocks;  // of a block
  Values worn(Cells::Index(blocks * blocks));
  team.Each(blocks, [&](int row) {
    double* const of_row = worn.data() + Cells::Index(row * blocks);
    for (int y = row * side; y < (row + 1) * side; ++y)
      for (int x = 0; x < grid.side; ++x) {
        const std::size_t i = Cells::Index(y * grid.side + x);
        of_row[x / side] += source[i] - height[i];
      }
    for (int x = 0; x < blocks; ++x) of_row[x] /= side * side;
  });
  return worn;
}

void Uplift::Follow(const Grid& grid, const Values& source, const Values& level, const Team& team) {
  if (part_ <= 0) return;
  const Values worn = MeansWorn(grid, source, level, team);
  for (std::size_t k = 0; k < worn.size(); ++k) {
    double& lift = lift_[k];
    lift = std::max(0.0, lift + 0.5 * (part_ * (worn[k] + lift) - lift));
  }
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
