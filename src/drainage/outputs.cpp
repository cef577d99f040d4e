// Finds streams and lakes around the middles of cells.
#include "drainage/outputs.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "drainage/links.h"
#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

// Returns the logarithm to the base 2, straight between powers of two.
double Log2(int count) {
  const unsigned power = std::bit_floor(static_cast<unsigned>(count));
  return std::countr_zero(power) + (count / static_cast<double>(power) - 1);
}

double FlowAt(const Balance& land, const std::vector<float>& sizes, int x, int y) {
  double flow = 0;
  EachAround(land.grid, x, y, [&](int node, int by_x, int by_y) {
    const double size = double{sizes[Cells::Index(node)]};
    if (size <= flow) return;
    const double distance2 = NearestOnLink(land, node, by_x, by_y).distance2;
    if (distance2 < kReach * kReach) flow = std::max(flow, size * (1 - distance2 / 4));
  });
  return flow;
}

}  // namespace

Values FlowAtMiddles(const Balance& land, const Team& team) {
  const double all = Log2(static_cast<int>(NodesOfSquare(land.grid)));
  std::vector<float> sizes(land.counts.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (IsStream(land, static_cast<int>(i), kSmallestStream))
      sizes[i] = static_cast<float>(std::min(1.0, Log2(land.counts[i]) / all));
  Values flow(sizes.size());
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x)
      flow[Cells::Index(y * land.grid.side + x)] = FlowAt(land, sizes, x, y);
  });
  return flow;
}

Values WaterAtMiddles(const Balance& land, const Channels& channels, const Values& middles,
                      const Team& team) {
  Values level = channels.Levels(middles, team);
  const double dry = DryDepth(land);
  const auto is_lake = [&](std::size_t i) { return IsLake(land, i); };
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x) {
      const std::size_t i = Cells::Index(y * land.grid.side + x);
      const double lake = LakeAt(land, middles[i], x, y, is_lake);
      const double wet = is_lake(i) ? lake : std::max(lake, level[i]);
      level[i] = std::max(wet, middles[i] - dry);
    }
  });
  return level;
}

std::array<Values, 2> DirectionAtMiddles(const Balance& land, const Team& team) {
  std::vector<Vector> directions(land.height.size());
  const int side = land.grid.side;
  team.EachRow(side, [&](int y) {
    for (int node = y * side; node < (y + 1) * side; ++node) {
      if (!IsStream(land, node, kSmallestStream)) continue;
      const auto [x_way, y_way] = LinkOf(land, node);
      const double length = std::sqrt(x_way * x_way + y_way * y_way);
      directions[Cells::Index(node)] = {x_way / length, y_way / length};
    }
  });
  std::array<Values, 2> out{Values(directions.size()), Values(directions.size())};
  team.EachRow(side, [&](int y) {
    for (int x = 0; x < side; ++x) {
      Vector sum;
      double nodes = 0;
      EachAround(land.grid, x, y, [&](int node, int, int) {
        if (!IsStream(land, node, kSmallestStream)) return;
        const double count = land.counts[Cells::Index(node)];
        const Vector& direction = directions[Cells::Index(node)];
        sum.x += count * direction.x;
        sum.y += count * direction.y;
        nodes += count;
      });
      if (nodes == 0) continue;
      out[0][Cells::Index(y * side + x)] = sum.x / nodes;
      out[1][Cells::Index(y * side + x)] = sum.y / nodes;
    }
  });
  return out;
}

}  // namespace cobble::drainage
