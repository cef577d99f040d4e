// Finds streams and lakes around the middles of cells.
#include "drainage/outputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "drainage/links.h"
#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

constexpr double kRiverReach2 = 6;    // how far rivers have a level, in cells squared
constexpr double kRiverDepths = 250;  // of a river of the smallest area, in the land's height
constexpr double kDryDepths = 50;     // how far the level is below dry land

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

// The rivers and lakes of a land.
class Waters {
 public:
  Waters(const Settings& settings, const Balance& land, const Values& middles)
      : land_(land),
        middles_(middles),
        smallest_(SmallestRiver(settings, land.grid)),
        beds_(land.level),
        has_water_(land.height.size()) {
    const Grid& grid = land.grid;
    for (int node = 0; node < static_cast<int>(beds_.size()); ++node) {
      if (!IsRiver(node) && !IsLake(node)) continue;
      const int x = node % grid.side, y = node / grid.side;
      const std::size_t i = Cells::Index(node);
      if (!IsLake(node))
        beds_[i] =
            std::max(beds_[i], SplineAt(grid, middles, x + grid.OffsetX(i), y + grid.OffsetY(i)));
      EachAround(grid, x, y, [&](int near, int, int) { has_water_[Cells::Index(near)] = 1; });
    }
  }

  double LevelAt(int x, int y) const {
    const std::size_t i = Cells::Index(y * land_.grid.side + x);
    const double dry = middles_[i] - (land_.high - land_.low) / kDryDepths;
    if (has_water_[i] == 0) return dry;
    double river = -kNone, lake = -kNone, distance2 = kRiverReach2;
    EachAround(land_.grid, x, y, [&](int node, int by_x, int by_y) {
      if (IsLake(node)) lake = std::max(lake, land_.level[Cells::Index(node)]);
      if (!IsStream(land_, node, smallest_)) return;
      const OnLink at = NearestOnLink(land_, node, by_x, by_y);
      if (at.distance2 >= distance2) return;
      distance2 = at.distance2;
      river = LevelOfRiver(node, at.t);
    });
    const bool is_lake = middles_[i] >= lake || land_.level[i] > land_.height[i];
    return std::max({river, is_lake ? lake : -kNone, dry});
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  bool IsRiver(int node) const { return land_.counts[Cells::Index(node)] >= smallest_; }
  bool IsLake(int node) const {
    return land_.level[Cells::Index(node)] > land_.height[Cells::Index(node)];
  }
  double LevelOfRiver(int node, double t) const {
    const int8_t k = land_.directions[Cells::Index(node)];
    const double from = beds_[Cells::Index(node)];
    const double to = beds_[Cells::Index(land_.grid.Neighbour(node, k))];
    const double size = land_.counts[Cells::Index(node)] / smallest_;
    const double depth = (land_.high - land_.low) / kRiverDepths;
    return (from + t * (to - from)) + depth * std::sqrt(std::sqrt(size));
  }

  const Balance& land_;
  const Values& middles_;
  double smallest_;  // nodes upstream of a river
  Values beds_;
  std::vector<uint8_t> has_water_;  // whether a cell is near a river or a lake
};

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

Values WaterAtMiddles(const Settings& settings, const Balance& land, const Values& middles,
                      const Team& team) {
  const Waters waters(settings, land, middles);
  Values level(middles.size());
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x)
      level[Cells::Index(y * land.grid.side + x)] = waters.LevelAt(x, y);
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
